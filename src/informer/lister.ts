import type { KubeObject, ObjectKey, Selector } from "../model/index.ts";
import { namespaceIndex } from "./defaults.ts";
import type { Indexer } from "./indexer.ts";

/** Which objects to list. */
export interface ListerOptions {
  readonly namespace?: string | undefined;
  readonly selector?: Selector | undefined;
}

/** Reads from an informer's cache, without asking the server. What it gives is shared and read-only. */
export class Lister<T extends KubeObject> {
  readonly #indexer: Indexer<T>;

  constructor(indexer: Indexer<T>) {
    this.#indexer = indexer;
  }

  /** The object, or `undefined` if the cache has none of that key. */
  get(key: ObjectKey | string): T | undefined {
    return this.#indexer.get(key);
  }

  list({ namespace, selector }: ListerOptions = {}): readonly T[] {
    if (selector?.isNothing === true) return [];
    const objects = namespace === undefined ? this.#indexer.list() : this.#indexer.byIndex(namespaceIndex, namespace);
    if (selector === undefined || selector.isEverything) return objects;
    return objects.filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
  }

  /** The part of the cache in one namespace. */
  namespace(namespace: string): NamespaceLister<T> {
    return new NamespaceLister(this, namespace);
  }
}

/** Reads one namespace of an informer's cache. */
export class NamespaceLister<T extends KubeObject> {
  readonly #lister: Lister<T>;
  readonly #namespace: string;

  constructor(lister: Lister<T>, namespace: string) {
    this.#lister = lister;
    this.#namespace = namespace;
  }

  get(name: string): T | undefined {
    return this.#lister.get({ namespace: this.#namespace, name });
  }

  list({ selector }: { readonly selector?: Selector | undefined } = {}): readonly T[] {
    return this.#lister.list({ namespace: this.#namespace, selector });
  }
}
