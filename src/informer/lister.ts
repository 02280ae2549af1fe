import { ApiError, formatKey, parseKey } from "../model/index.ts";
import type { KubeObject, ObjectKey, Resource, Selector } from "../model/index.ts";
import { InformerError } from "./errors.ts";
import type { Indexer, Selection } from "./indexer.ts";

/**
 * Reads from an informer's cache, without asking the server. What it gives is shared and read-only. Of a namespace that the informer does
 * not follow nothing is known: to list it, or to require something of it, throws `SETPOINT_INFORMER_NAMESPACE`.
 */
export class Lister<T extends KubeObject> {
  readonly #indexer: Indexer<T>;
  readonly #resource: Pick<Resource, "group" | "plural">;
  readonly #follows: (namespace: string) => boolean;

  /** The resource is what `require` names when it finds nothing. Without `follows`, all namespaces are known. */
  constructor(
    indexer: Indexer<T>,
    resource: Pick<Resource, "group" | "plural"> = { group: "", plural: "objects" },
    follows: (namespace: string) => boolean = () => true,
  ) {
    this.#indexer = indexer;
    this.#resource = resource;
    this.#follows = follows;
  }

  /** The object, or `undefined` if the cache has none of that key. */
  get(key: ObjectKey | string): T | undefined {
    return this.#indexer.get(key);
  }

  /** The object. Throws what a client throws when the server has none: an `ApiError` for which `isNotFound` is true. */
  require(key: ObjectKey | string): T {
    const object = this.#indexer.get(key);
    if (object !== undefined) return object;
    const { group, plural } = this.#resource;
    const text = typeof key === "string" ? key : formatKey(key);
    const { namespace, name } = parseKey(text);
    this.#refuseUnfollowed(namespace);
    const details = { name, group, kind: plural };
    const request = { method: "GET", path: `cache of ${plural}` };
    throw new ApiError(`${plural} "${text}" not found`, { ...request, status: 404, reason: "NotFound", details });
  }

  list(selection: Selection = {}): readonly T[] {
    if (selection.namespace !== undefined) this.#refuseUnfollowed(selection.namespace);
    return this.#indexer.select(selection);
  }

  /** The part of the cache in one namespace. */
  namespace(namespace: string): NamespaceLister<T> {
    return new NamespaceLister(this, namespace);
  }

  #refuseUnfollowed(namespace: string): void {
    if (namespace === "" || this.#follows(namespace)) return;
    throw new InformerError(
      "SETPOINT_INFORMER_NAMESPACE",
      `read ${this.#resource.plural} of the namespace ${namespace} from a cache: expected one that its informer follows`,
    );
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

  /** As `Lister.require`. */
  require(name: string): T {
    return this.#lister.require({ namespace: this.#namespace, name });
  }

  list({ selector }: { readonly selector?: Selector | undefined } = {}): readonly T[] {
    return this.#lister.list({ namespace: this.#namespace, selector });
  }
}
