import type { Clock } from "../async/index.ts";
import { checkInteger, checkNumber, QueueError } from "./errors.ts";

/** How many tokens a `TokenBucket` holds and how fast it refills. */
export interface TokenBucketOptions {
  readonly perSecond: number;
  /** The bucket starts full with this many. */
  readonly burst: number;
  readonly clock: Clock;
}

/**
 * One bucket of tokens. It starts full; whoever finds it empty reserves a token of the future and is told how long to wait, without
 * bound: in a burst the k-th reservation beyond `burst` waits k ÷ `perSecond` seconds.
 */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  /** Below zero: tokens of the future that are promised already. */
  #tokens: number;
  #refilledAt: number;

  constructor(options: TokenBucketOptions) {
    checkNumber("TokenBucket perSecond", options.perSecond);
    if (options.perSecond === 0) {
      throw new QueueError("SETPOINT_QUEUE_OPTION", "TokenBucket perSecond: expected more than 0");
    }
    checkInteger("TokenBucket burst", options.burst, 1);
    this.#options = options;
    this.#tokens = options.burst;
    this.#refilledAt = options.clock.monotonic();
  }

  /** Takes a token and says in how many milliseconds it may be used. */
  reserve(): number {
    this.#refill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1000) / this.#options.perSecond;
  }

  /** Takes a token only if there is one now. */
  tryTake(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refill(): void {
    const { perSecond, burst, clock } = this.#options;
    const now = clock.monotonic();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#refilledAt) * perSecond) / 1000);
    this.#refilledAt = now;
  }
}
