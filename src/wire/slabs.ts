import { wireDefaults } from "./defaults.ts";

/**
 * A chunk of a stream as copies of a limited size. What is cut out of one and kept holds the copy and not the chunk, which may be as large as
 * the whole stream or belong to somebody else: one copy for many objects costs less than one for each.
 */
export function* slabsOf(chunk: Uint8Array): Generator<Uint8Array, void, void> {
  for (let start = 0; start < chunk.length; start += wireDefaults.slabBytes) {
    // `Buffer.slice` would be a view.
    yield Uint8Array.prototype.slice.call(chunk, start, start + wireDefaults.slabBytes);
  }
}
