import type { Span } from "./json-text.ts";
import type { ObjectScanParts } from "./object-scan-parts.ts";

/**
 * The object without `metadata.managedFields`, in bytes of its own: what the scan was made from, a chunk of a stream for instance, is free
 * again. Nothing is parsed.
 */
export function withoutManagedFields({ bytes, fields, metadata, ...rest }: ObjectScanParts): ObjectScanParts {
  const cuts = metadata.managedFields;
  const { labels, ownerReferences } = metadata;
  const moved = <S extends Span>(span: S): S => ({
    ...span,
    start: movedTo(span.start, cuts),
    end: movedTo(span.end, cuts),
  });
  return {
    bytes: copyWithout(bytes, cuts),
    fields: fields.map(moved),
    hasLongNumber: rest.hasLongNumber,
    given: rest.given,
    metadata: {
      ...metadata,
      labels: labels && moved(labels),
      ownerReferences: ownerReferences && moved(ownerReferences),
      managedFields: [],
    },
  };
}

function copyWithout(bytes: Uint8Array, cuts: readonly Span[]): Uint8Array {
  const copy = new Uint8Array(movedTo(bytes.length, cuts));
  let read = 0;
  let written = 0;
  for (const { start, end } of [...cuts, { start: bytes.length, end: bytes.length }]) {
    copy.set(bytes.subarray(read, start), written);
    written += start - read;
    read = end;
  }
  return copy;
}

/** Where an offset outside of all cuts is afterwards. */
function movedTo(offset: number, cuts: readonly Span[]): number {
  let before = 0;
  for (const { start, end } of cuts) if (end <= offset) before += end - start;
  return offset - before;
}
