import { compareBytes } from "./byte-order.ts";
import { pathOf } from "./past-state.ts";
import type { StoredObject, StoreKey } from "./store.ts";

/** The objects of one collection, found by name and listed in the byte order of `namespace/name`. */
export class ObjectTable {
  #objects = new Map<string, StoredObject>();
  /** Whether the map holds its objects in order. A new object joins at the end, and only the next list sorts. */
  #isOrdered = true;
  /** The list of all, until the next change. */
  #listed: readonly StoredObject[] | undefined;

  get(key: StoreKey): StoredObject | undefined {
    return this.#objects.get(pathOf(key));
  }

  put(object: StoredObject): void {
    const path = pathOf(object.key);
    if (!this.#objects.has(path)) this.#isOrdered = false;
    this.#objects.set(path, object);
    this.#listed = undefined;
  }

  delete(key: StoreKey): void {
    this.#objects.delete(pathOf(key));
    this.#listed = undefined;
  }

  list(namespace: string | undefined): readonly StoredObject[] {
    this.#listed ??= Object.freeze(this.#ordered());
    return namespace === undefined ? this.#listed : within(this.#listed, namespace);
  }

  /** Sorting what is sorted but for its end costs little: hence the map is made anew in order. */
  #ordered(): StoredObject[] {
    if (this.#isOrdered) return [...this.#objects.values()];
    const entries = [...this.#objects].sort(([a], [b]) => compareBytes(a, b));
    this.#objects = new Map(entries);
    this.#isOrdered = true;
    return entries.map(([, object]) => object);
  }
}

/** The objects of one namespace stand together: nothing but them begins with its name and a slash. */
function within(objects: readonly StoredObject[], namespace: string): readonly StoredObject[] {
  const start = firstFrom(objects, `${namespace}/`);
  // The sign after the slash.
  const end = firstFrom(objects, `${namespace}0`);
  return start === 0 && end === objects.length ? objects : Object.freeze(objects.slice(start, end));
}

function firstFrom(objects: readonly StoredObject[], path: string): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const object = objects[middle];
    if (object !== undefined && compareBytes(pathOf(object.key), path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
