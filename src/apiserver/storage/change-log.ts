import { nextTurn, onAbort } from "../../async/index.ts";
import { watchBatch } from "./defaults.ts";
import { StoreError } from "./errors.ts";
import { Feed } from "./feed.ts";
import { SharedMakes, Telling } from "./shared-makes.ts";
import type { SharedTell } from "./shared-makes.ts";
import type { Change, WatchRange } from "./store.ts";
import type { Tell } from "./tell.ts";

/** How much a log keeps. */
export interface ChangeLogLimits {
  readonly changes: number;
  /** The states before and after each change count. The newest change is kept whatever its size. */
  readonly bytes: number;
}

/** Somebody who follows the changes. */
interface Follower extends WatchRange, SharedTell<readonly Change[]> {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** Of the next change that it is to be told. */
  position: number;
  /** The revision up to which it has been told everything. */
  seen: number;
  /** Where it ends, once that is known: behind the last change that was committed before the abort. */
  end: number | undefined;
  /** It has not taken yet what it was told last. */
  isBusy: boolean;
}

/** A batch, for whoever comes to the same place before there is more. */
interface Taken {
  readonly from: number;
  readonly to: number;
  readonly namespace: string | undefined;
  /** The revision of the last change that was looked at. */
  readonly seen: number;
  readonly changes: readonly Change[];
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
  readonly #followers = new Set<Follower>();
  readonly #makes = new SharedMakes<readonly Change[]>();
  /** What somebody took last: most followers take the same. */
  #taken: Taken | undefined;
  #isWaking = false;
  /** What was appended since the followers were last told. */
  readonly #untold = { changes: 0, bytes: 0 };

  constructor(limits: ChangeLogLimits) {
    this.#limits = limits;
  }

  append(change: Change): void {
    this.#changes.push(change);
    this.#taken = undefined;
    this.#bytes += sizeOf(change);
    const { changes, bytes } = this.#limits;
    while (this.#length > changes || (this.#bytes > bytes && this.#length > 1)) this.#drop(this.#first + 1);
    this.#wake(change);
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
  watch(range: WatchRange): Feed<readonly Change[]> {
    return new Feed((tell, left) => this.#follow(range, tell, left));
  }

  async #follow(range: WatchRange, tell: Tell<readonly Change[]>, left: AbortSignal | undefined): Promise<void> {
    const { since, signal } = range;
    if (since < this.#droppedRevision) throw this.#expired(range, since);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const position = this.#cut + this.#indexAfter(since);
    const follower: Follower = {
      ...range,
      ...this.#makes.shared(tell),
      resolve,
      reject,
      position,
      seen: since,
      end: undefined,
      isBusy: false,
    };
    using _link = onAbort(signal, () => {
      follower.end = this.#cut + this.#changes.length;
      this.#advance(follower);
    });
    using _leaving = onAbort(left, () => {
      // Whoever has left is told nothing more, also not in this turn.
      this.#followers.delete(follower);
      resolve();
    });
    this.#followers.add(follower);
    try {
      this.#advance(follower);
      await promise;
    } finally {
      this.#followers.delete(follower);
    }
  }

  /** Tells somebody what there is, unless it is still busy with what it was told before. Many at once are told with one `telling`. */
  #advance(follower: Follower, telling = new Telling<readonly Change[]>()): void {
    try {
      while (!follower.isBusy) {
        if (follower.position >= (follower.end ?? Infinity)) {
          follower.resolve();
          return;
        }
        if (follower.position === this.#cut + this.#changes.length) return;
        this.#passDropped(follower);
        const batch = this.#take(follower);
        if (batch.length > 0) this.#tell(follower, batch, telling);
      }
    } catch (error) {
      this.#fail(follower, error);
    }
  }

  /** Throws when somebody has not seen what was dropped. */
  #passDropped(follower: Follower): void {
    const first = this.#cut + this.#first;
    if (follower.position >= first) return;
    if (follower.seen < this.#droppedRevision) throw this.#expired(follower, follower.seen);
    follower.position = first;
  }

  /** Busy also while it is told, so that whatever it does meanwhile tells it nothing out of turn. */
  #tell(follower: Follower, batch: readonly Change[], telling: Telling<readonly Change[]>): void {
    follower.isBusy = true;
    const taken = telling.tell(follower, batch);
    if (taken === undefined) follower.isBusy = false;
    else {
      taken.then(
        () => {
          follower.isBusy = false;
          this.#advance(follower);
        },
        (error: unknown) => this.#fail(follower, error),
      );
    }
  }

  /** It stays busy: nothing more is told to it. */
  #fail(follower: Follower, error: unknown): void {
    follower.isBusy = true;
    follower.reject(error);
  }

  /** The next changes for somebody, as many as a batch may have. */
  #take(follower: Follower): readonly Change[] {
    const { position, namespace, since, end } = follower;
    const next = this.#changes[position - this.#cut];
    if (next === undefined) return [];
    // A version that is still to come: the changes up to it are passed over, but only by those who asked for it.
    const isForAll = since < next.revision;
    const known = isForAll ? this.#taken : undefined;
    const isKnown = known?.from === position && known.namespace === namespace && known.to <= (end ?? Infinity);
    const taken = isKnown ? known : this.#batchFor(follower);
    if (isForAll) this.#taken = taken;
    follower.position = taken.to;
    follower.seen = taken.seen;
    return taken.changes;
  }

  #batchFor({ position, namespace, since, end = Infinity, seen }: Follower): Taken {
    const changes: Change[] = [];
    const taken = { from: position, to: position, namespace, seen, changes };
    for (let bytes = 0; changes.length < watchBatch.changes && bytes < watchBatch.bytes && taken.to < end;) {
      const change = this.#changes[taken.to - this.#cut];
      if (change === undefined) break;
      taken.to++;
      taken.seen = Math.max(seen, change.revision);
      if (change.revision <= since || (namespace !== undefined && change.key.namespace !== namespace)) continue;
      changes.push(change);
      bytes += change.bytes.length;
    }
    return taken;
  }

  #expired({ collection }: WatchRange, seen: number): StoreError {
    return expired(`watch ${collection} after revision ${seen}`, this.#droppedRevision);
  }

  get #length(): number {
    return this.#changes.length - this.#first;
  }

  /**
   * At the end of the turn: what everybody writes in it comes in one batch. With many followers to tell one write takes as long as many
   * writes, so that without this a burst would be told as slowly as one by one. A full batch does not wait: a turn in which somebody writes
   * without a pause may never end.
   */
  #wake({ bytes }: Change): void {
    if (this.#followers.size === 0) return;
    if (!this.#isWaking) {
      this.#isWaking = true;
      void nextTurn().then(() => {
        this.#isWaking = false;
        this.#tellAll();
      });
    }
    const untold = this.#untold;
    untold.changes++;
    untold.bytes += bytes.length;
    if (untold.changes < watchBatch.changes && untold.bytes < watchBatch.bytes) return;
    Object.assign(untold, { changes: 0, bytes: 0 });
    queueMicrotask(() => this.#tellAll());
  }

  #tellAll(): void {
    Object.assign(this.#untold, { changes: 0, bytes: 0 });
    const telling = new Telling<readonly Change[]>();
    for (const follower of this.#followers) this.#advance(follower, telling);
  }

  #drop(first: number): void {
    const last = this.#changes[first - 1];
    if (last === undefined || first <= this.#first) return;
    this.#droppedRevision = last.revision;
    this.#taken = undefined;
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
