import { wireDefaults } from "./defaults.ts";

/** A stream in such copies. Leaving the iteration leaves the chunks as well. */
export async function* inSlabs(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) yield* slabsOf(chunk);
}

/**
 * A chunk of a stream as copies of a limited size. What is cut out of one and kept holds the copy and not the chunk, which may be as large as
 * the whole stream or belong to somebody else: one copy for many objects costs less than one for each.
 */
export function* slabsOf(chunk: Uint8Array): Generator<Uint8Array, void, void> {
  for (let start = 0; start < chunk.length; start += wireDefaults.slabBytes) {
    // Always of the same class, also if the chunk is a `Buffer`: loops over bytes are a third slower when they meet both.
    yield new Uint8Array(chunk.subarray(start, start + wireDefaults.slabBytes));
  }
}
