import type { EncodedKind } from "./encoded-object.ts";
import type { Span } from "./json-text.ts";

/** A top-level field of an object and where its value is: at -1 when it is not in the bytes, but given. */
export interface FieldSpan extends Span {
  readonly name: string;
}

/** What is known of the `metadata` of an object. What has another type than it should have counts as absent. */
export interface ScannedMetadata {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly labels?: Span | undefined;
  readonly ownerReferences?: Span | undefined;
  readonly hasFinalizers: boolean;
  /** What to cut out so that no managed fields are left: in order, with the commas that have to go. */
  readonly managedFields: readonly Span[];
}

/** What an `ObjectScan` is made from. */
export interface ObjectScanParts {
  readonly bytes: Uint8Array;
  readonly fields: readonly FieldSpan[];
  readonly hasLongNumber: boolean;
  readonly metadata: ScannedMetadata;
  /** What the object is, for its view, when its bytes do not say it. */
  readonly given?: EncodedKind | undefined;
}
