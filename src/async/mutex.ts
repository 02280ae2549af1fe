import { WaitQueue } from "./wait-queue.ts";

/** At most one holder at a time; those who wait get it in the order in which they asked. Not re-entrant: a holder who asks again waits for ever. */
export class Mutex {
  readonly #waiting = new WaitQueue<Disposable>();
  #isLocked = false;

  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Resolves to the lock, to be held by `using`. Rejects with the signal's reason when that is aborted first, and then holds nothing. */
  async lock(signal?: AbortSignal): Promise<Disposable> {
    signal?.throwIfAborted();
    if (this.#isLocked) return await this.#waiting.wait(undefined, signal);
    this.#isLocked = true;
    return this.#hold();
  }

  /** Runs `work` while holding the lock and gives its result. */
  async run<T>(work: () => T | PromiseLike<T>, signal?: AbortSignal): Promise<T> {
    using _lock = await this.lock(signal);
    return await work();
  }

  #hold(): Disposable {
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#isLocked = false;
      else next.resolve(this.#hold());
    };
    return { [Symbol.dispose]: release };
  }
}
