import { bytesTag } from "./envelope.ts";
import type { MetadataScan } from "./scan-metadata.ts";

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
  const head = headOf(end - start - (managedEnd - managedStart));
  const contentStart = fieldStart + head.length;
  const cutAt = contentStart + managedStart - start;
  // With what follows the managed fields in its place: what precedes them is shorter than before, and is written over the rest.
  const copy = Uint8Array.prototype.slice.call(bytes, managedEnd - cutAt);
  if (fieldStart > 0) copy.set(bytes.subarray(0, fieldStart));
  copy.set(head, fieldStart);
  copy.set(bytes.subarray(start, managedStart), contentStart);
  const to = (offset: number): number => {
    if (offset < start) return offset;
    const moved = offset - start + contentStart;
    return offset <= managedStart ? moved : moved - (managedEnd - managedStart);
  };
  return { bytes: copy, metadata: movedMetadata(metadata, to) };
}

function movedMetadata(metadata: MetadataScan, to: (offset: number) => number): MetadataScan {
  return {
    ...metadata,
    labelsStart: to(metadata.labelsStart),
    labelsEnd: to(metadata.labelsEnd),
    ownersStart: to(metadata.ownersStart),
    ownersEnd: to(metadata.ownersEnd),
    managedStart: 0,
    managedEnd: 0,
    start: to(metadata.start),
    end: to(metadata.end),
  };
}

/** The tag and the length of metadata. */
function headOf(length: number): readonly number[] {
  const head = [metadataTag];
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) head.push((rest & 0x7f) | 0x80);
  head.push(rest);
  return head;
}
