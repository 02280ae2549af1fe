import { getOwn, setOwn } from "../../model/index.ts";
import { listOf, mapOf } from "./json-kind.ts";
import { elementOf } from "./list-items.ts";
import { fieldShape, kindOf } from "./shape.ts";
import type { ListShape, MapShape, Shape } from "./shape.ts";

/** The live value with what is applied laid over it. Neither is changed; what only one of them has is shared. */
export function mergeValues(live: unknown, applied: unknown, shape: Shape): unknown {
  if (applied === undefined) return live;
  if (live === undefined) return applied;
  const inner = shape[kindOf(shape, applied)];
  if (inner === undefined || typeof inner === "string" || inner.isAtomic) return applied;
  if ("items" in inner) {
    const [left, right] = [listOf(live), listOf(applied)];
    return left.length === 0 && right.length === 0 ? applied : mergeLists(left, right, inner);
  }
  const [left, right] = [mapOf(live), mapOf(applied)];
  const isEmpty = Object.keys(left).length === 0 && Object.keys(right).length === 0;
  return isEmpty ? applied : mergeMaps(left, right, inner);
}

function mergeMaps(live: object, applied: object, map: MapShape): object {
  const result = { ...live };
  for (const name of Object.keys(applied)) {
    setOwn(result, name, mergeValues(getOwn(live, name), getOwn(applied, name), fieldShape(map, name)));
  }
  return result;
}

/**
 * The items of both. Applied items stand in their own order; live ones that are not applied stay, as far as that goes, between those that
 * they stood between.
 */
function mergeLists(live: readonly unknown[], applied: readonly unknown[], list: ListShape): readonly unknown[] {
  const left = live.map((item) => elementOf(list, item));
  const right = applied.map((item) => elementOf(list, item));
  const liveItems = new Map<string, unknown>();
  // What is there twice cannot be merged with: it is replaced.
  for (const [index, element] of left.entries()) liveItems.set(element, liveItems.has(element) ? null : live[index]);
  const appliedItems = new Map(right.map((element, index) => [element, applied[index]]));
  return mergedOrder(left, right).map((entry) =>
    typeof entry === "number" ? live[entry] : mergeValues(liveItems.get(entry), appliedItems.get(entry), list.items),
  );
}

/** What the merged list has at each place: the index of a live item that is not applied, or the step to an applied one. */
function mergedOrder(left: readonly string[], right: readonly string[]): readonly (number | string)[] {
  const isLive = new Set(left);
  const isApplied = new Set(right);
  const shared = right.filter((element) => isLive.has(element));
  const taken = new Set<string>();
  const order: (number | string)[] = [];
  let l = 0;
  for (const next of right) {
    for (; l < left.length && left[l] !== next; l++) {
      const element = left[l] as string;
      if (!isApplied.has(element)) order.push(l);
      else if (shared[0] !== undefined && shared[0] !== element) continue;
      else break;
    }
    // The live item at this place is the applied one, or was merged before.
    if (l < left.length && (left[l] === next || taken.has(left[l] as string))) l++;
    taken.add(next);
    order.push(next);
    if (shared[0] === next) shared.shift();
  }
  for (; l < left.length; l++) if (!isApplied.has(left[l] as string)) order.push(l);
  return order;
}
