import type { KubeObject, ObjectKey } from "../model/index.ts";
import type { IndexFunction } from "./object-index.ts";

/** Objects by key and by named indexes, for reading. What it gives is shared and read-only; each answer is of one moment. */
export interface Indexer<T extends KubeObject = KubeObject> {
  readonly size: number;
  get(key: ObjectKey | string): T | undefined;
  keys(): readonly string[];
  list(): readonly T[];
  /** The objects filed under a value. Throws `SETPOINT_INFORMER_INDEX` for an index that does not exist. */
  byIndex(index: string, value: string): readonly T[];
  /** The values under which something is filed. */
  indexValues(index: string): readonly string[];
  /** Adds an index, at any time; what is there is filed at once. Throws `SETPOINT_INFORMER_INDEX` for a name that is taken. */
  addIndex(index: string, valuesFor: IndexFunction<T>): void;
}
