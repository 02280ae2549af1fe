import { apiVersionOf, formatApiVersion } from "../model/index.ts";
import type { GroupVersionKind, KubeObject, ObjectOf, Resource } from "../model/index.ts";
import { KindError } from "./dynamic-errors.ts";
import { asUnstructured } from "./unstructured.ts";

/**
 * The kinds that a program knows, so that an object from a file or a stream gets its type: `new Scheme([Pod, Network]).typed(object)` is a
 * `Pod` or a `Network`, and `object.kind` tells which. With `import * as kinds from "setpoint/kinds"`, `Object.values(kinds)` are all
 * built-in ones. Immutable.
 */
export class Scheme<R extends Resource = Resource> implements Iterable<R> {
  readonly #resources: ReadonlyMap<string, R>;

  /** Throws `SETPOINT_KIND_TAKEN` when two resources stand for one kind: an object could be either. */
  constructor(resources: Iterable<R>) {
    const known = new Map<string, R>();
    for (const resource of resources) {
      const key = keyOfKind(apiVersionOf(resource), resource.kind);
      const taken = known.get(key) ?? resource;
      if (taken.plural !== resource.plural) {
        const problem = `${taken.plural} and ${resource.plural} both claim it`;
        throw new KindError("SETPOINT_KIND_TAKEN", `Make a scheme: expected one resource for ${key}, but ${problem}`);
      }
      known.set(key, resource);
    }
    this.#resources = known;
  }

  /** This scheme with further kinds. */
  with<Q extends Resource>(resources: Iterable<Q>): Scheme<R | Q> {
    return new Scheme<R | Q>([...this, ...resources]);
  }

  /** The resource of an object or of a kind; `undefined` for one that nobody registered. */
  resourceOf(what: GroupVersionKind | KubeObject): R | undefined {
    if ("metadata" in what) return this.#resources.get(keyOfKind(what.apiVersion ?? "", what.kind ?? ""));
    return this.#resources.get(keyOfKind(formatApiVersion(what), what.kind));
  }

  /**
   * The same object, typed by its kind. Throws `SETPOINT_NOT_AN_OBJECT` for a value without `apiVersion`, `kind` and `metadata.name`, and
   * `SETPOINT_UNKNOWN_KIND` for a kind that is not in the scheme. `place` says in messages where the object comes from.
   */
  typed(object: unknown, place?: string): ObjectOf<R> {
    const { apiVersion, kind } = asUnstructured(object, place);
    if (this.#resources.has(keyOfKind(apiVersion, kind))) return object as ObjectOf<R>;
    throw new KindError(
      "SETPOINT_UNKNOWN_KIND",
      `Read ${place ?? "an object"}: expected a kind of the scheme, but it is ${JSON.stringify(`${apiVersion} ${kind}`.slice(0, 200))}`,
    );
  }

  [Symbol.iterator](): IterableIterator<R> {
    return this.#resources.values();
  }
}

function keyOfKind(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
