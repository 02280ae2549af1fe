import type { Clock, Random } from "../async/index.ts";
import type { Aging } from "./lanes.ts";
import type { QueueMetricsOptions } from "./queue-metrics.ts";
import type { RateLimiter } from "./rate-limiter.ts";

interface CommonOptions<K> {
  /** Default: the real one. */
  readonly clock?: Clock | undefined;
  /** Seeds the table of keys; no order depends on it. Default: the system's. */
  readonly random?: Random | undefined;
  /** Decides the waits of `addRateLimited`. Default: `defaultControllerLimiter`. */
  readonly limiter?: RateLimiter | undefined;
  /** Keys of one priority with different tenants take turns, so that a busy tenant does not hold up the others. Default: one tenant. */
  readonly tenantOf?: ((key: K) => string) | undefined;
  /** When a key that waits behind higher priorities gets its share. Default: after 10 s, one take in four. */
  readonly aging?: Aging | undefined;
  /** Default: nothing is counted. */
  readonly metrics?: QueueMetricsOptions | undefined;
}

/** Everything has a default, but for the identity of keys that are not strings: they are compared by value, so the queue must know it. */
export type WorkQueueOptions<K> = CommonOptions<K> &
  ([K] extends [string]
    ? { readonly identity?: ((key: K) => string) | undefined }
    : { readonly identity: (key: K) => string });

/** How a key is added. */
export interface AddOptions {
  /** Higher goes first. A 32-bit whole number; default 0. Of several adds of one key the highest counts. */
  readonly priority?: number | undefined;
}

/** How a key that failed is added. */
export interface AddRateLimitedOptions extends AddOptions {
  /** Wait no longer than this, whatever the limiter says. */
  readonly afterMs?: number | undefined;
}

/** How long a debounced key waits. */
export interface AddDebouncedOptions extends AddOptions {
  /** The key is ready once it was not added for so long. */
  readonly quietMs: number;
  /** The key is ready so long after its first add, even if it is never quiet. */
  readonly maxMs: number;
}
