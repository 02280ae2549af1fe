/** The per-key part of the default controller limiter. */
export const controllerWaits = { initialMs: 5, maxMs: 1_000_000 } as const;

/** The shared part of the default controller limiter. */
export const controllerBucket = { perSecond: 10, burst: 100 } as const;

/** The default per-item limiter. */
export const itemWaits = { initialMs: 1, maxMs: 1_000_000 } as const;

/** Once a key has waited 10 s, one take in four goes to the key that has waited longest. */
export const defaultAging = { afterMs: 10_000, share: 4 } as const;

/** Beyond so many priorities the depth metric says `other`. */
export const maxDepthPriorities = 25;
