import type { KubeObject, ObjectKey, Selector } from "../model/index.ts";
import type { PathOf } from "./field-path.ts";
import type { IndexFunction } from "./object-index.ts";

/** Which objects are wanted. */
export interface Selection {
  readonly namespace?: string | undefined;
  readonly selector?: Selector | undefined;
}

/**
 * Objects by key and by named indexes, for reading. What it gives is shared and read-only; each answer but that of `values` is of one moment.
 * The order of what it lists is not promised.
 */
export interface Indexer<T extends KubeObject = KubeObject> {
  readonly size: number;
  get(key: ObjectKey | string): T | undefined;
  keys(): readonly string[];
  list(): readonly T[];
  /**
   * All objects without a copy of the list. While somebody iterates, the store may change: what is deleted before its turn is not given, what
   * changes is given as it is at its turn, what is added is given at the end; an object is given twice only if it was deleted and added again.
   */
  values(): IterableIterator<T>;
  /** The objects in a namespace, with certain labels, or both. Indexes of the namespace and of single labels are used. */
  select(selection: Selection): readonly T[];
  /** The objects filed under a value. Throws `SETPOINT_INFORMER_INDEX` for an index that does not exist. */
  byIndex(index: string, value: string): readonly T[];
  /** The objects that share at least one value of an index with an object, which need not be in here. Throws as `byIndex`, and as the index function. */
  sharing(index: string, object: T): readonly T[];
  /** The keys of the objects filed under a value, sorted. Throws as `byIndex`. */
  indexKeys(index: string, value: string): readonly string[];
  /** The values under which something is filed. Throws as `byIndex`. */
  indexValues(index: string): readonly string[];
  /** The names of the indexes. */
  indexes(): readonly string[];
  /**
   * Adds an index, at any time; what is there is filed at once. A path such as `"spec.nodeName"` is read from the bytes; names with dots in
   * them make the path a list of names. With a bound, of objects that are not held only metadata is filed, until they change. Throws `SETPOINT_INFORMER_INDEX` for a name that is taken.
   */
  addIndex<const P extends string>(
    index: string,
    source: IndexFunction<T> | (P & PathOf<T, P>) | readonly string[],
  ): void;
}
