import { onAbort } from "../../async/index.ts";
import { StoreError } from "./errors.ts";
import type { Change, WatchRange } from "./store.ts";

/**
 * The last changes of one collection, in order. Watchers are cursors over it: they hold no buffer, and one that falls behind the window is
 * told so.
 */
export class ChangeLog {
  readonly #size: number;
  /** The oldest are dropped in bulk: what stands before `#first` is dropped already. */
  #changes: Change[] = [];
  #first = 0;
  /** How many changes were cut off the front of the array: position of a change = `#cut` + its index. */
  #cut = 0;
  #droppedRevision = 0;
  readonly #sleepers = new Set<() => void>();

  constructor(size: number) {
    this.#size = size;
  }

  append(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length - this.#first > this.#size) this.#drop(this.#first + 1);
    this.#wake();
  }

  /** Forgets the changes up to and including a revision. Who has seen them already is not concerned. */
  compact(revision: number): void {
    this.#drop(this.#indexAfter(revision));
  }

  /** See `Store.watch`. */
  async *watch({ collection, namespace, since, signal }: WatchRange): AsyncGenerator<readonly Change[], void, void> {
    if (since < this.#droppedRevision) throw expired(collection, since, this.#droppedRevision);
    let position = this.#cut + this.#indexAfter(since);
    let seen = since;
    for (;;) {
      const isLast = signal.aborted;
      if (position < this.#cut + this.#first) throw expired(collection, seen, this.#droppedRevision);
      const batch = this.#changes
        .slice(position - this.#cut)
        .filter((change) => change.revision > since && (namespace === undefined || change.key.namespace === namespace));
      position = this.#cut + this.#changes.length;
      seen = this.#changes.at(-1)?.revision ?? seen;
      if (batch.length > 0) yield batch;
      else if (!isLast) await this.#appended(signal);
      if (isLast) return;
    }
  }

  /** Resolves at the next change, or when the signal is aborted. */
  async #appended(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.add(resolve);
    using _link = onAbort(signal, () => resolve());
    await promise;
    this.#sleepers.delete(resolve);
  }

  /** Those who are woken go on in a microtask of their own: changes committed before that come in one batch. */
  #wake(): void {
    for (const resolve of this.#sleepers) resolve();
    this.#sleepers.clear();
  }

  #drop(first: number): void {
    const last = this.#changes[first - 1];
    if (last === undefined || first <= this.#first) return;
    this.#droppedRevision = last.revision;
    this.#first = first;
    if (first < this.#changes.length / 2) return;
    this.#changes = this.#changes.slice(first);
    this.#cut += first;
    this.#first = 0;
  }

  #indexAfter(revision: number): number {
    let low = this.#first;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function expired(collection: string, since: number, dropped: number): StoreError {
  const message = `watch ${collection} after revision ${since}: expected its changes in the log, but those up to ${dropped} were dropped`;
  return new StoreError("SETPOINT_STORE_EXPIRED", message, dropped);
}
