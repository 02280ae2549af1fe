import { ApiError, isNotFound, parseKey } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { ScopeTest } from "./informer-scope.ts";
import type { ListWatch } from "./list-watch.ts";
import type { Absence } from "./own-states.ts";

/** Reads an object from the server: as it is now, or why it is not part of what is followed. */
export type LiveRead<T extends KubeObject> = (key: string, signal: AbortSignal) => Promise<T | Absence>;

/** Reads single objects of a collection from the server, if its source can. */
export function liveRead<T extends KubeObject>(source: ListWatch<T>, isInScope: ScopeTest): LiveRead<T> | undefined {
  if (source.inNamespace === undefined) return undefined;
  const reader = source.inNamespace.bind(source);
  return async (key, signal) => {
    const { namespace, name } = parseKey(key);
    try {
      const object = await reader(namespace === "" ? undefined : namespace).get(name, { signal });
      return isInScope(object) === false ? "left" : object;
    } catch (error) {
      // A server that does not serve the kind just now says so without naming the object.
      if (isNotFound(error) && ApiError.is(error) && error.details.name === name) return "gone";
      throw error;
    }
  };
}
