import { getOwn } from "./own-property.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The list whose order the items that a patch does not name keep, once the patch was merged. Kubernetes deletes and adds in the list
 * itself but goes on reading it at its old length: what was left moves up, what the patch adds fills the places that became free, and
 * a place that stays free shows what last stood at the end. Takes time in proportion to both lists.
 */
export function placesAfterMerge(
  current: readonly unknown[],
  change: readonly unknown[],
  mergeKey: string,
): readonly unknown[] {
  const { left, stale } = withoutDeleted(current as readonly Fields[], change as readonly Fields[], mergeKey);
  if (stale.length === 0) return current;
  const added = addedItems(left, change as readonly Fields[], mergeKey).slice(0, stale.length);
  return [...left, ...added, ...stale.slice(added.length)];
}

interface Remains {
  readonly left: readonly Fields[];
  /** What still stands behind what is left, from front to back. */
  readonly stale: readonly Fields[];
}

function withoutDeleted(current: readonly Fields[], change: readonly Fields[], mergeKey: string): Remains {
  const places = Map.groupBy(current.keys(), (place) => getOwn(current[place] ?? {}, mergeKey));
  const left = new Set(current.keys());
  const stale: Fields[] = [];
  let last = current.length - 1;
  for (const item of change) {
    if (getOwn(item, "$patch") !== "delete") continue;
    const key = getOwn(item, mergeKey);
    for (const place of places.get(key) ?? []) {
      if (!Object.hasOwn(current[place] ?? {}, mergeKey) || !left.has(place)) continue;
      while (!left.has(last)) last--;
      stale.push(current[last] ?? {});
      left.delete(place);
    }
  }
  return { left: current.filter((_, place) => left.has(place)), stale: stale.toReversed() };
}

function addedItems(left: readonly Fields[], change: readonly Fields[], mergeKey: string): readonly Fields[] {
  if (change.some((item) => getOwn(item, "$patch") === "replace")) return [];
  const known = new Set(left.map((item) => getOwn(item, mergeKey)));
  return change.filter((item) => {
    const key = getOwn(item, mergeKey);
    if (Object.hasOwn(item, "$patch") || known.has(key)) return false;
    known.add(key);
    return true;
  });
}
