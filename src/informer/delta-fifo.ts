import { WaitQueue } from "../async/index.ts";
import { formatKey, keyOf } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { Delta, DeltaType } from "./delta.ts";
import { isNoNewer, isOlder } from "./version-order.ts";

/** What the queue's consumer has made of earlier deltas. */
export interface KnownObjects<T extends KubeObject = KubeObject> {
  get(key: string): T | undefined;
  keys(): Iterable<string>;
}

/** Takes care of everything that happened to one object, oldest first. */
export type DeltaProcessor<T extends KubeObject> = (key: string, deltas: readonly Delta<T>[]) => void;

/**
 * What happened, by object: a consumer gets all deltas of one key together, keys in the order in which they first had something to tell.
 *
 * Whatever is put in, what comes out is a life for each object: a UID that is replaced by another under the same key is deleted first; an
 * object that is not there is not deleted; within one list generation a state that is no newer than the last one comes out as a
 * `Sync` of that, and never brings back what has ended.
 */
export class DeltaFifo<T extends KubeObject> {
  readonly #known: KnownObjects<T>;
  /** Never holds an empty list. */
  readonly #deltas = new Map<string, Delta<T>[]>();
  /** Stands behind the last key that was popped, and so is over no key that waits. */
  #cursor: MapIterator<string>;
  readonly #waiting = new WaitQueue<void>();
  #isClosed = false;
  #isPopulated = false;
  /** Keys of the first list that are not processed yet. They are the first ones in the queue. */
  #initialLeft = 0;
  /** The newest version in this list generation. */
  #version: string | undefined;

  constructor(known: KnownObjects<T>) {
    this.#known = known;
    this.#cursor = this.#deltas.keys();
  }

  /** How many keys wait. */
  get size(): number {
    return this.#deltas.size;
  }

  /** Whether everything in the first list was processed. Never becomes false again. */
  get hasSynced(): boolean {
    return this.#isPopulated && this.#initialLeft === 0;
  }

  add(object: T): void {
    this.#change("Added", object);
  }

  update(object: T): void {
    this.#change("Updated", object);
  }

  delete(object: T): void {
    this.#isPopulated = true;
    const key = formatKey(keyOf(object));
    const before = this.#newest(key);
    if (before === undefined) this.#betterEnd(key, object);
    else if (isOlder(object.metadata.resourceVersion, before.metadata.resourceVersion)) this.#put(key, "Sync", before);
    else this.#end(key, before, object);
    this.#advance(object);
  }

  /** Makes `objects` all that there is. It is believed also where it is older than what is known: the server may have been restored. */
  replace(objects: readonly T[], resourceVersion: string): void {
    this.#version = resourceVersion;
    const listed = new Set<string>();
    for (const object of objects) {
      const key = formatKey(keyOf(object));
      listed.add(key);
      const before = this.#newest(key);
      const isOther = before !== undefined && isAnother(before, object);
      if (isOther) this.#end(key, before);
      this.#put(key, isOther ? "Added" : "Replaced", object);
    }
    for (const key of new Set([...this.#deltas.keys(), ...this.#known.keys()])) {
      const before = listed.has(key) ? undefined : this.#newest(key);
      if (before !== undefined) this.#end(key, before);
    }
    if (this.#isPopulated) return;
    this.#isPopulated = true;
    this.#initialLeft = this.#deltas.size;
  }

  /** Tells every known object again that has nothing new to tell. */
  resync(): void {
    for (const key of this.#known.keys()) {
      if (this.#deltas.has(key)) continue;
      const object = this.#known.get(key);
      if (object !== undefined) this.#put(key, "Sync", object);
    }
  }

  /**
   * Waits for a key and has it processed, before anything else is put in. Resolves to `false` when the queue was closed and is empty.
   * Rejects with the reason of the signal, and then nothing was taken.
   */
  async pop(process: DeltaProcessor<T>, signal?: AbortSignal): Promise<boolean> {
    for (;;) {
      signal?.throwIfAborted();
      const key = this.#nextKey();
      if (key !== undefined) {
        this.#process(key, process);
        return true;
      }
      if (this.#isClosed) return false;
      await this.#waiting.wait(undefined, signal);
    }
  }

  /** Ends the queue once what is in it was popped. */
  close(): void {
    this.#isClosed = true;
    for (let waiter = this.#waiting.shift(); waiter !== undefined; waiter = this.#waiting.shift()) waiter.resolve();
  }

  #process(key: string, process: DeltaProcessor<T>): void {
    const deltas = this.#deltas.get(key) ?? [];
    this.#deltas.delete(key);
    try {
      process(key, deltas);
    } finally {
      if (this.#initialLeft > 0) this.#initialLeft -= 1;
    }
  }

  #change(type: "Added" | "Updated", object: T): void {
    this.#isPopulated = true;
    const key = formatKey(keyOf(object));
    const { resourceVersion } = object.metadata;
    const before = this.#newest(key);
    if (before === undefined) {
      // What is not there now either is new, or has ended since.
      if (!isOlder(resourceVersion, this.#version)) this.#put(key, type, object);
    } else if (isNoNewer(resourceVersion, before.metadata.resourceVersion)) {
      this.#put(key, "Sync", before);
    } else if (isAnother(before, object)) {
      this.#end(key, before);
      this.#put(key, "Added", object);
    } else {
      this.#put(key, type, object);
    }
    this.#advance(object);
  }

  /** Ends `before`. What was seen of its end counts only if it is the end of the same object. */
  #end(key: string, before: T, seen?: T): void {
    const isSeen = seen !== undefined && !isAnother(before, seen);
    this.#push(key, { type: "Deleted", object: isSeen ? seen : before, isFinalStateUnknown: !isSeen });
  }

  /** Of two ends in a row the one that was seen is kept. */
  #betterEnd(key: string, object: T): void {
    const deltas = this.#deltas.get(key);
    const last = deltas?.at(-1);
    if (deltas === undefined || last?.isFinalStateUnknown !== true || isAnother(last.object, object)) return;
    deltas[deltas.length - 1] = { type: "Deleted", object, isFinalStateUnknown: false };
  }

  #put(key: string, type: DeltaType, object: T): void {
    this.#push(key, { type, object, isFinalStateUnknown: false });
  }

  #push(key: string, delta: Delta<T>): void {
    const deltas = this.#deltas.get(key);
    if (deltas === undefined) this.#deltas.set(key, [delta]);
    else deltas.push(delta);
    this.#waiting.shift()?.resolve();
  }

  /** What the object will be when everything in the queue was processed. */
  #newest(key: string): T | undefined {
    const last = this.#deltas.get(key)?.at(-1);
    if (last === undefined) return this.#known.get(key);
    return last.type === "Deleted" ? undefined : last.object;
  }

  #advance({ metadata: { resourceVersion } }: T): void {
    if (!isOlder(resourceVersion, this.#version)) this.#version = resourceVersion;
  }

  #nextKey(): string | undefined {
    let step = this.#cursor.next();
    if (step.done === true) {
      this.#cursor = this.#deltas.keys();
      step = this.#cursor.next();
    }
    return step.done === true ? undefined : step.value;
  }
}

/** Whether two states under one key are of different objects. */
function isAnother(a: KubeObject, b: KubeObject): boolean {
  return a.metadata.uid !== undefined && b.metadata.uid !== undefined && a.metadata.uid !== b.metadata.uid;
}
