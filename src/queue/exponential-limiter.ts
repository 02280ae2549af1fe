import type { Random } from "../async/index.ts";
import { checkNumber, QueueError } from "./errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { RetryCounts } from "./retry-counts.ts";

/** How fast the waits of `ExponentialLimiter` grow. */
export interface ExponentialLimiterOptions {
  /** The wait after the first failure. */
  readonly initialMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
  /** Spreads each wait over up to this share more, so that keys that failed together do not return together. Needs `random`. */
  readonly jitter?: number | undefined;
  readonly random?: Random | undefined;
}

/** Each failure of a key doubles its wait: `initialMs · 2^n` after n earlier failures, never more than `maxMs`, also with jitter. */
export class ExponentialLimiter implements RateLimiter {
  readonly #options: ExponentialLimiterOptions;
  readonly #counts = new RetryCounts();

  constructor(options: ExponentialLimiterOptions) {
    checkNumber("ExponentialLimiter initialMs", options.initialMs);
    checkNumber("ExponentialLimiter maxMs", options.maxMs);
    checkNumber("ExponentialLimiter jitter", options.jitter ?? 0);
    if (options.jitter !== undefined && options.random === undefined) {
      throw new QueueError("SETPOINT_QUEUE_OPTION", "ExponentialLimiter jitter: expected `random` beside it");
    }
    this.#options = options;
  }

  when(key: string): number {
    const { initialMs, maxMs, jitter = 0, random } = this.#options;
    // Overflow gives Infinity, which the cap takes care of. It leaves room for the jitter, so that the longest waits are spread as well.
    const delayMs = Math.min(maxMs / (1 + jitter), initialMs * 2 ** this.#counts.next(key));
    return random === undefined ? delayMs : delayMs * (1 + jitter * random.next());
  }

  forget(key: string): void {
    this.#counts.forget(key);
  }

  retries(key: string): number {
    return this.#counts.get(key);
  }
}
