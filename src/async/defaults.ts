import type { BackoffPolicy } from "./backoff.ts";

/** The pace at which the field's reflectors come back to a server that fails: 0.8 s, doubled each time, jittered, at most 30 s. */
export const defaultBackoff: Readonly<BackoffPolicy> = Object.freeze({
  initialMs: 800,
  maxMs: 30_000,
  factor: 2,
  jitter: 1,
  resetAfterMs: 120_000,
});

/** Where the wall time of a virtual clock begins: the first of January 2026, so that no test depends on the day it runs. */
export const defaultVirtualStartMs: number = Date.UTC(2026, 0, 1);

/** Turns of the event loop between two virtual timers: one settles every promise, the second what promises put in the task queue. */
export const defaultSettleTurns = 2;

/** New timers that may run at one virtual instant, or in one `runUntilIdle`, before the clock says that they will never end. */
export const defaultTimerLimit = 100_000;
