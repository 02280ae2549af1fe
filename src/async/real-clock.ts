import type { Clock, Timer } from "./clock.ts";
import { sleep } from "./sleep.ts";

/** The longest delay of a platform timer. A longer one would fire at once. */
const longestPlatformDelayMs = 2 ** 31 - 1;

interface RealTimerOptions {
  readonly callback: () => void;
  readonly delayMs: number;
  readonly keepsProcessAlive: boolean;
}

/** One timer of any length, as a chain of platform timers. Never fires early by `performance.now()`, as a single platform timer may. */
class RealTimer implements Timer {
  readonly #dueAt: number;
  readonly #keepsProcessAlive: boolean;
  #callback: (() => void) | undefined;
  #handle: ReturnType<typeof setTimeout> | undefined;

  constructor({ callback, delayMs, keepsProcessAlive }: RealTimerOptions) {
    this.#dueAt = performance.now() + (delayMs > 0 ? delayMs : 0);
    this.#keepsProcessAlive = keepsProcessAlive;
    this.#callback = callback;
    if (delayMs !== Infinity) this.#arm();
  }

  cancel(): void {
    this.#callback = undefined;
    clearTimeout(this.#handle);
    this.#handle = undefined;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }

  #arm(): void {
    const remainingMs = Math.max(0, Math.ceil(this.#dueAt - performance.now()));
    this.#handle = setTimeout(() => this.#wake(), Math.min(remainingMs, longestPlatformDelayMs));
    if (!this.#keepsProcessAlive) unref(this.#handle);
  }

  #wake(): void {
    if (performance.now() < this.#dueAt) {
      this.#arm();
      return;
    }
    const callback = this.#callback;
    this.cancel();
    callback?.();
  }
}

/** Outside Node a timer is a number, and nothing waits for it. */
function unref(handle: number | { readonly unref: () => unknown }): void {
  if (typeof handle === "object") handle.unref();
}

function startTimer(callback: () => void, delayMs: number): Timer {
  return new RealTimer({ callback, delayMs, keepsProcessAlive: true });
}

function timeout(delayMs: number): AbortSignal {
  const wholeMs = delayMs > 0 ? Math.ceil(delayMs) : 0;
  if (wholeMs <= longestPlatformDelayMs) return AbortSignal.timeout(wholeMs);
  const controller = new AbortController();
  const callback = (): void =>
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  void new RealTimer({ callback, delayMs, keepsProcessAlive: false });
  return controller.signal;
}

/** The platform's time. A timer made by `setTimeout` keeps the process alive until it ran or was cancelled; a `timeout` never does. */
export const realClock: Clock = Object.freeze<Clock>({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: startTimer,
  sleep: (delayMs, signal) => sleep({ setTimeout: startTimer }, delayMs, signal),
  timeout,
});
