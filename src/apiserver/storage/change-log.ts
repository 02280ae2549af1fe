import { watchBatch } from "./defaults.ts";
import { StoreError } from "./errors.ts";
import { Feed } from "./feed.ts";
import { Followers } from "./followers.ts";
import type { Cursor, FollowedLog, Following } from "./followers.ts";
import type { Change, WatchRange } from "./store.ts";

/** How much a log keeps. */
export interface ChangeLogLimits {
  readonly changes: number;
  /** The states before and after each change count. The newest change is kept whatever its size. */
  readonly bytes: number;
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
export class ChangeLog implements FollowedLog {
  readonly #limits: ChangeLogLimits;
  /** What stands before `#first` is dropped: the slots are empty, and cut off in bulk. */
  #changes: (Change | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  /** How many changes were cut off the front of the array: position of a change = `#cut` + its index. */
  #cut = 0;
  #droppedRevision = 0;
  readonly #followers = new Followers(this);
  /** What somebody took last: most followers take the same. */
  #taken: Taken | undefined;

  constructor(limits: ChangeLogLimits) {
    this.#limits = limits;
  }

  append(change: Change): void {
    this.#changes.push(change);
    this.#taken = undefined;
    this.#bytes += sizeOf(change);
    const { changes, bytes } = this.#limits;
    while (this.#length > changes || (this.#bytes > bytes && this.#length > 1)) this.#drop(this.#first + 1);
    this.#followers.wake(change);
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
    return new Feed((tell, left) => this.#follow(range, { tell, left }));
  }

  async #follow(range: WatchRange, following: Following): Promise<void> {
    const { since } = range;
    if (since < this.#droppedRevision) throw this.#expired(range, since);
    await this.#followers.follow(range, this.#cut + this.#indexAfter(since), following);
  }

  /** See `FollowedLog`. */
  get tail(): number {
    return this.#cut + this.#changes.length;
  }

  /** See `FollowedLog`: as many as a batch may have. */
  take(cursor: Cursor): readonly Change[] {
    this.#passDropped(cursor);
    const { position, namespace, since, end } = cursor;
    const next = this.#changes[position - this.#cut];
    if (next === undefined) return [];
    // A version that is still to come: the changes up to it are passed over, but only by those who asked for it.
    const isForAll = since < next.revision;
    const known = isForAll ? this.#taken : undefined;
    const isKnown = known?.from === position && known.namespace === namespace && known.to <= (end ?? Infinity);
    const taken = isKnown ? known : this.#batchFor(cursor);
    if (isForAll) this.#taken = taken;
    cursor.position = taken.to;
    cursor.seen = taken.seen;
    return taken.changes;
  }

  /** Throws when somebody has not seen what was dropped. */
  #passDropped(cursor: Cursor): void {
    const first = this.#cut + this.#first;
    if (cursor.position >= first) return;
    if (cursor.seen < this.#droppedRevision) throw this.#expired(cursor, cursor.seen);
    cursor.position = first;
  }

  #batchFor({ position, namespace, since, end = Infinity, seen }: Cursor): Taken {
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

  #expired({ collection }: Pick<Cursor, "collection">, seen: number): StoreError {
    return expired(`watch ${collection} after revision ${seen}`, this.#droppedRevision);
  }

  get #length(): number {
    return this.#changes.length - this.#first;
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
