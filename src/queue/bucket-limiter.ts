import type { RateLimiter } from "./rate-limiter.ts";
import { TokenBucket } from "./token-bucket.ts";
import type { TokenBucketOptions } from "./token-bucket.ts";

/** One token bucket for all keys together: bounds the retries of the whole queue. Remembers no key. */
export class BucketLimiter implements RateLimiter {
  readonly #bucket: TokenBucket;

  constructor(options: TokenBucketOptions) {
    this.#bucket = new TokenBucket(options);
  }

  when(_key: string): number {
    return this.#bucket.reserve();
  }

  forget(_key: string): void {}

  retries(_key: string): number {
    return 0;
  }
}
