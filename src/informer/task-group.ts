import { linkSignals, onAbort } from "../async/index.ts";
import type { SignalScope } from "../async/index.ts";

/** What a group is made from. */
export interface TaskGroupOptions {
  readonly signal: AbortSignal;
  /** Gets what a task throws after it was told to stop, unless that is just the reason why. Should not throw. */
  readonly onStopError: (error: unknown) => void;
}

/** Tasks side by side, more of which may come while others run. The first to fail stops all. */
export class TaskGroup implements Disposable {
  readonly #scope: SignalScope;
  readonly #onStopError: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor({ signal, onStopError }: TaskGroupOptions) {
    this.#scope = linkSignals(signal);
    this.#onStopError = onStopError;
  }

  /** Aborted when all are to stop. */
  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  start(task: (signal: AbortSignal) => Promise<void>): void {
    const running = this.#run(task).then(() => void this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all are to stop. */
  async aborted(): Promise<void> {
    const { signal } = this.#scope;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => void onAbort(signal, () => resolve()));
  }

  /** Resolves when all have ended. Rejects with the first failure. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  [Symbol.dispose](): void {
    this.#scope[Symbol.dispose]();
  }

  async #run(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#scope;
    try {
      await task(signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      else if (error !== signal.reason) this.#onStopError(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#scope.abort(error);
  }
}
