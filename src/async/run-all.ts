import { linkSignals } from "./signals.ts";

/** A part of a `runAll`. It ends when it is done, or soon after its signal is aborted. */
export type Task = (signal: AbortSignal) => void | PromiseLike<void>;

/** What every `runAll` must be told. */
export interface RunAllOptions {
  readonly signal: AbortSignal;
  /** Gets what a task throws after it was told to stop, unless that is just the reason why. Should not throw; if it does, that counts as a failure. */
  readonly onStopError: (error: unknown) => void;
}

/**
 * Runs tasks side by side as one unit. The first to fail aborts the others with its error as the reason, all are awaited, and then that
 * error is thrown. When `signal` is aborted the tasks are told to stop, with its reason, and `runAll` returns normally. A task that has not
 * begun when the end has come is not begun; one that ends early just ends.
 */
export async function runAll(tasks: readonly Task[], { signal, onStopError }: RunAllOptions): Promise<void> {
  using scope = linkSignals(signal);
  const stop = scope.signal;
  let failure: { readonly error: unknown } | undefined;

  const fail = (error: unknown): void => {
    failure ??= { error };
    scope.abort(error);
  };
  const run = async (task: Task): Promise<void> => {
    if (stop.aborted) return;
    try {
      await task(stop);
    } catch (error) {
      if (!stop.aborted) fail(error);
      else if (error !== stop.reason) report(error);
    }
  };
  const report = (error: unknown): void => {
    try {
      onStopError(error);
    } catch (reportError) {
      fail(reportError);
    }
  };

  await Promise.all(tasks.map(run));
  if (failure !== undefined) throw failure.error;
}
