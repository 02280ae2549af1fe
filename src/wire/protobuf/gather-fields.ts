import { joinBytes } from "../join-bytes.ts";
import { ByteReader } from "./byte-reader.ts";
import type { TextCache } from "./text-cache.ts";

/** What is gathered. */
export interface GatherOptions {
  readonly texts: TextCache;
  /** The number of the field that is a message to be gathered as well. Of several the last counts. */
  readonly inner?: number | undefined;
}

/** The same message with its fields in the order of their numbers. What counts is only the order among those of the same number. */
export function gatherFields(bytes: Uint8Array, { texts, inner }: GatherOptions): Uint8Array {
  const reader = new ByteReader(bytes, texts);
  const pieces = new Map<number, Uint8Array[]>();
  while (reader.at < bytes.length) {
    const start = reader.at;
    const tag = reader.tag(bytes.length);
    reader.skip(tag & 7, bytes.length);
    const piece = bytes.subarray(start, reader.at);
    const before = pieces.get(tag >>> 3);
    if (tag >>> 3 === inner) pieces.set(inner, [gatherInner(piece, texts)]);
    else if (before === undefined) pieces.set(tag >>> 3, [piece]);
    else before.push(piece);
  }
  return joinBytes([...pieces].sort(([left], [right]) => left - right).flatMap(([, parts]) => parts));
}

/** Gathering changes no length, so what precedes the content stays. */
function gatherInner(piece: Uint8Array, texts: TextCache): Uint8Array {
  const reader = new ByteReader(piece, texts);
  reader.tag(piece.length);
  reader.contentEnd(piece.length);
  return joinBytes([piece.subarray(0, reader.at), gatherFields(piece.subarray(reader.at), { texts })]);
}
