import type { Clock, Timer } from "../async/index.ts";

/** How long a stream may be mute. */
export interface IdleStreamOptions {
  readonly clock: Clock;
  /** Only time in which somebody waits for the stream counts. */
  readonly idleTimeoutMs: number;
  /** What to throw when so long nothing came. */
  readonly expired: () => Error;
}

/** A stream that fails when nothing comes for too long, and then leaves its source, without waiting for it. Leaving it leaves the source. */
export class IdleStream implements AsyncIterableIterator<Uint8Array, void, void> {
  readonly #chunks: AsyncIterator<Uint8Array, unknown, void>;
  readonly #options: IdleStreamOptions;
  /** One timer for many chunks: when it fires it is set again for what is left. */
  #timer: Timer | undefined;
  /** Since when somebody waits. */
  #waitingSince: number | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor(chunks: AsyncIterable<Uint8Array>, options: IdleStreamOptions) {
    this.#chunks = chunks[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, unknown, void>;
    this.#options = options;
  }

  async next(): Promise<IteratorResult<Uint8Array, void>> {
    try {
      const result = await this.#wait(this.#chunks.next());
      if (result.done !== true) return result;
    } catch (error) {
      this.#stop();
      throw error;
    }
    this.#stop();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, void>> {
    this.#stop();
    await this.#chunks.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #wait<T>(chunk: Promise<T>): Promise<T> {
    const { clock, idleTimeoutMs } = this.#options;
    this.#waitingSince = clock.monotonic();
    this.#timer ??= clock.setTimeout(this.#check, idleTimeoutMs);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      chunk.then(
        (value) => {
          this.#waitingSince = undefined;
          resolve(value);
        },
        (error: unknown) => reject(error),
      );
    });
  }

  readonly #check = (): void => {
    const { clock, idleTimeoutMs, expired } = this.#options;
    this.#timer = undefined;
    if (this.#waitingSince === undefined) return;
    const left = this.#waitingSince + idleTimeoutMs - clock.monotonic();
    if (left > 0) this.#timer = clock.setTimeout(this.#check, left);
    else {
      // A source that is mute may not even answer that it was left.
      this.#chunks.return?.().then(undefined, () => {});
      this.#reject?.(expired());
    }
  };

  #stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#waitingSince = undefined;
  }
}
