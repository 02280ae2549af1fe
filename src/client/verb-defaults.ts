import type { BackoffPolicy } from "../async/index.ts";

/** What the verbs of a resource and the helpers around them do unless told otherwise. */
export interface VerbDefaults {
  /** Items of a page. */
  readonly pageSize: number;
  /** How long `waitFor` and `waitUntilGone` wait. */
  readonly waitTimeoutMs: number;
  /** How soon a wait asks again after it was interrupted. */
  readonly waitBackoff: Readonly<BackoffPolicy>;
  /** After so long the server ends a watch that waits, and another one begins. */
  readonly waitWatchSeconds: number;
  /** A watch that is mute for so long is replaced. Longer than the above, after which even a quiet one ends. */
  readonly waitIdleMs: number;
  /** A watch that ends sooner and has brought nothing new is not opened again at once. */
  readonly shortWatchMs: number;
  /** How often work is done that meets conflicts, the first time included. */
  readonly conflictAttempts: number;
  readonly conflictBackoff: Readonly<BackoffPolicy>;
  /** How long `applyAll` waits until a definition that it applied is served. */
  readonly servedTimeoutMs: number;
  readonly servedBackoff: Readonly<BackoffPolicy>;
}

/** Pages, and the pace after a conflict, are those of client-go; a wait takes as long as `kubectl wait`. */
export const verbDefaults: VerbDefaults = Object.freeze({
  pageSize: 500,
  waitTimeoutMs: 30_000,
  waitBackoff: Object.freeze({ initialMs: 200, maxMs: 10_000, factor: 2, jitter: 1 }),
  waitWatchSeconds: 300,
  waitIdleMs: 330_000,
  shortWatchMs: 1_000,
  conflictAttempts: 5,
  conflictBackoff: Object.freeze({ initialMs: 10, maxMs: 1_000, factor: 1, jitter: 0.1 }),
  servedTimeoutMs: 60_000,
  servedBackoff: Object.freeze({ initialMs: 20, maxMs: 1_000, factor: 2, jitter: 0.5 }),
});
