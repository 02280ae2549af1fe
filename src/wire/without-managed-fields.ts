import type { Span } from "./json-text.ts";
import type { ObjectScanParts } from "./object-scan-parts.ts";

/**
 * The object without the `metadata.managedFields` that it has, in bytes of its own: what the scan was made from, a chunk of a stream for instance, is free
 * again. Nothing is parsed.
 */
export function withoutManagedFields({ bytes, places, metadata, ...rest }: ObjectScanParts): ObjectScanParts {
  const { cuts } = metadata;
  const to = (offset: number): number => movedTo(offset, cuts);
  return {
    bytes: copyWithout(bytes, cuts),
    names: rest.names,
    places: places.map(to),
    hasLongNumber: rest.hasLongNumber,
    given: rest.given,
    metadata: metadata.moved(to),
  };
}

function copyWithout(bytes: Uint8Array, cuts: readonly Span[]): Uint8Array {
  const copy = new Uint8Array(movedTo(bytes.length, cuts));
  let read = 0;
  let written = 0;
  for (const { start, end } of cuts) {
    copy.set(bytes.subarray(read, start), written);
    written += start - read;
    read = end;
  }
  copy.set(bytes.subarray(read), written);
  return copy;
}

/** Where an offset outside of all cuts is afterwards. */
function movedTo(offset: number, cuts: readonly Span[]): number {
  let before = 0;
  for (const { start, end } of cuts) if (end <= offset) before += end - start;
  return offset - before;
}
