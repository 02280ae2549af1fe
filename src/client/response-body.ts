/** What a body needs to know of the exchange that it ends. */
export interface BodyHooks {
  readonly signal: AbortSignal;
  /** Called at the end, after a failure and when the body is left. May be called again. */
  readonly end: () => void;
  /** Called when the body is left while its next chunk is waited for: only an abort reaches a source that can't be left meanwhile. */
  readonly abort?: (() => void) | undefined;
}

/** The body of an answer, to be read once. Whichever way it ends, somebody is told. An aborted one throws, also when it looks complete. */
export class ResponseBody implements AsyncIterableIterator<Uint8Array, void, void> {
  readonly #chunks: AsyncIterator<Uint8Array, unknown, void>;
  readonly #hooks: BodyHooks;
  #isWaiting = false;

  constructor(chunks: AsyncIterable<Uint8Array>, hooks: BodyHooks) {
    this.#chunks = chunks[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, unknown, void>;
    this.#hooks = hooks;
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    const { signal, end } = this.#hooks;
    this.#isWaiting = true;
    try {
      const result = await this.#chunks.next();
      this.#isWaiting = false;
      // What was still on its way when the request was aborted is gone, and what follows looks like the end.
      signal.throwIfAborted();
      if (result.done !== true) return result;
    } catch (error) {
      this.#isWaiting = false;
      end();
      // After an abort the chunks may not be at their end, and nobody else will leave them.
      this.#chunks.return?.().catch(() => {});
      throw error;
    }
    end();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#hooks.end();
    if (this.#isWaiting) this.#hooks.abort?.();
    await this.#chunks.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
