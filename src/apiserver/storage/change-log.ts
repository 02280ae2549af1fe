import { onAbort } from "../../async/index.ts";
import { watchBatch } from "./defaults.ts";
import { StoreError } from "./errors.ts";
import type { Change, WatchRange } from "./store.ts";

/** How much a log keeps. */
export interface ChangeLogLimits {
  readonly changes: number;
  /** The states before and after each change count. The newest change is kept whatever its size. */
  readonly bytes: number;
}

/** Somebody who waits for changes, over and over. */
class Sleeper {
  #resolve: (() => void) | undefined;

  sleep(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resolve = resolve;
    return promise;
  }

  wake(): void {
    this.#resolve?.();
  }
}

/**
 * The last changes of one collection, in order. Watchers are cursors over it: each holds one batch at most, and one that falls behind the
 * window is told so.
 */
export class ChangeLog {
  readonly #limits: ChangeLogLimits;
  /** What stands before `#first` is dropped: the slots are empty, and cut off in bulk. */
  #changes: (Change | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  /** How many changes were cut off the front of the array: position of a change = `#cut` + its index. */
  #cut = 0;
  #droppedRevision = 0;
  readonly #sleepers = new Set<Sleeper>();

  constructor(limits: ChangeLogLimits) {
    this.#limits = limits;
  }

  append(change: Change): void {
    this.#changes.push(change);
    this.#bytes += sizeOf(change);
    const { changes, bytes } = this.#limits;
    while (this.#length > changes || (this.#bytes > bytes && this.#length > 1)) this.#drop(this.#first + 1);
    this.#wake();
  }

  /** Forgets the changes up to and including a revision. Who has seen them already is not concerned. */
  compact(revision: number): void {
    this.#drop(this.#indexAfter(revision));
  }

  /** The changes after a revision. Throws when some of them were dropped. */
  after(revision: number, collection: string): readonly Change[] {
    if (revision < this.#droppedRevision)
      throw expired(`read ${collection} as of revision ${revision}`, this.#droppedRevision);
    return this.#changes.slice(this.#indexAfter(revision)) as readonly Change[];
  }

  /** See `Store.watch`. */
  async *watch({ collection, namespace, since, signal }: WatchRange): AsyncGenerator<readonly Change[], void, void> {
    const expires = (seen: number): StoreError =>
      expired(`watch ${collection} after revision ${seen}`, this.#droppedRevision);
    if (since < this.#droppedRevision) throw expires(since);
    let position = this.#cut + this.#indexAfter(since);
    let seen = since;
    let end = Infinity;
    const sleeper = new Sleeper();
    using _link = onAbort(signal, () => sleeper.wake());
    for (;;) {
      if (signal.aborted) end = Math.min(end, this.#cut + this.#changes.length);
      if (position >= end) return;
      if (position < this.#cut + this.#first) throw expires(seen);
      const batch: Change[] = [];
      for (let bytes = 0; batch.length < watchBatch.changes && bytes < watchBatch.bytes && position < end;) {
        const change = this.#changes[position - this.#cut];
        if (change === undefined) break;
        position++;
        seen = change.revision;
        if (seen <= since || (namespace !== undefined && change.key.namespace !== namespace)) continue;
        batch.push(change);
        bytes += change.bytes.length;
      }
      if (batch.length > 0) yield batch;
      else if (position < end) {
        this.#sleepers.add(sleeper);
        await sleeper.sleep();
        this.#sleepers.delete(sleeper);
      }
    }
  }

  get #length(): number {
    return this.#changes.length - this.#first;
  }

  /** Those who are woken go on in a microtask of their own: changes committed before that come in one batch. */
  #wake(): void {
    for (const sleeper of this.#sleepers) sleeper.wake();
    this.#sleepers.clear();
  }

  #drop(first: number): void {
    const last = this.#changes[first - 1];
    if (last === undefined || first <= this.#first) return;
    this.#droppedRevision = last.revision;
    for (; this.#first < first; this.#first++) {
      this.#bytes -= sizeOf(this.#changes[this.#first]);
      this.#changes[this.#first] = undefined;
    }
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

function sizeOf(change: Change | undefined): number {
  return (change?.bytes.length ?? 0) + (change?.previous?.length ?? 0);
}

function expired(attempt: string, dropped: number): StoreError {
  const message = `${attempt}: expected the changes since in the log, but those up to ${dropped} were dropped`;
  return new StoreError("SETPOINT_STORE_EXPIRED", message, dropped);
}
