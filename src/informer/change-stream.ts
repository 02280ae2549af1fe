import type { KubeObject } from "../model/index.ts";
import { PendingChanges } from "./pending-changes.ts";
import type { PendingChangesOptions } from "./pending-changes.ts";
import type { Change } from "./resource-event-handler.ts";

/** The changes of an informer for one who asks for them one by one. */
export class ChangeStream<T extends KubeObject> {
  readonly #pending: PendingChanges<T>;

  constructor(options: PendingChangesOptions) {
    this.#pending = new PendingChanges(options);
  }

  get pending(): number {
    return this.#pending.size;
  }

  notify(change: Change<T>): void {
    this.#pending.push(change);
  }

  /** Says that nothing will follow. */
  stop(): void {
    this.#pending.close();
  }

  /** All changes until it is stopped; ends at once, and quietly, when the signal is aborted. */
  async *values(signal: AbortSignal | undefined): AsyncGenerator<Change<T>, void, void> {
    while (signal?.aborted !== true) {
      const change = this.#pending.shift();
      if (change !== undefined) yield change;
      else if (this.#pending.isClosed) return;
      else await this.#pending.ready(signal).catch(() => {});
    }
  }
}
