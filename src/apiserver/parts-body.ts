import { serverDefaults } from "./defaults.ts";
import { inChunks, newMemory } from "./in-chunks.ts";

/** The body of an answer that is there already, in many parts. Whoever iterates over it gets pieces of a bounded size, to keep if they like. */
export class PartsBody implements AsyncIterable<Uint8Array> {
  readonly length: number;
  readonly #parts: readonly Uint8Array[];

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts;
    let length = 0;
    for (const part of parts) length += part.length;
    this.length = length;
  }

  /** All of it in one piece; undefined if that would be long. */
  short(): Uint8Array | undefined {
    if (this.length > serverDefaults.shortBodyBytes) return undefined;
    const [only] = this.#parts;
    return only !== undefined && this.#parts.length === 1 ? only : Buffer.concat(this.#parts);
  }

  /** Writes all of it at a place of some memory that is large enough. */
  copyInto(memory: Uint8Array, at: number): void {
    let end = at;
    for (const part of this.#parts) {
      memory.set(part, end);
      end += part.length;
    }
  }

  /** The same pieces for a socket: each may be overwritten as soon as the next one is asked for. New memory for each would double the work of sending a long list. */
  passing(): Iterable<Uint8Array> {
    let memory: Uint8Array | undefined;
    return inChunks(this.#parts, (size) => {
      memory ??= newMemory(Math.min(this.length, serverDefaults.chunkBytes));
      return memory.subarray(0, size);
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for (const chunk of inChunks(this.#parts)) yield chunk;
  }
}
