import type { WatchFrame } from "../registry/index.ts";
import type { EncodedList } from "./encoded-list.ts";

/** How documents in JSON become what was asked for. */
export interface Encoding {
  /** Of an object and of a list. */
  readonly contentType: string;
  /** Of a watch. */
  readonly streamType: string;
  document(json: Uint8Array): Uint8Array;
  /** What follows a document. */
  readonly documentEnd?: Uint8Array | undefined;
  /** The list in pieces that follow each other. Long work lets others have their turn. */
  list(list: EncodedList): Promise<readonly Uint8Array[]>;
  /** Events of a watch, in pieces of a bounded size that follow each other. */
  readonly frames: (frames: readonly WatchFrame[]) => readonly Uint8Array[];
}
