import type { EncodedKind } from "./encoded-object.ts";
import type { ScannedMetadata } from "./scan-metadata.ts";

/** What an `ObjectScan` is made from. */
export interface ObjectScanParts {
  readonly bytes: Uint8Array;
  /** The top-level fields, each once, in the order of `Object.keys`, but for names that are numbers. Objects of the same fields share it. */
  readonly names: readonly string[];
  /** Where the value of each begins and ends: two numbers for each name, -1 when it is not in the bytes, but given. */
  readonly places: readonly number[];
  /** Whether integers may be in it that JavaScript's numbers don't hold. */
  readonly hasLongNumber: boolean;
  readonly metadata: ScannedMetadata;
  /** What the object is, for its view, when its bytes do not say it. */
  readonly given: EncodedKind | undefined;
}
