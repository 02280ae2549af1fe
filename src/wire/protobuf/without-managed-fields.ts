import { bytesTag } from "./envelope.ts";
import type { MetadataScan } from "./scan-metadata.ts";

const metadataTag: number = bytesTag(1);

/** Where metadata is, and where in it managed fields are. */
export type ManagedFieldsPlace = Pick<MetadataScan, "fieldStart" | "start" | "end" | "managedStart" | "managedEnd">;

/** The bytes of an object without the managed fields in its metadata, in memory of their own. */
export function withoutManagedFields(bytes: Uint8Array, place: ManagedFieldsPlace): Uint8Array {
  const { fieldStart, start, end, managedStart, managedEnd } = place;
  const head = [metadataTag, ...varintOf(end - start - (managedEnd - managedStart))];
  const copy = new Uint8Array(fieldStart + head.length + (managedStart - start) + (bytes.length - managedEnd));
  copy.set(bytes.subarray(0, fieldStart));
  copy.set(head, fieldStart);
  copy.set(bytes.subarray(start, managedStart), fieldStart + head.length);
  copy.set(bytes.subarray(managedEnd), fieldStart + head.length + managedStart - start);
  return copy;
}

function varintOf(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
