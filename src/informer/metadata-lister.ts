import type { KubeObject, ObjectKey } from "../model/index.ts";
import type { Selection } from "./indexer.ts";
import type { Lister } from "./lister.ts";
import { metadataOf } from "./projection.ts";
import type { MetadataOnly } from "./projection.ts";

/** Reads the metadata of what is in an informer's cache; the rest of an object is not decoded. What it gives is shared and read-only. */
export class MetadataLister<T extends KubeObject> {
  readonly #lister: Lister<T>;
  /** One for each object, for as long as somebody has that. */
  readonly #parts = new WeakMap<T, MetadataOnly<T>>();

  constructor(lister: Lister<T>) {
    this.#lister = lister;
  }

  /** `undefined` if the cache has none of that key. */
  get(key: ObjectKey | string): MetadataOnly<T> | undefined {
    const object = this.#lister.get(key);
    return object && this.#part(object);
  }

  /** As `Lister.require`. */
  require(key: ObjectKey | string): MetadataOnly<T> {
    return this.#part(this.#lister.require(key));
  }

  list(selection?: Selection): readonly MetadataOnly<T>[] {
    return this.#lister.list(selection).map((object) => this.#part(object));
  }

  #part(object: T): MetadataOnly<T> {
    const known = this.#parts.get(object);
    if (known !== undefined) return known;
    const part = metadataOf(object);
    this.#parts.set(object, part);
    return part;
  }
}
