import type { KubeObject } from "../model/index.ts";
import type { Change } from "./resource-event-handler.ts";

/**
 * Changes that wait, by object, each object's merged into what they come to: at most one update and the end of the presence that the reader
 * knows, and the beginning of the one that there is now. So what waits is bounded by the objects that there are and those that the reader knows, however much happens.
 */
export class MergedChanges<T extends KubeObject> {
  /** Never holds an empty list. */
  readonly #waiting = new Map<string, Change<T>[]>();
  /** Stands behind the last key that was taken, and so is over no key that waits. */
  #cursor: MapIterator<[string, Change<T>[]]>;
  /** What is left of the key that was taken last, newest first. */
  #taken: Change<T>[] = [];
  #size = 0;

  constructor() {
    this.#cursor = this.#waiting.entries();
  }

  get size(): number {
    return this.#size;
  }

  /** Puts a change in. Gives those that nobody needs to hear of any more, itself included if it is one. */
  push(change: Change<T>): readonly Change<T>[] {
    const list = this.#waiting.get(change.key);
    const last = list?.at(-1);
    if (list === undefined || last === undefined) {
      this.#waiting.set(change.key, [change]);
      this.#size += 1;
      return [];
    }
    const merged = merge(last, change);
    if (merged === "both") {
      list.push(change);
      this.#size += 1;
      return [];
    }
    if (merged !== undefined) {
      list[list.length - 1] = merged;
      return [merged === change ? last : change];
    }
    list.pop();
    if (list.length === 0) this.#waiting.delete(change.key);
    this.#size -= 1;
    return [last, change];
  }

  /** Takes the change whose object has waited longest. */
  shift(): Change<T> | undefined {
    if (this.#taken.length === 0) this.#takeKey();
    const change = this.#taken.pop();
    if (change !== undefined) this.#size -= 1;
    return change;
  }

  #takeKey(): void {
    let step = this.#cursor.next();
    if (step.done === true) {
      this.#cursor = this.#waiting.entries();
      step = this.#cursor.next();
    }
    if (step.done === true) return;
    const [key, changes] = step.value;
    this.#waiting.delete(key);
    this.#taken = changes.reverse();
  }
}

/** What two changes of one object in a row come to. `undefined`: to nothing, since who never heard of its beginning needs no end. */
function merge<T extends KubeObject>(first: Change<T>, next: Change<T>): Change<T> | "both" | undefined {
  if (next.type === "add" || first.type === "delete") return "both";
  // Both are kept also of an update and an end: whoever filters must hear of the last state that it may have wanted.
  if (next.type === "delete") return first.type === "add" ? undefined : "both";
  if (first.type === "add") return { ...first, object: next.object };
  return { ...next, old: first.old, isResync: first.isResync && next.isResync };
}
