import { InvalidArgumentError } from "../async/index.ts";
import { formatKey } from "../model/index.ts";
import type { KubeObject, ObjectKey } from "../model/index.ts";
import { namespaceIndex } from "./defaults.ts";
import { InformerError } from "./errors.ts";
import type { PathOf } from "./field-path.ts";
import type { ObjectState } from "./identity.ts";
import type { Indexer, Selection } from "./indexer.ts";
import { ObjectIndex } from "./object-index.ts";
import type { IndexFunction } from "./object-index.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { StoreEntry } from "./store-entry.ts";

/** Where an index function failed. */
export interface IndexFailure {
  readonly index: string;
  readonly key: string;
}

/** How many objects a store holds whole. */
export interface StoreBound<T extends KubeObject = KubeObject> {
  /** Of the others, those that were not used for longest, only metadata is kept. */
  readonly maxObjects: number;
  /** Reads an object again, from the server. `undefined`: it is not there. */
  readonly reread: (key: string) => Promise<T | undefined>;
}

/** How a store works and reports. */
export interface IndexedStoreOptions<T extends KubeObject = KubeObject> {
  /** Hears of index functions that fail. The object is in the store all the same, only not in that index. */
  readonly onIndexError: (error: unknown, failure: IndexFailure) => void;
  /** Default: all objects are held. */
  readonly bound?: StoreBound<T> | undefined;
}

/**
 * The writing end of an indexer: whoever made it is the only one who writes. It has the index `namespace` from the start.
 *
 * With a bound, an object of which only metadata is left still has its key, its state and its place in the indexes, but the reading methods
 * do not give it; `read` does, from the server.
 */
export class IndexedStore<T extends KubeObject> implements Indexer<T> {
  readonly #entries = new Map<string, StoreEntry<T>>();
  readonly #indexes = new Map<string, ObjectIndex<T>>();
  /** Slots that deleted entries have left. */
  readonly #freeSlots: number[] = [];
  readonly #onIndexError: IndexedStoreOptions<T>["onIndexError"];
  readonly #bound: StoreBound<T> | undefined;
  readonly #used: RecentlyUsed<StoreEntry<T>> | undefined;
  readonly #reading = new Map<string, Promise<T | undefined>>();
  #bytes = 0;

  constructor({ onIndexError, bound }: IndexedStoreOptions<T>) {
    this.#onIndexError = onIndexError;
    this.#bound = bound;
    if (bound !== undefined) this.#used = new RecentlyUsed(checkedMax(bound.maxObjects));
    this.#indexes.set(namespaceIndex, new ObjectIndex<T>({ entryValues: (entry) => [entry.namespace] }));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** How many bytes the objects have that are held as bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: ObjectKey | string): T | undefined {
    const entry = this.#entries.get(typeof key === "string" ? key : formatKey(key));
    return entry === undefined ? undefined : this.#give(entry);
  }

  /** The object, also if it has to be read again. `undefined` if there is none of that key. Rejects as `reread` does. */
  async read(key: string): Promise<T | undefined> {
    const entry = this.#entries.get(key);
    const object = entry && this.#give(entry);
    if (object !== undefined || entry === undefined || this.#bound === undefined) return object;
    const reading = this.#reading.get(key) ?? this.#reread(entry, this.#bound);
    this.#reading.set(key, reading);
    return await reading.finally(() => this.#reading.delete(key));
  }

  /** The state of an object, whether it is held or not. Decodes nothing. */
  state(key: string): ObjectState | undefined {
    return this.#entries.get(key)?.state;
  }

  /** The object, or if it is not held its metadata, marked as projected. */
  last(key: string): T | undefined {
    return this.#entries.get(key)?.last;
  }

  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  list(): readonly T[] {
    return this.#all(this.#entries.values());
  }

  *values(): IterableIterator<T> {
    for (const entry of this.#entries.values()) if (entry.isHeld) yield entry.last;
  }

  select({ namespace, selector }: Selection): readonly T[] {
    if (selector?.isNothing === true) return [];
    const chosen: T[] = [];
    for (const entry of this.#candidates({ namespace, selector })) {
      if (namespace !== undefined && entry.namespace !== namespace) continue;
      if (selector !== undefined && !selector.isEverything && !selector.matches(entry.labels)) continue;
      if (entry.isHeld) chosen.push(entry.last);
    }
    return chosen;
  }

  byIndex(index: string, value: string): readonly T[] {
    return this.#all(this.#index(index).under(value));
  }

  sharing(index: string, object: T): readonly T[] {
    const table = this.#index(index);
    const like = new StoreEntry<T>("", -1);
    like.put(object);
    const found = new Set<StoreEntry<T>>();
    for (const value of table.valuesOf(like)) for (const entry of table.under(value)) found.add(entry);
    return this.#all(found);
  }

  indexKeys(index: string, value: string): readonly string[] {
    const keys: string[] = [];
    for (const { key } of this.#index(index).under(value)) keys.push(key);
    return keys.sort();
  }

  indexValues(index: string): readonly string[] {
    return [...this.#index(index).values()];
  }

  indexes(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  addIndex<const P extends string>(
    index: string,
    source: IndexFunction<T> | (P & PathOf<T, P>) | readonly string[],
  ): void {
    if (this.#indexes.has(index)) throw noIndex(`add the index "${index}": expected a new name, but there is one`);
    const added = new ObjectIndex<T>(source);
    this.#indexes.set(index, added);
    for (const entry of this.#entries.values()) this.#file(index, added, entry);
  }

  /** Gives what was there before, or what was left of it. An object that is there already stays as it is. */
  set(key: string, object: T): T | undefined {
    let entry = this.#entries.get(key);
    const old = entry?.peek();
    if (entry === undefined) {
      entry = new StoreEntry(key, this.#freeSlots.pop() ?? this.#entries.size);
      this.#entries.set(key, entry);
    }
    if (old !== object) this.#put(entry, object);
    return old;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    for (const table of this.#indexes.values()) table.remove(entry);
    this.#freeSlots.push(entry.slot);
    this.#used?.delete(entry);
    this.#bytes -= entry.bytes;
  }

  #put(entry: StoreEntry<T>, object: T): void {
    this.#bytes -= entry.bytes;
    entry.put(object);
    this.#bytes += entry.bytes;
    for (const [index, table] of this.#indexes) this.#file(index, table, entry);
    this.#use(entry);
  }

  #give(entry: StoreEntry<T>): T | undefined {
    if (entry.isHeld) this.#use(entry);
    return entry.object;
  }

  #use(entry: StoreEntry<T>): void {
    const dropped = this.#used?.use(entry);
    if (dropped === undefined) return;
    this.#bytes -= dropped.bytes;
    dropped.drop();
  }

  async #reread(entry: StoreEntry<T>, { reread }: StoreBound<T>): Promise<T | undefined> {
    const object = await reread(entry.key);
    if (object === undefined || this.#entries.get(entry.key) !== entry) return object;
    const held = entry.object;
    if (held !== undefined) return held;
    const { uid, resourceVersion } = object.metadata;
    // Any other state is an answer of its moment but none for the store: a newer one is put in when it is told, and then handlers hear of it.
    if (uid === entry.state.uid && resourceVersion === entry.state.resourceVersion) this.#put(entry, object);
    return entry.object ?? object;
  }

  #all(entries: Iterable<StoreEntry<T>>): readonly T[] {
    const objects: T[] = [];
    for (const entry of entries) if (entry.isHeld) objects.push(entry.last);
    return objects;
  }

  /** The fewest entries that an index can name and among which are all that are wanted. */
  #candidates({ namespace, selector }: Selection): Iterable<StoreEntry<T>> {
    let best: Iterable<StoreEntry<T>> = this.#entries.values();
    let fewest = this.#entries.size;
    for (const [name, table] of this.#indexes) {
      const label = table.label === undefined ? undefined : selector?.exactValueOf(table.label);
      const value = name === namespaceIndex ? namespace : label;
      if (value === undefined || table.count(value) >= fewest) continue;
      best = table.under(value);
      fewest = table.count(value);
    }
    return best;
  }

  #file(index: string, table: ObjectIndex<T>, entry: StoreEntry<T>): void {
    try {
      table.file(entry);
    } catch (error) {
      this.#onIndexError(error, { index, key: entry.key });
    }
  }

  #index(name: string): ObjectIndex<T> {
    const index = this.#indexes.get(name);
    if (index !== undefined) return index;
    throw noIndex(`look into the index "${name}": expected one of ${[...this.#indexes.keys()].join(", ")}`);
  }
}

function checkedMax(input: number): number {
  if (Number.isSafeInteger(input) && input > 0) return input;
  throw new InvalidArgumentError({
    place: "IndexedStore.bound.maxObjects",
    input,
    expected: "a whole number above zero",
  });
}

function noIndex(message: string): InformerError {
  return new InformerError("SETPOINT_INFORMER_INDEX", message);
}
