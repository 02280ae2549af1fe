import { isPlainObject } from "./container.ts";
import { getOwn } from "./own-property.ts";
import { elementType, inStrategicOrder, strategicIdentity } from "./strategic-merge-list.ts";
import { placesAfterMerge } from "./strategic-merge-places.ts";
import { goValue, strategicRefusal, unmergeable, wrongType } from "./strategic-merge-refusal.ts";

/** A list of a document, what the patch says of it, and the order that the patch asks for. */
export interface OrderedPatch {
  readonly current: readonly unknown[] | undefined;
  readonly change: readonly unknown[] | undefined;
  readonly order: readonly unknown[];
}

/** How the list is merged before it is put in order. */
export interface OrderedMerge {
  readonly mergeKey: string | undefined;
  /** The items of both lists are merged; otherwise the patch replaces the list. */
  readonly merges: boolean;
  readonly merge: (current: readonly unknown[], change: readonly unknown[]) => readonly unknown[];
  /** What the patch adds where there was no list. */
  readonly added: (change: readonly unknown[]) => readonly unknown[];
}

/** The list in the order that `$setElementOrder` gives; `undefined` if there is none. */
export function orderedList(
  { current, change, order }: OrderedPatch,
  { mergeKey, merges, merge, added }: OrderedMerge,
): readonly unknown[] | undefined {
  assertOrder(change ?? [], order, mergeKey);
  if (current === undefined && change === undefined) return undefined;
  const merged = unordered(current, change, { merge, added });
  const type = elementType(current ?? [], change ?? []);
  const isMergedByKey = merges && type === "map" && mergeKey !== undefined;
  const original = isMergedByKey ? placesAfterMerge(current ?? [], change ?? [], mergeKey) : (current ?? []);
  return inStrategicOrder(merged, { patch: order, original, mergeKey });
}

function unordered(
  current: readonly unknown[] | undefined,
  change: readonly unknown[] | undefined,
  { merge, added }: Pick<OrderedMerge, "merge" | "added">,
): readonly unknown[] {
  if (change === undefined) return current ?? [];
  return current === undefined ? added(change) : merge(current, change);
}

/** Throws unless the patch names its items in the order that it asks for. Items that it deletes need not be in it. */
function assertOrder(change: readonly unknown[], order: readonly unknown[], mergeKey: string | undefined): void {
  if (change.length === 0 || order.length === 0) return;
  const items = mergeKey === undefined ? change : change.filter((item) => directiveOf(item) !== "delete");
  let next = 0;
  for (const wanted of order) {
    // Other directives are passed over too, but only while the order goes on: one at the end is a mismatch.
    while (next < items.length && isDirective(items[next])) next++;
    if (next < items.length && strategicIdentity(items[next], mergeKey) === strategicIdentity(wanted, mergeKey)) next++;
  }
  if (next === items.length) return;
  throw unmergeable(
    `The order in patch list:\n${goValue(change)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`,
  );
}

function directiveOf(item: unknown): unknown {
  if (!isPlainObject(item)) throw wrongType("map", item);
  return getOwn(item, "$patch");
}

function isDirective(item: unknown): boolean {
  return isPlainObject(item) && Object.hasOwn(item, "$patch");
}

/** The field that a directive is about: what follows the slash. */
export function strategicKey(key: string, prefix: string): string {
  if (key.startsWith(`${prefix}/`)) return key.slice(prefix.length + 1);
  const what = prefix === "$setElementOrder" ? "setElementOrder" : "primitive";
  throw strategicRefusal("SETPOINT_INVALID_PATCH", `invalid patch format of ${what} list`);
}
