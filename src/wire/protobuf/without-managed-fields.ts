import { bytesTag } from "./envelope.ts";
import type { MetadataScan } from "./metadata-scan.ts";

const metadataTag: number = bytesTag(1);

/** An object without managed fields, and where the parts of its metadata are now. */
export interface CutObject {
  /** In memory of their own. */
  readonly bytes: Uint8Array;
  readonly metadata: MetadataScan;
}

/** The object without the managed fields in its metadata, which it has to have. Copied once and not scanned again. */
export function withoutManagedFields(bytes: Uint8Array, metadata: MetadataScan): CutObject {
  const { fieldStart, start, end, managedStart, managedEnd } = metadata;
  const cut = managedEnd - managedStart;
  const length = end - start - cut;
  const contentStart = fieldStart + headBytes(length);
  const cutAt = contentStart + managedStart - start;
  // With what follows the managed fields in its place: what precedes them is shorter than before, and is written over the rest.
  const copy = Uint8Array.prototype.slice.call(bytes, managedEnd - cutAt);
  if (fieldStart > 0) copy.set(bytes.subarray(0, fieldStart));
  writeHead(copy, fieldStart, length);
  copy.set(bytes.subarray(start, managedStart), contentStart);
  const to = (offset: number): number => {
    if (offset < start) return offset;
    const moved = offset - start + contentStart;
    return offset <= managedStart ? moved : moved - cut;
  };
  return { bytes: copy, metadata: metadata.moved(to) };
}

/** How long the tag and the length of metadata are. */
function headBytes(length: number): number {
  let count = 2;
  for (let rest = length >>> 7; rest > 0; rest >>>= 7) count++;
  return count;
}

function writeHead(bytes: Uint8Array, start: number, length: number): void {
  bytes[start] = metadataTag;
  let at = start + 1;
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at] = rest;
}
