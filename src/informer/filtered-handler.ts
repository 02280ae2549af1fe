import type { KubeObject } from "../model/index.ts";
import type { ResourceEventHandler } from "./resource-event-handler.ts";

/**
 * A handler that hears only of the objects that are wanted, as if there were no others: one that begins to be wanted is added, one that
 * ceases to be is deleted, with its last state that was wanted.
 */
export function filteredHandler<T extends KubeObject>(
  isWanted: (object: T) => boolean,
  handler: ResourceEventHandler<T>,
): ResourceEventHandler<T> {
  return {
    add: (object, info) => (isWanted(object) ? handler.add?.(object, info) : undefined),
    update(old, current, info) {
      const [before, after] = [isWanted(old), isWanted(current)];
      if (before && after) return handler.update?.(old, current, info);
      if (after) return handler.add?.(current, { key: info.key, isInitial: false });
      return before ? handler.delete?.(old, { key: info.key, isFinalStateUnknown: false }) : undefined;
    },
    delete: (object, info) => (isWanted(object) ? handler.delete?.(object, info) : undefined),
  };
}
