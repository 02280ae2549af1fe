import type { KubeObject } from "../model/index.ts";
import { InformerError } from "./errors.ts";
import { namesOf } from "./field-path.ts";
import type { FieldPath } from "./field-path.ts";
import { Posting } from "./posting.ts";
import type { StoreEntry } from "./store-entry.ts";

/** The values under which an object is to be found. May give none or several, and should give the same for the same object. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: T) => readonly string[];

/** What an index is made from: a function, or the path of a field, whose text, number or boolean, or each of a list of them, is a value. */
export type IndexSource<T extends KubeObject = KubeObject> = IndexFunction<T> | FieldPath;

type Values<T extends KubeObject> = (entry: StoreEntry<T>) => readonly string[];

/** One index: which entries are filed under which values. Remembers the values of each entry, so that it can take them back. */
export class ObjectIndex<T extends KubeObject> {
  /** The label by whose values it files, if it is an index of one label. */
  readonly label: string | undefined;
  readonly #valuesOf: Values<T>;
  /** Never holds an empty one. */
  readonly #postings = new Map<string, Posting<StoreEntry<T>>>();
  /** By slot. Postings hold the values, so that each value is kept once. */
  readonly #filed: (Posting<StoreEntry<T>> | readonly Posting<StoreEntry<T>>[] | undefined)[] = [];

  constructor(source: IndexSource<T> | { readonly entryValues: Values<T> }) {
    if (typeof source === "function") {
      this.#valuesOf = (entry) => checkedValues(source(entry.last));
    } else if (typeof source === "object" && "entryValues" in source) {
      this.#valuesOf = source.entryValues;
    } else {
      const names = namesOf(source);
      this.#valuesOf = (entry) => valuesIn(entry.read(names));
      if (names.length === 3 && names[0] === "metadata" && names[1] === "labels") this.label = names[2];
    }
  }

  /** Files an entry anew. Throws what the function throws; the entry is then filed under nothing. */
  file(entry: StoreEntry<T>): void {
    let values: readonly string[] = [];
    try {
      values = this.#valuesOf(entry);
    } finally {
      this.#move(entry, values);
    }
  }

  remove(entry: StoreEntry<T>): void {
    this.#move(entry, []);
  }

  /** The values of an object that need not be in the store. */
  valuesOf(entry: StoreEntry<T>): readonly string[] {
    return this.#valuesOf(entry);
  }

  under(value: string): Iterable<StoreEntry<T>> {
    return this.#postings.get(value) ?? [];
  }

  /** How many entries are filed under a value. */
  count(value: string): number {
    return this.#postings.get(value)?.size ?? 0;
  }

  values(): Iterable<string> {
    return this.#postings.keys();
  }

  #move(entry: StoreEntry<T>, values: readonly string[]): void {
    const before = this.#filed[entry.slot];
    if (before instanceof Posting) {
      if (values.length === 1 && before.value === values[0]) return;
      this.#takeOut(entry, before);
    } else {
      for (const posting of before ?? []) this.#takeOut(entry, posting);
    }
    const after = values.map((value) => this.#put(entry, value));
    this.#filed[entry.slot] = after.length > 1 ? after : after[0];
  }

  #put(entry: StoreEntry<T>, value: string): Posting<StoreEntry<T>> {
    let posting = this.#postings.get(value);
    if (posting === undefined) {
      posting = new Posting(value);
      this.#postings.set(value, posting);
    }
    posting.add(entry);
    return posting;
  }

  #takeOut(entry: StoreEntry<T>, posting: Posting<StoreEntry<T>>): void {
    posting.delete(entry);
    if (posting.size === 0) this.#postings.delete(posting.value);
  }
}

function valuesIn(found: unknown): readonly string[] {
  if (typeof found === "string") return [found];
  const values = new Set<string>();
  for (const value of Array.isArray(found) ? (found as readonly unknown[]) : [found]) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") values.add(String(value));
  }
  return [...values];
}

/** A copy: what the function gave is its own. */
function checkedValues(values: readonly string[]): readonly string[] {
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return [...new Set(values)];
  throw new InformerError("SETPOINT_INFORMER_INDEX_VALUES", "index an object: expected a list of texts as its values");
}
