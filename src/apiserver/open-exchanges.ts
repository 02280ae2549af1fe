/** One request that is being answered. Who is done with it leaves. */
export class OpenExchange {
  readonly #controller = new AbortController();
  readonly #leave: (exchange: OpenExchange) => void;
  #fail: ((reason: unknown) => void) | undefined;

  constructor(leave: (exchange: OpenExchange) => void) {
    this.#leave = leave;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
    this.#fail?.(this.signal.reason);
  }

  /** Follows work, one at a time, but rejects as soon as this is aborted. Cheaper than to listen to the signal, and every request is followed. */
  follow<T>(work: PromiseLike<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject);
    this.#fail = reject;
    if (this.signal.aborted) reject(this.signal.reason);
    return promise;
  }

  leave(): void {
    this.#fail = undefined;
    this.#leave(this);
  }
}

/**
 * What is being answered on the sockets of an endpoint. Closing ends all of it. One signal for everybody would not do: to listen to it takes
 * the longer the more listen already, and there may be thousands of watches.
 */
export class OpenExchanges {
  readonly #open = new Set<OpenExchange>();
  readonly #empty = Promise.withResolvers<void>();
  #isClosing = false;

  /** From then on everything ends as if there were nothing more to say. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** A signal of its own for one exchange, until that leaves. */
  enter(): OpenExchange {
    const exchange = new OpenExchange(this.#leave);
    this.#open.add(exchange);
    if (this.#isClosing) exchange.abort();
    return exchange;
  }

  /** Idempotent. Resolves when everybody has left. */
  close(): Promise<void> {
    this.#isClosing = true;
    for (const exchange of this.#open) exchange.abort();
    if (this.#open.size === 0) this.#empty.resolve();
    return this.#empty.promise;
  }

  readonly #leave = (exchange: OpenExchange): void => {
    this.#open.delete(exchange);
    if (this.#isClosing && this.#open.size === 0) this.#empty.resolve();
  };
}
