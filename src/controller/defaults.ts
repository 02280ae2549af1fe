/** What a controller does unless told otherwise, and what it cannot be told. */
export interface ControllerDefaults {
  readonly workers: number;
  readonly reconcileTimeoutMs: number;
  /** How long a controller that stops waits for the reconciles that run. */
  readonly gracefulShutdownMs: number;
  /** How long one write of the framework's own may take. */
  readonly writeTimeoutMs: number;
  /** How long an own write counts as newer than the cache. An informer that is later than this has lost its server, or its server its memory. */
  readonly ownWriteMs: number;
  /** From so many conflicts in a row on, they are worth a word. */
  readonly notableConflicts: number;
}

/** How a controller works unless its definition says otherwise. */
export const controllerDefaults: ControllerDefaults = {
  workers: 1,
  reconcileTimeoutMs: 300_000,
  gracefulShutdownMs: 30_000,
  writeTimeoutMs: 30_000,
  ownWriteMs: 10_000,
  notableConflicts: 10,
};
