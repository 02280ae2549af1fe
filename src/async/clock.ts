/** A pending callback. Cancelling it twice, or after it ran, does nothing. */
export interface Timer extends Disposable {
  cancel(): void;
}

/**
 * The only source of time. Everything that waits or measures is given one, so that a test can own time.
 *
 * Delays may be of any length (platform timers stop at 2^31 ms); a delay of zero, below zero or NaN means "as soon as possible, but
 * never before the caller has returned"; `Infinity` never fires.
 */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970. May jump, also backwards. */
  now(): number;
  /** Milliseconds since an arbitrary moment. Never goes back: the one to measure and to schedule with. */
  monotonic(): number;
  setTimeout(callback: () => void, delayMs: number): Timer;
  /** Resolves after `delayMs`. Rejects with `signal.reason` as soon as the signal is aborted, leaving no timer and no listener behind. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted with a `TimeoutError` after `delayMs`. A pending one does not keep the process alive. */
  timeout(delayMs: number): AbortSignal;
}
