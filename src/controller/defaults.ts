/** What a controller does unless told otherwise, and what it cannot be told. */
export interface ControllerDefaults {
  readonly workers: number;
  readonly reconcileTimeoutMs: number;
  /** How long a controller that stops waits for the reconciles that run. */
  readonly gracefulShutdownMs: number;
  /** How long one request of the framework's own may take. */
  readonly requestTimeoutMs: number;
  /** After so many runs in a row a worker lets the rest of the process have its turn. */
  readonly runsPerTurn: number;
  /** From so many conflicts in a row on, they are worth a word. */
  readonly notableConflicts: number;
}

/** How a controller works unless its definition says otherwise. */
export const controllerDefaults: ControllerDefaults = {
  workers: 1,
  reconcileTimeoutMs: 300_000,
  gracefulShutdownMs: 30_000,
  requestTimeoutMs: 30_000,
  runsPerTurn: 32,
  notableConflicts: 10,
};
