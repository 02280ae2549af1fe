/** What brings the bytes of a body. */
export interface BodySource {
  pause(): void;
  resume(): void;
  /** Nobody wants the rest. */
  leave(): void;
}

/** So many bytes may wait for their reader before the connection is told to wait. */
const highWaterBytes = 256 * 1_024;

/** What a chunk takes besides its bytes: many small ones count as well. */
const chunkOverheadBytes = 128;

/**
 * The body of an answer as it arrives, to be read once. What came before a failure is given out before it is thrown; an abort is thrown at
 * once. Memory is bounded: a reader that does not read stops the connection.
 */
export class IncomingBody implements AsyncIterableIterator<Uint8Array, void, void> {
  readonly #chunks: Uint8Array[] = [];
  readonly #signal: AbortSignal | undefined;
  #source: BodySource | undefined;
  #bytes = 0;
  #isPaused = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #waiting: PromiseWithResolvers<IteratorResult<Uint8Array, void>>[] = [];

  constructor(source: BodySource, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
  }

  push(chunk: Uint8Array): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      waiting.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length + chunkOverheadBytes;
    if (this.#bytes < highWaterBytes || this.#isPaused) return;
    this.#isPaused = true;
    this.#source?.pause();
  }

  /** The body is whole. */
  end(): void {
    this.#source = undefined;
    for (const waiting of this.#waiting.splice(0)) waiting.resolve({ done: true, value: undefined });
  }

  /** There will be no more of it. */
  fail(error: unknown): void {
    this.#source = undefined;
    this.#failure ??= { error };
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }

  next(): Promise<IteratorResult<Uint8Array, void>> {
    if (this.#signal?.aborted === true) {
      this.#drop();
      return Promise.reject(this.#signal.reason as Error);
    }
    const [only] = this.#chunks;
    if (only !== undefined) {
      // All at once: however small its chunks, a body costs what its bytes cost.
      const value = this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
      this.#drop();
      this.#mayResume();
      return Promise.resolve({ done: false, value });
    }
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    if (this.#source === undefined) return Promise.resolve({ done: true, value: undefined });
    const waiting = Promise.withResolvers<IteratorResult<Uint8Array, void>>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    const source = this.#source;
    this.#drop();
    this.end();
    source?.leave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #mayResume(): void {
    if (!this.#isPaused || this.#bytes > highWaterBytes / 2) return;
    this.#isPaused = false;
    this.#source?.resume();
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
  }
}
