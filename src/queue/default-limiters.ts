import type { Clock } from "../async/index.ts";
import { BucketLimiter } from "./bucket-limiter.ts";
import { controllerBucket, controllerWaits, itemWaits } from "./defaults.ts";
import { ExponentialLimiter } from "./exponential-limiter.ts";
import { MaxOfLimiter } from "./max-of-limiter.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** What a controller's queue uses unless told otherwise: each key backs off from 5 ms to 1000 s, all together retry 10 times a second. */
export function defaultControllerLimiter(clock: Clock): RateLimiter {
  return new MaxOfLimiter([new ExponentialLimiter(controllerWaits), new BucketLimiter({ ...controllerBucket, clock })]);
}

/** Each key backs off from 1 ms to 1000 s; keys do not hold each other back. */
export function defaultItemLimiter(): RateLimiter {
  return new ExponentialLimiter(itemWaits);
}
