import { serverDefaults } from "./defaults.ts";

/** Gives memory of a size; what is in it does not matter. */
type TakeMemory = (size: number) => Uint8Array;

/** The same bytes in as few pieces as their size allows. A part is never split: one that is larger is a piece of its own, and not copied. */
export function* inChunks(
  parts: Iterable<Uint8Array>,
  take: TakeMemory = newMemory,
): Generator<Uint8Array, void, void> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    if (size > 0 && size + part.length > serverDefaults.chunkBytes) {
      yield chunkOf(pending, size, take);
      pending = [];
      size = 0;
    }
    pending.push(part);
    size += part.length;
  }
  if (size > 0) yield chunkOf(pending, size, take);
}

/** Memory that nobody else has, and that is not cleared first. */
export function newMemory(size: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
}

/** Of a long list half of the parts are a comma and a brace: parts up to this size are copied without a call. */
const fewBytes = 8;

function chunkOf(parts: readonly Uint8Array[], size: number, take: TakeMemory): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const chunk = take(size);
  let end = 0;
  for (const part of parts) {
    const { length } = part;
    if (length > fewBytes) chunk.set(part, end);
    else for (let index = 0; index < length; index++) chunk[end + index] = part[index] ?? 0;
    end += length;
  }
  return chunk;
}
