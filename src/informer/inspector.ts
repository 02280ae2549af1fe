import { nextTurn } from "../async/index.ts";
import type { KubeObject, Resource, WatchEvent } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { sliceSize } from "./defaults.ts";
import { expectedOf, problemOf } from "./incoming.ts";
import type { ExpectedKind } from "./incoming.ts";

/** Looks at what a server sends. What can't be used is reported and left out, so that it harms nothing else. */
export class Inspector<T extends KubeObject> {
  readonly #resource: Resource<T>;
  readonly #expected: ExpectedKind;
  readonly #log: Logger;

  constructor(resource: Resource<T>, log: Logger) {
    this.#resource = resource;
    this.#expected = expectedOf(resource);
    this.#log = log;
  }

  /** The objects that can be cached: the same list if that is all of them. Leaves the event loop to others on the way. */
  async usable(objects: readonly T[]): Promise<readonly T[]> {
    const kept: T[] = [];
    for (const [index, object] of objects.entries()) {
      if (this.#isObjectUsable(object)) kept.push(object);
      if (index % sliceSize === sliceSize - 1) await nextTurn();
    }
    return kept.length === objects.length ? objects : kept;
  }

  /** Whether an event can be understood, and its object cached. */
  isUsable(event: WatchEvent<T>): boolean {
    switch (event.type) {
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return this.#isObjectUsable(event.object);
      case "BOOKMARK":
        return (typeof event.resourceVersion === "string" && event.resourceVersion !== "") || this.#skip(event);
      default:
        return this.#skip(event);
    }
  }

  #skip({ type }: { readonly type: string }): false {
    this.#log.warn("Skipped a watch event that can't be understood", { resource: this.#resource.plural, type });
    return false;
  }

  #isObjectUsable(object: T): boolean {
    const problem = problemOf(object, this.#expected);
    if (problem === undefined) return true;
    const { name, namespace } = (object as Partial<T> | null | undefined)?.metadata ?? {};
    const { plural } = this.#resource;
    this.#log.warn("Skipped an object that can't be cached", { resource: plural, problem, namespace, name });
    return false;
  }
}
