import { InvalidArgumentError, WaitQueue } from "../async/index.ts";
import { isProjected, isResourceVersion } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { encodedOf } from "../wire/index.ts";
import { maxEndedUids, maxHiddenStates, maxQueuedDeltas } from "./defaults.ts";
import type { Delta, DeltaType } from "./delta.ts";
import { identityOf, isAnother, isSameState, stateOf } from "./identity.ts";
import type { Identity, ObjectState } from "./identity.ts";
import { KeyQueue } from "./key-queue.ts";
import { OwnStates } from "./own-states.ts";
import type { Absence, Hiding } from "./own-states.ts";
import { isNoNewer, isOlder } from "./version-order.ts";

/** What the queue's consumer has made of earlier deltas. */
export interface KnownObjects<T extends KubeObject = KubeObject> {
  get(key: string): T | undefined;
  keys(): Iterable<string>;
  /** The state of the object, if that can be told without the object. */
  state?(key: string): ObjectState | undefined;
  /** What can be told of the object, also if it is not held any more. Without it, `get` says that. */
  last?(key: string): T | undefined;
}

/** Takes care of everything that happened to one object, oldest first. */
export type DeltaProcessor<T extends KubeObject> = (key: string, deltas: readonly Delta<T>[]) => void;

/** How a delta queue works. */
export interface DeltaFifoOptions {
  /** With so many deltas in the queue there is no more room, until half of them are processed. Default 2,000. */
  readonly maxQueued?: number | undefined;
}

/**
 * What happened, by object: a consumer gets all deltas of one key together, keys in the order in which they first had something to tell.
 *
 * Whatever is put in, what comes out is a life for each object: a UID that is replaced by another under the same key is deleted first; an
 * object that is not there is not deleted; within one list generation a state that is no newer than the last one comes out as a
 * `Sync` of that, and never brings back what has ended. Own writes may be told before the server's stream tells them (`early`, `hide`).
 */
export class DeltaFifo<T extends KubeObject> {
  readonly #known: KnownObjects<T>;
  /** Never holds an empty list. */
  readonly #queue = new KeyQueue<Delta<T>[]>();
  readonly #own = new OwnStates({ maxEnded: maxEndedUids, maxHidden: maxHiddenStates });
  readonly #maxQueued: number;
  readonly #wantRoom = new WaitQueue<void>();
  #queued = 0;
  #isClosed = false;
  /** The newest version that list and stream have told in this list generation. */
  #version: string | undefined;
  /** The newest version up to which a list or a bookmark has told everything. */
  #wholeVersion: string | undefined;

  constructor(known: KnownObjects<T>, { maxQueued = maxQueuedDeltas }: DeltaFifoOptions = {}) {
    this.#known = known;
    this.#maxQueued = checkedMax(maxQueued);
  }

  /** How many keys wait. */
  get size(): number {
    return this.#queue.size;
  }

  /** Whether everything in the first list was processed. Never becomes false again. */
  get hasSynced(): boolean {
    return this.#queue.hasSynced;
  }

  add(object: T): void {
    this.#change("Added", object);
  }

  update(object: T): void {
    this.#change("Updated", object);
  }

  delete(object: T): void {
    const state = identityOf(object);
    this.#queue.changed();
    const { key, resourceVersion } = state;
    this.#own.gone(state);
    const before = this.#newest(key);
    if (before === undefined) this.#betterEnd(state, object);
    else if (isOlder(resourceVersion, before.resourceVersion)) this.#tellAgain(key);
    else this.#end(key, isAnother(before, state) ? undefined : object);
    this.#advance(resourceVersion);
  }

  /**
   * Makes `objects` all that there is, ends first. It is believed also where it is older than what the server told before: then the server
   * was restored. What own writes told is kept where it is newer than the list of a server that was not.
   */
  replace(objects: readonly T[], resourceVersion: string): void {
    const isRestored = isOlder(resourceVersion, this.#version);
    const states = objects.map(identityOf);
    const listed = new Set<string>();
    for (const { key } of states) listed.add(key);
    this.#own.listed(listed, isRestored ? undefined : resourceVersion);
    this.#version = resourceVersion;
    this.#wholeVersion = resourceVersion;
    for (const [key] of this.#queue.entries()) this.#endUnlisted(key, listed);
    for (const key of this.#known.keys()) if (!this.#queue.has(key)) this.#endUnlisted(key, listed);
    for (const [position, state] of states.entries()) this.#listed(state, objects[position] as T, isRestored);
    this.#queue.populated();
  }

  /**
   * What is known already, if the object is the same version of it in the same bytes; else the object. Comparing is the most of what `replace`
   * does, all at once: whoever asks for each object before, with pauses, leaves it little to do.
   */
  held(object: T): T {
    const state = identityOf(object);
    const before = this.#newest(state.key);
    if (before === undefined || !isSameState(before, state)) return object;
    // Without bytes only `replace` can tell.
    return this.#unchanged(state.key, object, true) ?? object;
  }

  /** Tells every known object again that has nothing new to tell. */
  resync(): void {
    for (const key of this.#known.keys()) {
      if (!this.#queue.has(key)) this.#tellAgain(key);
    }
  }

  /**
   * Tells what an own write was answered with, before the stream does. Changes something only if it is certainly newer than what is known,
   * and never brings back a UID that has ended. The stream's event of the same version then tells nothing; if the stream passes that
   * version without one, the object is not in the collection and ends.
   */
  early(object: T): void {
    const state = identityOf(object);
    const { key, resourceVersion } = state;
    if (this.#own.hasEnded(state) || this.#own.hides(state, object)) return;
    const before = this.#newest(key);
    if (before === undefined ? !this.#isAhead(resourceVersion) : !isOlder(before.resourceVersion, resourceVersion))
      return;
    const isOther = before !== undefined && isAnother(before, state);
    if (isOther) this.#end(key);
    this.#own.told(state);
    this.#put(key, before === undefined || isOther ? "Added" : "Updated", object);
  }

  /**
   * Ends what an own write has ended, before the stream does, and keeps it away until its end, or a list without it, is told. What brings it
   * back before that is said by `Hiding`, and by `reveal`. Does nothing for what has ended already, and where versions have no order.
   */
  hide({ key, uid, resourceVersion }: Identity, how: Hiding = "deleted"): void {
    const before = this.#newest(key);
    if (before === undefined) {
      const isUnseen = !this.#own.hasEnded({ uid }) && this.#isAhead(resourceVersion);
      if (isUnseen) this.#own.hide({ key, uid, resourceVersion }, how);
      return;
    }
    const isReplaced = isAnother(before, { uid }) && !isOlder(before.resourceVersion, resourceVersion);
    const last = isOlder(before.resourceVersion, resourceVersion) ? resourceVersion : before.resourceVersion;
    if (isReplaced || last === undefined || !isResourceVersion(last)) return;
    this.#own.hide({ key, uid, resourceVersion: last }, how);
    this.#end(key);
  }

  /**
   * Ends what an own write has taken out of the collection, as `hide` does. Does nothing unless the answer is certainly newer than what is
   * known: a late one says nothing of what the object is now.
   */
  leave(identity: Identity): void {
    const before = this.#newest(identity.key);
    if (before !== undefined && isOlder(before.resourceVersion, identity.resourceVersion)) this.hide(identity, "left");
  }

  /** Brings back what was hidden: a read after the delete has found it. Does nothing once the end was told. */
  reveal(object: T): void {
    const state = identityOf(object);
    if (!this.#own.reveal(state) || this.#newest(state.key) !== undefined) return;
    this.#own.lives(state);
    this.#put(state.key, "Added", object);
  }

  /** What own writes told under a key and the stream has not: the last state, or the one that was hidden. */
  unconfirmed(key: string): ObjectState | undefined {
    return this.#own.unconfirmed(key);
  }

  /**
   * Takes what a read found of what `unconfirmed` gave before it, or why nothing. It counts, also where it is older: then the server was
   * restored. Does nothing if own writes or the stream have told something else meanwhile.
   */
  confirm(key: string, asked: ObjectState, live: T | Absence): void {
    if (this.#own.unconfirmed(key) !== asked) return;
    const before = this.#newest(key);
    if (typeof live === "string") {
      if (before !== undefined) this.hide({ key, uid: before.uid, resourceVersion: before.resourceVersion }, live);
      return;
    }
    const state = identityOf(live);
    if (before === undefined && !isAnother(asked, state)) this.reveal(live);
    else if (before === undefined || !isOlder(state.resourceVersion, before.resourceVersion)) this.early(live);
    else this.#goBack(state, live, before);
  }

  /** The stream has told everything up to a version. */
  progress(resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || isOlder(resourceVersion, this.#version)) return;
    this.#wholeVersion = resourceVersion;
    this.#advance(resourceVersion);
  }

  /** Waits until there is room for more; `undefined`: there is. Nothing is refused when there is none. Rejects with the reason of the signal. */
  room(signal?: AbortSignal): Promise<void> | undefined {
    return this.#queued < this.#maxQueued || this.#isClosed ? undefined : this.#wantRoom.wait(undefined, signal);
  }

  /**
   * Waits for a key and has it processed, before anything else is put in. Resolves to `false` when the queue was closed and is empty.
   * Rejects with the reason of the signal, and then nothing was taken.
   */
  pop(process: DeltaProcessor<T>, signal?: AbortSignal): Promise<boolean> {
    return this.#queue.pop((key, deltas) => this.#process(key, deltas, process), signal);
  }

  /** Rejects whoever waits for a key now. Nothing is taken. */
  interrupt(reason: unknown): void {
    this.#queue.interrupt(reason);
  }

  /** Has as many keys processed as are there, `max` at most, without waiting. Says how many. */
  drain(process: DeltaProcessor<T>, max: number): number {
    const one = (key: string, deltas: readonly Delta<T>[]): void => this.#process(key, deltas, process);
    let taken = 0;
    while (taken < max && this.#queue.take(one)) taken += 1;
    return taken;
  }

  /** Has what waits under a key processed now. Until the first list was processed everything waits for its turn. */
  flush(key: string, process: DeltaProcessor<T>): void {
    const deltas = this.hasSynced ? this.#queue.remove(key) : undefined;
    if (deltas !== undefined) this.#process(key, deltas, process);
  }

  /** Ends the queue once what is in it was popped. */
  close(): void {
    this.#isClosed = true;
    this.#queue.close();
    this.#giveRoom();
  }

  #process(key: string, deltas: readonly Delta<T>[], process: DeltaProcessor<T>): void {
    this.#queued -= deltas.length;
    if (this.#wantRoom.size > 0 && this.#queued <= this.#maxQueued / 2) this.#giveRoom();
    process(key, deltas);
  }

  #giveRoom(): void {
    for (let waiter = this.#wantRoom.shift(); waiter !== undefined; waiter = this.#wantRoom.shift()) waiter.resolve();
  }

  #advance(resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || isOlder(resourceVersion, this.#version)) return;
    this.#version = resourceVersion;
    for (;;) {
      const passed = this.#own.takePassed(resourceVersion);
      if (passed === undefined) return;
      const newest = this.#newest(passed.key);
      if (newest?.resourceVersion === passed.resourceVersion) this.#end(passed.key);
    }
  }

  /** Whether list and stream can't have told the version yet. */
  #isAhead(resourceVersion: string | undefined): boolean {
    if (resourceVersion === undefined || !isResourceVersion(resourceVersion)) return false;
    return this.#version === undefined || isOlder(this.#version, resourceVersion);
  }

  #change(type: "Added" | "Updated", object: T): void {
    const state = identityOf(object);
    this.#queue.changed();
    const { key, resourceVersion } = state;
    const isTold = this.#own.heard(state);
    const before = this.#newest(key);
    if (before === undefined) {
      if (this.#isNew(state, object)) this.#begin(key, type, object);
    } else if (isNoNewer(resourceVersion, before.resourceVersion)) {
      if (!isTold) this.#tellAgain(key);
    } else if (isAnother(before, state)) {
      this.#end(key);
      this.#begin(key, "Added", object);
    } else {
      this.#put(key, type, object);
    }
    this.#advance(resourceVersion);
  }

  /** What is not there now either is new, or has ended since: of what comes out of order only the UID can tell. */
  #isNew(state: Identity, object: T): boolean {
    if (isOlder(state.resourceVersion, this.#wholeVersion) || this.#own.hides(state, object)) return false;
    return !isOlder(state.resourceVersion, this.#version) || !this.#own.hasEnded(state);
  }

  #listed(state: Identity, object: T, isRestored: boolean): void {
    const { key } = state;
    if (this.#own.hides(state, object)) return;
    const before = this.#newest(key);
    if (before !== undefined && this.#own.isAheadOf(key, this.#version)) {
      this.#tellAgain(key);
    } else if (before !== undefined && isAnother(before, state)) {
      this.#end(key);
      this.#begin(key, "Added", object);
    } else {
      const isHeld = before !== undefined && isSameState(before, state);
      this.#begin(key, "Replaced", (isHeld ? this.#unchanged(key, object, isRestored) : undefined) ?? object);
    }
  }

  /** What is known already, if an object of the same version brings nothing else. A restored server gives versions twice. */
  #unchanged(key: string, object: T, isRestored: boolean): T | undefined {
    const held = this.#newestObject(key);
    if (held === object) return held;
    // Of what a bound has let go only metadata is left.
    if (held === undefined || isProjected(held) !== isProjected(object)) return undefined;
    const [before, after] = [encodedOf(held), encodedOf(object)];
    const isSame = before === undefined || after === undefined ? !isRestored : before.sameBytes(after);
    return isSame ? held : undefined;
  }

  #endUnlisted(key: string, listed: ReadonlySet<string>): void {
    if (listed.has(key) || this.#newest(key) === undefined) return;
    if (!this.#own.isAheadOf(key, this.#version)) this.#end(key);
  }

  /** The server itself tells of the object. */
  #begin(key: string, type: DeltaType, object: T): void {
    this.#own.lives(stateOf(object));
    this.#put(key, type, object);
  }

  /** What an own write told is not true any more: the server was restored. */
  #goBack(state: Identity, live: T, before: ObjectState): void {
    const isOther = isAnother(before, state);
    if (isOther) this.#end(state.key);
    this.#own.forget(state.key);
    this.#own.lives(state);
    if (this.#isAhead(state.resourceVersion)) this.#own.told(state);
    this.#put(state.key, isOther ? "Added" : "Updated", live);
  }

  /** Ends what is under the key, with what was seen of its end if somebody saw it. */
  #end(key: string, seen?: T): void {
    const object = seen ?? this.#newestObject(key);
    if (object === undefined) return;
    this.#own.ended(stateOf(object));
    this.#push(key, { type: "Deleted", object, isFinalStateUnknown: seen === undefined });
  }

  /** Of two ends in a row the one that was seen is kept. */
  #betterEnd(state: Identity, object: T): void {
    this.#own.ended(state);
    const deltas = this.#queue.get(state.key);
    const last = deltas?.at(-1);
    if (deltas === undefined || last?.isFinalStateUnknown !== true) return;
    if (isAnother(stateOf(last.object), state)) return;
    deltas[deltas.length - 1] = { type: "Deleted", object, isFinalStateUnknown: false };
  }

  #tellAgain(key: string): void {
    const object = this.#newestObject(key);
    if (object !== undefined) this.#put(key, "Sync", object);
  }

  #put(key: string, type: DeltaType, object: T): void {
    this.#push(key, { type, object, isFinalStateUnknown: false });
  }

  #push(key: string, delta: Delta<T>): void {
    this.#queued += 1;
    const deltas = this.#queue.get(key);
    if (deltas === undefined) this.#queue.set(key, [delta]);
    else deltas.push(delta);
  }

  /** The state in which the object will be when everything in the queue was processed. */
  #newest(key: string): ObjectState | undefined {
    const last = this.#queue.get(key)?.at(-1);
    if (last !== undefined) return last.type === "Deleted" ? undefined : stateOf(last.object);
    if (this.#known.state !== undefined) return this.#known.state(key);
    const object = this.#known.get(key);
    return object === undefined ? undefined : stateOf(object);
  }

  #newestObject(key: string): T | undefined {
    const last = this.#queue.get(key)?.at(-1);
    if (last !== undefined) return last.object;
    return this.#known.last === undefined ? this.#known.get(key) : this.#known.last(key);
  }
}

/** With less than one there would never be room. */
function checkedMax(input: number): number {
  if (Number.isSafeInteger(input) && input > 0) return input;
  throw new InvalidArgumentError({ place: "DeltaFifo.maxQueued", input, expected: "a whole number above zero" });
}
