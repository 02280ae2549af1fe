import { nextTurn, onAbort } from "../../async/index.ts";
import { Audience } from "./audience.ts";
import { watchBatch } from "./defaults.ts";
import { LastMade, SharedMakes } from "./shared-makes.ts";
import type { SharedTell } from "./shared-makes.ts";
import type { Change, WatchRange } from "./store.ts";
import { tellEach } from "./tell.ts";
import type { Make, Tell } from "./tell.ts";

type Changes = readonly Change[];

/** A place in a log, and what is wanted from there: nothing up to `since`, also if that is still to come. */
export interface Cursor extends Pick<WatchRange, "collection" | "namespace" | "since"> {
  /** Of the next change. */
  position: number;
  /** The revision up to which everything was looked at. */
  seen: number;
  /** Where it ends, once that is known: behind the last change that was committed before the abort. */
  end: number | undefined;
}

/** What is followed. */
export interface FollowedLog {
  /** The position behind the newest change. */
  readonly tail: number;
  /** Moves a cursor that is before the tail, and gives what it wants of what it passed. Throws when something was dropped that it has not passed. */
  take(cursor: Cursor): Changes;
}

/** Who listens: see `Feed`. */
export interface Following {
  readonly tell: Tell<Changes>;
  readonly left: AbortSignal | undefined;
}

/** Somebody who follows the changes. */
interface Follower extends Cursor, SharedTell<Changes> {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** It has not taken yet what it was told last. */
  isBusy: boolean;
  /** Its own position does not count while it is in one. */
  group: Group | undefined;
}

/** Those who have seen the same changes, and are told the same of the next. */
interface Group {
  readonly make: Make<Changes, unknown>;
  readonly cursor: Cursor;
  readonly audience: Audience<Follower>;
}

/** Tells the changes of a log to those who follow it. Most have seen them all: they stand in groups, and the others, who are new, behind or busy, alone. */
export class Followers {
  readonly #log: FollowedLog;
  readonly #alone = new Set<Follower>();
  /** By what is made of the changes, and then by namespace. */
  readonly #groups = new Map<Make<Changes, unknown>, Map<string | undefined, Group>>();
  /** Those of the group that is being told whose range has ended meanwhile. */
  readonly #ending: Follower[] = [];
  readonly #makes = new SharedMakes<Changes>();
  #isWaking = false;
  /** What was appended since they were last told. */
  readonly #untold = { changes: 0, bytes: 0 };

  constructor(log: FollowedLog) {
    this.#log = log;
  }

  /** Tells the changes of a range from a position on. Resolves when the range ends, or after `left` was aborted. */
  async follow(range: WatchRange, position: number, { tell, left }: Following): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const follower: Follower = {
      ...range,
      ...this.#makes.shared(tell),
      resolve,
      reject,
      position,
      seen: range.since,
      end: undefined,
      isBusy: false,
      group: undefined,
    };
    using _link = onAbort(range.signal, () => {
      follower.end ??= this.#log.tail;
      // It may not have been told yet what the others of its group are just being told.
      if (follower.group?.audience.isTelling === true) this.#ending.push(follower);
      else this.#endAlone(follower);
    });
    using _leaving = onAbort(left, () => {
      // Whoever has left is told nothing more, also not in this turn, nor when it takes what it was told last: it has ended before everything.
      this.#forget(follower);
      follower.end = 0;
      resolve();
    });
    this.#alone.add(follower);
    try {
      this.#advance(follower);
      await promise;
    } finally {
      this.#forget(follower);
    }
  }

  /**
   * They are told at the end of the next turn: what everybody writes until then comes in one batch. With many followers to tell one write takes
   * as long as many writes, so that without this a burst would be told as slowly as one by one; and answers, which go out at the end of their
   * turn, would wait until everybody is told. A full batch does not wait: a turn in which somebody writes without a pause may never end.
   */
  wake({ bytes }: Change): void {
    if (this.#alone.size === 0 && this.#groups.size === 0) return;
    if (!this.#isWaking) {
      this.#isWaking = true;
      void nextTurn()
        .then(nextTurn)
        .then(() => {
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
    const made = new LastMade<Changes>();
    for (const groups of this.#groups.values()) for (const group of groups.values()) this.#advanceGroup(group, made);
    for (const follower of this.#alone) this.#advance(follower, made);
  }

  #advanceGroup({ make, cursor, audience }: Group, made: LastMade<Changes>): void {
    try {
      while (audience.size > 0 && cursor.position < this.#log.tail) {
        const batch = this.#log.take(cursor);
        if (batch.length > 0) audience.tell(made.of(make, batch), this.#departures);
        for (const follower of this.#ending.splice(0)) this.#endAlone(follower);
      }
    } catch (error) {
      for (const follower of audience.members()) this.#fail(follower, error);
    }
  }

  #endAlone(follower: Follower): void {
    this.#standAlone(follower);
    this.#advance(follower);
  }

  /** Those of a group who do not take more at once. */
  readonly #departures = {
    busy: (follower: Follower, taken: Promise<void>): void => {
      this.#standAlone(follower);
      this.#wait(follower, taken);
    },
    failed: (follower: Follower, error: unknown): void => this.#fail(follower, error),
  };

  /** Tells somebody who stands alone what there is, unless it is still busy with what it was told before. Many at once share what is `made`. */
  #advance(follower: Follower, made = new LastMade<Changes>()): void {
    try {
      while (!follower.isBusy) {
        if (follower.position >= (follower.end ?? Infinity)) {
          follower.resolve();
          return;
        }
        if (follower.position === this.#log.tail) {
          this.#joinGroup(follower);
          return;
        }
        const batch = this.#log.take(follower);
        if (batch.length > 0) this.#tell(follower, made.of(follower.make, batch));
      }
    } catch (error) {
      this.#fail(follower, error);
    }
  }

  /** Busy also while it is told, so that whatever it does meanwhile tells it nothing out of turn. */
  #tell(follower: Follower, values: readonly unknown[]): void {
    follower.isBusy = true;
    const taken = tellEach(values, follower.outlet);
    if (taken === undefined) follower.isBusy = false;
    else this.#wait(follower, taken);
  }

  #wait(follower: Follower, taken: Promise<void>): void {
    follower.isBusy = true;
    taken.then(
      () => {
        follower.isBusy = false;
        this.#advance(follower);
      },
      (error: unknown) => this.#fail(follower, error),
    );
  }

  /** It stays busy: nothing more is told to it. */
  #fail(follower: Follower, error: unknown): void {
    this.#standAlone(follower);
    follower.isBusy = true;
    follower.reject(error);
  }

  /** Whoever has seen all there is, and something that it was told of: before that nobody knows whether its `since` is still to come. */
  #joinGroup(follower: Follower): void {
    const { seen, since, position, make, collection, namespace } = follower;
    if (seen <= since) return;
    const groups = this.#groups.get(make) ?? new Map<string | undefined, Group>();
    const group = groups.get(namespace) ?? {
      make,
      cursor: { collection, namespace, since: 0, position, seen, end: undefined },
      audience: new Audience(),
    };
    // While the others are still to be told it waits, and is told by itself.
    if (group.cursor.position !== position) return;
    this.#groups.set(make, groups.set(namespace, group));
    this.#alone.delete(follower);
    group.audience.join(follower);
    follower.group = group;
  }

  #standAlone(follower: Follower): void {
    const { group, make, namespace } = follower;
    if (group === undefined) return;
    const { position, seen } = group.cursor;
    Object.assign(follower, { position, seen, group: undefined });
    this.#alone.add(follower);
    group.audience.leave(follower);
    if (group.audience.size > 0) return;
    const groups = this.#groups.get(make);
    groups?.delete(namespace);
    if (groups?.size === 0) this.#groups.delete(make);
  }

  #forget(follower: Follower): void {
    this.#standAlone(follower);
    this.#alone.delete(follower);
  }
}
