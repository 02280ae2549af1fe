import { checkNumber } from "./errors.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** Another limiter with its waits cut at `maxMs`. The other one counts on. */
export class MaxWaitLimiter implements RateLimiter {
  readonly #inner: RateLimiter;
  readonly #maxMs: number;

  constructor(inner: RateLimiter, maxMs: number) {
    this.#inner = inner;
    this.#maxMs = checkNumber("MaxWaitLimiter maxMs", maxMs);
  }

  when(key: string): number {
    return Math.min(this.#maxMs, this.#inner.when(key));
  }

  forget(key: string): void {
    this.#inner.forget(key);
  }

  retries(key: string): number {
    return this.#inner.retries(key);
  }
}
