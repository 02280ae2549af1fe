import { checkInteger, checkNumber } from "./errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { RetryCounts } from "./retry-counts.ts";

/** The two waits of `FastSlowLimiter` and where one ends and the other begins. */
export interface FastSlowLimiterOptions {
  readonly fastMs: number;
  readonly slowMs: number;
  /** This many tries are fast. */
  readonly fastTries: number;
}

/** The first tries of a key come soon, all later ones slowly. */
export class FastSlowLimiter implements RateLimiter {
  readonly #options: FastSlowLimiterOptions;
  readonly #counts = new RetryCounts();

  constructor(options: FastSlowLimiterOptions) {
    checkNumber("FastSlowLimiter fastMs", options.fastMs);
    checkNumber("FastSlowLimiter slowMs", options.slowMs);
    checkInteger("FastSlowLimiter fastTries", options.fastTries, 0);
    this.#options = options;
  }

  when(key: string): number {
    return this.#counts.next(key) < this.#options.fastTries ? this.#options.fastMs : this.#options.slowMs;
  }

  forget(key: string): void {
    this.#counts.forget(key);
  }

  retries(key: string): number {
    return this.#counts.get(key);
  }
}
