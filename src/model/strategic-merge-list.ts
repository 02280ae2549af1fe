import { isPlainObject } from "./container.ts";
import { getOwn } from "./own-property.ts";
import { goValue, noMergeKey, strategicRefusal, unmergeable, wrongType } from "./strategic-merge-refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How two lists are merged. */
export interface ListMerge {
  /** The field that tells items apart; absent for lists of plain values. */
  readonly mergeKey: string | undefined;
  /** The patch names values to remove. */
  readonly removes: boolean;
  readonly mergeItem: (original: Fields, patch: Fields) => unknown;
}

/** The items of both lists: those of the patch in its order, the others where they stood among them. */
export function mergeStrategicLists(
  original: readonly unknown[],
  patch: readonly unknown[],
  options: ListMerge,
): readonly unknown[] {
  if (original.length === 0 && patch.length === 0) return original;
  if (elementType(original, patch) !== "map") {
    const named = new Set(patch);
    if (options.removes) return original.filter((value) => !named.has(value));
    return inStrategicOrder([...new Set([...original, ...patch])], { patch, original, mergeKey: undefined });
  }
  const { mergeKey } = options;
  if (mergeKey === undefined) throw unmergeable("cannot merge lists without merge key for struct");
  const left = withDirectives(original as readonly Fields[], patch as readonly Fields[], mergeKey);
  const merged = mergeItems(left.original, left.patch, { ...options, mergeKey });
  return inStrategicOrder(merged, { ...left, mergeKey });
}

interface Split {
  readonly original: readonly Fields[];
  readonly patch: readonly Fields[];
}

/** Does what the directives among the items say; what is left are plain items. */
function withDirectives(original: readonly Fields[], patch: readonly Fields[], mergeKey: string): Split {
  const plain = patch.filter((item) => !Object.hasOwn(item, "$patch"));
  const deleted = new Set<unknown>();
  let replaces = false;
  for (const item of patch) {
    const directive = getOwn(item, "$patch");
    if (directive === "replace") replaces = true;
    else if (directive === "delete") deleted.add(strategicIdentity(item, mergeKey));
    else if (directive === "merge") throw unmergeable("merging lists cannot yet be specified in the patch");
    else if (Object.hasOwn(item, "$patch")) throw unknownDirective(item);
  }
  if (replaces) return { original: plain, patch: [] };
  const isKept = (item: Fields): boolean => !Object.hasOwn(item, mergeKey) || !deleted.has(getOwn(item, mergeKey));
  return { original: original.filter(isKept), patch: plain };
}

/** The error for a directive that is none. */
export function unknownDirective(patch: Fields): Error {
  return unmergeable(`unknown patch type: ${goValue(getOwn(patch, "$patch"))} in map: ${goValue(patch)}`);
}

function mergeItems(
  original: readonly Fields[],
  patch: readonly Fields[],
  { mergeKey, mergeItem }: ListMerge & { readonly mergeKey: string },
): readonly unknown[] {
  const merged: unknown[] = [...original];
  const places = firstPlaces(original.map((item) => getOwn(item, mergeKey)));
  for (const item of patch) {
    const key = strategicIdentity(item, mergeKey);
    const place = places.get(key) ?? merged.length;
    merged[place] = place === merged.length ? item : mergeItem(merged[place] as Fields, item);
    places.set(key, place);
  }
  return merged;
}

/** Where each value stands first. */
function firstPlaces(values: readonly unknown[]): Map<unknown, number> {
  const places = new Map<unknown, number>();
  for (const [index, value] of values.entries()) if (!places.has(value)) places.set(value, index);
  return places;
}

/** Which orders a merged list follows: that of the patch first, then that of the original. */
export interface StrategicOrder {
  readonly patch: readonly unknown[];
  readonly original: readonly unknown[];
  readonly mergeKey: string | undefined;
}

/** Puts the items that the patch names into its order, and the others where the original has them among these. */
export function inStrategicOrder(
  items: readonly unknown[],
  { patch, original, mergeKey }: StrategicOrder,
): readonly unknown[] {
  const stray = mergeKey === undefined ? -1 : patch.findIndex((item) => !isPlainObject(item));
  if (stray >= 0) throw unmergeable(`value for key ${stray} is not a map`);
  const inPatch = firstPlaces(patch.map((item) => strategicIdentity(item, mergeKey)));
  const inOriginal = firstPlaces(original.map((item) => strategicIdentity(item, mergeKey)));
  const placed = items.map((item) => {
    const identity = strategicIdentity(item, mergeKey);
    return { item, wanted: inPatch.get(identity), before: inOriginal.get(identity) };
  });
  const named = placed
    .filter(({ wanted }) => wanted !== undefined)
    .toSorted((a, b) => (a.wanted ?? 0) - (b.wanted ?? 0));
  const others = placed
    .filter(({ wanted }) => wanted === undefined)
    .toSorted((a, b) => (a.before ?? 0) - (b.before ?? 0));
  const result: unknown[] = [];
  let next = 0;
  for (const { item, before = -1 } of named) {
    for (; (others[next]?.before ?? Infinity) < before; next++) result.push(others[next]?.item);
    result.push(item);
  }
  return [...result, ...others.slice(next).map(({ item }) => item)];
}

/** What tells an item from others: itself, or the value of its key. Throws for an item without it. */
export function strategicIdentity(item: unknown, mergeKey: string | undefined): unknown {
  if (mergeKey === undefined) return item;
  if (!isPlainObject(item)) throw wrongType("map", item);
  if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey);
  return getOwn(item, mergeKey);
}

/** The one type of all items. Throws if there are several, and for lists of lists. */
export function elementType(...lists: readonly (readonly unknown[])[]): string {
  const types = new Set(lists.flat().map(typeOf));
  const [type] = types;
  if (type === "list") throw strategicRefusal("SETPOINT_PATCH_FAILED", "lists of lists are not supported");
  if (type === undefined) throw unmergeable("no elements in any of the given slices");
  if (types.size > 1) throw unmergeable(`list element types are not identical: ${goValue(lists)}`);
  return type;
}

function typeOf(item: unknown): string {
  if (Array.isArray(item)) return "list";
  return isPlainObject(item) ? "map" : typeof item;
}
