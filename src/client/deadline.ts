import { onAbort } from "../async/index.ts";
import type { Clock, Timer } from "../async/index.ts";

/** How long something may take. */
export interface DeadlineOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The reason with which the time runs out. */
  readonly expired: () => Error;
}

/** Time for one piece of work, which starts at once, unless the caller's signal is aborted: then it throws the reason. Its signal follows the caller's and is aborted when the time runs out. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: Timer;
  readonly #following: Disposable;
  #reject: ((reason: unknown) => void) | undefined;

  constructor({ clock, timeoutMs, signal, expired }: DeadlineOptions) {
    signal?.throwIfAborted();
    this.#timer = clock.setTimeout(() => this.abort(expired()), timeoutMs);
    this.#following = onAbort(signal, (reason) => this.abort(reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Follows the one piece of work, but rejects with the signal's reason as soon as that is aborted, whether the work heeds it or not. How the
   * work ends is then nobody's concern.
   */
  limit<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      work.then(resolve, reject);
      if (this.signal.aborted) reject(this.signal.reason);
    });
  }

  /** From now on there is time without end; the caller's signal is still followed. */
  lift(): void {
    this.#timer.cancel();
  }

  /** Ends the time, and the following of the caller's signal. */
  [Symbol.dispose](): void {
    this.#timer.cancel();
    this.#following[Symbol.dispose]();
  }

  /** Aborts the signal, as if the time had run out. */
  abort(reason: unknown): void {
    this[Symbol.dispose]();
    this.#controller.abort(reason);
    this.#reject?.(reason);
  }
}
