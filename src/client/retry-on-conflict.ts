import { Backoff, realClock, systemRandom } from "../async/index.ts";
import type { BackoffPolicy, Clock, Random } from "../async/index.ts";
import { isConflict } from "../model/index.ts";
import { ApplyConflictError } from "./apply-conflict-error.ts";
import { verbDefaults } from "./verb-defaults.ts";

/** How often to try, and at which pace. */
export interface RetryOnConflictOptions {
  /** The first time included. */
  readonly attempts?: number | undefined;
  readonly backoff?: Readonly<BackoffPolicy> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/**
 * Does work that reads an object and writes it back, again for as long as somebody else was faster. Any other failure is thrown at once, and
 * so is an `ApplyConflictError`: who owns a field does not change by itself. After the last attempt its conflict is thrown.
 */
export async function retryOnConflict<R>(work: () => Promise<R>, options: RetryOnConflictOptions = {}): Promise<R> {
  const { attempts = verbDefaults.conflictAttempts, signal } = options;
  const { clock = realClock, random = systemRandom } = options;
  const backoff = new Backoff({ ...(options.backoff ?? verbDefaults.conflictBackoff), clock, random });
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isConflict(error) || ApplyConflictError.is(error)) throw error;
    }
    await backoff.wait(signal);
  }
}
