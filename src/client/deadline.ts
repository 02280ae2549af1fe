import { linkSignals } from "../async/index.ts";
import type { Clock } from "../async/index.ts";

/** How long something may take. */
export interface DeadlineOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The reason with which the time runs out. */
  readonly expired: () => Error;
}

/** A signal that follows the caller's and is aborted when the time runs out. Disposing it ends both. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** From now on there is time without end; the caller's signal is still followed. */
  lift(): void;
}

/** Starts the time. */
export function startDeadline({ clock, timeoutMs, signal, expired }: DeadlineOptions): Deadline {
  const scope = linkSignals(signal);
  const timer = clock.setTimeout(() => scope.abort(expired()), timeoutMs);
  return {
    signal: scope.signal,
    lift: () => timer.cancel(),
    [Symbol.dispose]: () => {
      timer.cancel();
      scope[Symbol.dispose]();
    },
  };
}
