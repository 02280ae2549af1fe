import { InvalidArgumentError } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { Middleware } from "./transport.ts";

/** How many requests a client sends: `burst` at once, and from then on so many in a second. */
export interface RateLimit {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** By whose time to wait, and who wants to know how long a request waited. */
export interface RateLimitOptions {
  readonly clock: Clock;
  readonly onWait?: ((method: string, waitedMs: number) => void) | undefined;
}

/**
 * Lets requests wait for their turn, in the order in which they came. Streams, of which there are few, never wait. One that is aborted while
 * it waits gives its turn back.
 */
export function rateLimit(limit: RateLimit, { clock, onWait }: RateLimitOptions): Middleware {
  const bucket = new TokenBucket(limit, clock);
  return (next) => async (request) => {
    if (request.isStream === true) return next(request);
    request.signal?.throwIfAborted();
    const waitMs = bucket.take();
    try {
      if (waitMs > 0) await clock.sleep(waitMs, request.signal);
    } catch (error) {
      bucket.giveBack();
      throw error;
    }
    onWait?.(request.method, waitMs);
    return next(request);
  };
}

class TokenBucket {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  /** Below zero: tokens of the future that are promised already. */
  #tokens: number;
  #filledAt: number;

  constructor(limit: RateLimit, clock: Clock) {
    const { requestsPerSecond, burst } = limit;
    if (!(requestsPerSecond > 0 && requestsPerSecond < Infinity)) {
      const place = "ClientOptions.rateLimit.requestsPerSecond";
      throw new InvalidArgumentError({ place, input: requestsPerSecond, expected: "a number above 0" });
    }
    if (!Number.isSafeInteger(burst) || burst < 1) {
      const place = "ClientOptions.rateLimit.burst";
      throw new InvalidArgumentError({ place, input: burst, expected: "a whole number, at least 1" });
    }
    this.#limit = limit;
    this.#clock = clock;
    this.#tokens = burst;
    this.#filledAt = clock.monotonic();
  }

  /** Takes a token and says in how many milliseconds it may be used. */
  take(): number {
    const now = this.#clock.monotonic();
    const { requestsPerSecond, burst } = this.#limit;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * requestsPerSecond) / 1_000) - 1;
    this.#filledAt = now;
    return Math.max(0, (-this.#tokens * 1_000) / requestsPerSecond);
  }

  giveBack(): void {
    this.#tokens += 1;
  }
}
