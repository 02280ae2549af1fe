import type { KubeObject } from "../model/index.ts";
import { InformerError } from "./errors.ts";

/** The values under which an object is to be found. May give none or several, and should give the same for the same object. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: T) => readonly string[];

/** One index: which keys are filed under which values. Remembers the values of each key, so that it can take them back. */
export class ObjectIndex<T extends KubeObject> {
  readonly #valuesFor: IndexFunction<T>;
  readonly #keys = new Map<string, Set<string>>();
  readonly #values = new Map<string, readonly string[]>();

  constructor(valuesFor: IndexFunction<T>) {
    this.#valuesFor = valuesFor;
  }

  /** Files a key anew. Throws what the function throws; the key is then filed under nothing. */
  file(key: string, object: T): void {
    const before = this.#values.get(key) ?? [];
    let after: readonly string[] = [];
    try {
      after = checkedValues(this.#valuesFor(object));
    } finally {
      if (before.length !== 1 || after.length !== 1 || before[0] !== after[0]) this.#move(key, before, after);
    }
  }

  remove(key: string): void {
    this.#move(key, this.#values.get(key) ?? [], []);
  }

  keysOf(value: string): Iterable<string> {
    return this.#keys.get(value) ?? [];
  }

  values(): Iterable<string> {
    return this.#keys.keys();
  }

  #move(key: string, before: readonly string[], after: readonly string[]): void {
    for (const value of before) this.#takeOut(key, value);
    for (const value of after) {
      const keys = this.#keys.get(value);
      if (keys === undefined) this.#keys.set(value, new Set([key]));
      else keys.add(key);
    }
    if (after.length > 0) this.#values.set(key, after);
    else this.#values.delete(key);
  }

  #takeOut(key: string, value: string): void {
    const keys = this.#keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(value);
  }
}

/** A copy: what the function gave is its own. */
function checkedValues(values: readonly string[]): readonly string[] {
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return [...values];
  throw new InformerError("SETPOINT_INFORMER_INDEX_VALUES", "index an object: expected a list of texts as its values");
}
