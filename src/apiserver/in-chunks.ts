import { serverDefaults } from "./defaults.ts";

/** The same bytes in as few pieces as their size allows. A part is never split: one that is larger is a piece of its own, and not copied. */
export function* inChunks(parts: Iterable<Uint8Array>): Generator<Uint8Array, void, void> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    if (size > 0 && size + part.length > serverDefaults.chunkBytes) {
      yield chunkOf(pending, size);
      pending = [];
      size = 0;
    }
    pending.push(part);
    size += part.length;
  }
  if (size > 0) yield chunkOf(pending, size);
}

function chunkOf(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : joined(parts, size);
}

/** Of a long list half of the parts are a comma and a brace: for so little a call costs more than the copy. */
const fewBytes = 8;

/** In memory of its own, which is not cleared before it is filled. */
function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const chunk = new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
  let end = 0;
  for (const part of parts) {
    const { length } = part;
    if (length > fewBytes) chunk.set(part, end);
    else for (let index = 0; index < length; index++) chunk[end + index] = part[index] ?? 0;
    end += length;
  }
  return chunk;
}
