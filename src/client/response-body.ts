/** What a body needs to know of the exchange that it ends. */
export interface BodyHooks {
  readonly signal: AbortSignal;
  /** What to throw instead of an error. */
  readonly failure?: ((error: unknown) => unknown) | undefined;
  /** Called when the body is left early, also before its first chunk, to free what carries it. By default the chunks are left. */
  readonly leave?: (() => unknown) | undefined;
  /** Called at the end, after a failure and when the body is left. May be called again. */
  readonly end: () => void;
}

/** The body of an answer, to be read once. Whichever way it ends, somebody is told. An aborted one throws, also when it looks complete. */
export class ResponseBody implements AsyncIterableIterator<Uint8Array, void, void> {
  readonly #chunks: AsyncIterator<Uint8Array, unknown, void>;
  readonly #hooks: BodyHooks;

  constructor(chunks: AsyncIterable<Uint8Array>, hooks: BodyHooks) {
    this.#chunks = chunks[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, unknown, void>;
    this.#hooks = hooks;
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    const { signal, failure = (error: unknown) => error, end } = this.#hooks;
    try {
      const result = await this.#chunks.next();
      // What was still on its way when the request was aborted is gone, and what follows looks like the end.
      signal.throwIfAborted();
      if (result.done !== true) return result;
    } catch (error) {
      end();
      throw failure(error);
    }
    end();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    const { end, leave = () => this.#chunks.return?.() } = this.#hooks;
    end();
    await leave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
