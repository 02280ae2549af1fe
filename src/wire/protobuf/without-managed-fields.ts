import { bytesTag } from "./envelope.ts";
import type { FieldPlaces } from "./scan-message.ts";
import type { MetadataScan } from "./scan-metadata.ts";

const metadataTag: number = bytesTag(1);

/** An object without managed fields, and where its fields are now. */
export interface CutObject {
  /** In memory of their own. */
  readonly bytes: Uint8Array;
  readonly scan: FieldPlaces;
}

/** The object without the managed fields in its metadata, which it has to have. Copied once and not scanned again. */
export function withoutManagedFields(bytes: Uint8Array, { names, starts, metadata }: FieldPlaces): CutObject {
  const { fieldStart, start, end, managedStart, managedEnd } = metadata;
  const head = [metadataTag, ...varintOf(end - start - (managedEnd - managedStart))];
  const contentStart = fieldStart + head.length;
  const copy = new Uint8Array(contentStart + (managedStart - start) + (bytes.length - managedEnd));
  copy.set(bytes.subarray(0, fieldStart));
  copy.set(head, fieldStart);
  copy.set(bytes.subarray(start, managedStart), contentStart);
  copy.set(bytes.subarray(managedEnd), contentStart + managedStart - start);
  const to = (offset: number): number => {
    if (offset < start) return offset;
    const moved = offset - start + contentStart;
    return offset <= managedStart ? moved : moved - (managedEnd - managedStart);
  };
  return { bytes: copy, scan: { names, starts: starts.map(to), metadata: movedMetadata(metadata, to) } };
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

function varintOf(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
