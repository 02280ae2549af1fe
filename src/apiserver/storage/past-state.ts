import { compareBytes } from "./byte-order.ts";
import type { Change, StoredObject, StoreKey } from "./store.ts";

/** The objects of a collection as they were before some changes, which are its last ones, in their order. */
export function beforeChanges(objects: readonly StoredObject[], changes: readonly Change[]): readonly StoredObject[] {
  if (changes.length === 0) return objects;
  const past = new Map(objects.map((object) => [pathOf(object.key), object]));
  for (const { key, previous, previousRevision } of changes.toReversed()) {
    if (previous === undefined) past.delete(pathOf(key));
    else past.set(pathOf(key), { key, revision: previousRevision, bytes: previous });
  }
  const entries = [...past].sort(([a], [b]) => compareBytes(a, b));
  return Object.freeze(entries.map(([, object]) => object));
}

/** What orders the objects of a collection. */
export function pathOf({ namespace, name }: Pick<StoreKey, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}
