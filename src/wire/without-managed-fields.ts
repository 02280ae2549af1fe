import type { Span } from "./json-text.ts";
import { ObjectScan } from "./object-scan.ts";

/**
 * The object without `metadata.managedFields`, in bytes of its own: what the scan was made from, a chunk of a stream for instance, is free
 * again. Nothing is parsed.
 */
export function withoutManagedFields(scan: ObjectScan): ObjectScan {
  const cuts = scan.managedFields;
  const { labelsSpan, ownerReferencesSpan } = scan;
  const moved = <S extends Span>(span: S): S => ({
    ...span,
    start: movedTo(span.start, cuts),
    end: movedTo(span.end, cuts),
  });
  return new ObjectScan({
    bytes: copyWithout(scan.bytes, cuts),
    fields: scan.fields.map(moved),
    hasLongNumber: scan.hasLongNumber,
    metadata: {
      name: scan.name,
      namespace: scan.namespace,
      uid: scan.uid,
      resourceVersion: scan.resourceVersion,
      generation: scan.generation,
      deletionTimestamp: scan.deletionTimestamp,
      hasFinalizers: scan.hasFinalizers,
      labels: labelsSpan && moved(labelsSpan),
      ownerReferences: ownerReferencesSpan && moved(ownerReferencesSpan),
      managedFields: [],
    },
  });
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
