import { formatKey } from "../model/index.ts";
import type { KubeObject, ObjectKey } from "../model/index.ts";
import { namespaceIndex } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import type { Indexer } from "./indexer.ts";
import { ObjectIndex } from "./object-index.ts";
import type { IndexFunction } from "./object-index.ts";

/** Where an index function failed. */
export interface IndexFailure {
  readonly index: string;
  readonly key: string;
}

/** How a store reports. */
export interface IndexedStoreOptions {
  /** Hears of index functions that fail. The object is in the store all the same, only not in that index. */
  readonly onIndexError: (error: unknown, failure: IndexFailure) => void;
}

/** The writing end of an indexer: whoever made it is the only one who writes. It has the index `namespace` from the start. */
export class IndexedStore<T extends KubeObject> implements Indexer<T> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, ObjectIndex<T>>();
  readonly #onIndexError: IndexedStoreOptions["onIndexError"];

  constructor({ onIndexError }: IndexedStoreOptions) {
    this.#onIndexError = onIndexError;
    this.addIndex(namespaceIndex, ({ metadata }) => [metadata.namespace ?? ""]);
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: ObjectKey | string): T | undefined {
    return this.#objects.get(typeof key === "string" ? key : formatKey(key));
  }

  keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  byIndex(index: string, value: string): readonly T[] {
    const objects: T[] = [];
    for (const key of this.#index(index).keysOf(value)) objects.push(this.#objects.get(key) as T);
    return objects;
  }

  indexValues(index: string): readonly string[] {
    return [...this.#index(index).values()];
  }

  addIndex(index: string, valuesFor: IndexFunction<T>): void {
    if (this.#indexes.has(index)) throw noIndex(`add the index "${index}": expected a new name, but there is one`);
    const added = new ObjectIndex(valuesFor);
    this.#indexes.set(index, added);
    for (const [key, object] of this.#objects) this.#file({ index, key }, added, object);
  }

  set(key: string, object: T): void {
    this.#objects.set(key, object);
    for (const [index, table] of this.#indexes) this.#file({ index, key }, table, object);
  }

  delete(key: string): void {
    this.#objects.delete(key);
    for (const table of this.#indexes.values()) table.remove(key);
  }

  #file(where: IndexFailure, table: ObjectIndex<T>, object: T): void {
    try {
      table.file(where.key, object);
    } catch (error) {
      this.#onIndexError(error, where);
    }
  }

  #index(name: string): ObjectIndex<T> {
    const index = this.#indexes.get(name);
    if (index !== undefined) return index;
    throw noIndex(`look into the index "${name}": expected one of ${[...this.#indexes.keys()].join(", ")}`);
  }
}

function noIndex(message: string): InformerError {
  return new InformerError("SETPOINT_INFORMER_INDEX", message);
}
