/** How discovery behaves unless told otherwise. */
export interface DiscoveryDefaults {
  /** How long what was discovered counts as known. */
  readonly maxAgeMs: number;
  /** How long, when a part of the server did not answer: the next question asks that part again. */
  readonly maxAgeAfterFailureMs: number;
  /** A lookup that finds nothing asks the server again, but not if it was asked within this time. */
  readonly refreshIntervalMs: number;
}

/** Ten minutes, as kubectl; ten seconds after a failure; two seconds between two lookups of something that is not there. */
export const discoveryDefaults: DiscoveryDefaults = Object.freeze({
  maxAgeMs: 600_000,
  maxAgeAfterFailureMs: 10_000,
  refreshIntervalMs: 2_000,
});
