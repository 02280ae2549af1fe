/** How long a cluster waits for what should be there soon. */
export interface ClusterDefaults {
  /** For `until` and `untilGone`. */
  readonly untilTimeoutMs: number;
  /** Until a server serves a kind that it was just told of. */
  readonly servedTimeoutMs: number;
  /** Between two looks whether it does. A real server needs about a second. */
  readonly servedPollMs: number;
}

/** How long a cluster waits, in one place. */
export const clusterDefaults: ClusterDefaults = {
  untilTimeoutMs: 10_000,
  servedTimeoutMs: 30_000,
  servedPollMs: 50,
};
