import { serverDefaults } from "./defaults.ts";
import { joinBytes } from "../wire/index.ts";

/** The same bytes in as few pieces as their size allows. A part is never split: one that is larger is a piece of its own, and not copied. */
export function* inChunks(parts: Iterable<Uint8Array>): Generator<Uint8Array, void, void> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    if (size > 0 && size + part.length > serverDefaults.chunkBytes) {
      yield chunkOf(pending);
      pending = [];
      size = 0;
    }
    pending.push(part);
    size += part.length;
  }
  if (size > 0) yield chunkOf(pending);
}

function chunkOf(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : joinBytes(parts);
}
