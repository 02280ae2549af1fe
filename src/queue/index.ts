/**
 * The work queue between whoever notices that a key needs work and whoever does it, and what decides when a failed key is tried again.
 *
 * Promised: one lease for a key at a time, no add lost, an order that is kept, delays that are exact, nothing that starves. Not promised:
 * anything across a restart (a controller finds out anew what needs work), or that a key is handed out once for each time it was added.
 *
 * @module
 */
export { BucketLimiter } from "./bucket-limiter.ts";
export { defaultControllerLimiter, defaultItemLimiter } from "./default-limiters.ts";
export { QueueError } from "./errors.ts";
export type { QueueErrorCode } from "./errors.ts";
export { ExponentialLimiter } from "./exponential-limiter.ts";
export type { ExponentialLimiterOptions } from "./exponential-limiter.ts";
export { FastSlowLimiter } from "./fast-slow-limiter.ts";
export type { FastSlowLimiterOptions } from "./fast-slow-limiter.ts";
export { ItemBackoff } from "./item-backoff.ts";
export type { ItemBackoffOptions } from "./item-backoff.ts";
export type { Aging } from "./lanes.ts";
export type { Lease } from "./lease.ts";
export { MaxOfLimiter } from "./max-of-limiter.ts";
export { MaxWaitLimiter } from "./max-wait-limiter.ts";
export { parallelize } from "./parallelize.ts";
export type { ParallelizeOptions } from "./parallelize.ts";
export type { QueueMetricsOptions } from "./queue-metrics.ts";
export type { RateLimiter } from "./rate-limiter.ts";
export { TokenBucket } from "./token-bucket.ts";
export type { TokenBucketOptions } from "./token-bucket.ts";
export { WorkQueue } from "./work-queue.ts";
export type { AddDebouncedOptions, AddOptions, AddRateLimitedOptions, WorkQueueOptions } from "./work-queue-options.ts";
