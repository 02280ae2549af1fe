import { compare } from "./compare.ts";
import { equal } from "./equality.ts";
import { Duration, Failure, ListValue, Uint } from "./value.ts";
import type { Value } from "./value.ts";
import { typeOfValue } from "./value-type.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

function itemsOf(list: Value | undefined): readonly Value[] {
  return list instanceof ListValue ? list.items() : [];
}

/** Where an item is found first or last in a list; -1 if nowhere. */
export function positionOf(list: Value | undefined, item: Value | undefined, isLast: boolean): bigint {
  const isIt = (one: Value): boolean => item !== undefined && equal(one, item) === true;
  const items = itemsOf(list);
  return BigInt(isLast ? items.findLastIndex(isIt) : items.findIndex(isIt));
}

/** Whether no item is smaller than the one before it. */
export function isSorted(list: Value | undefined): Value {
  const items = itemsOf(list);
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    const order = before === undefined ? 0 : compare(before, item);
    if (order === undefined) return noOverload;
    if (order > 0) return false;
  }
  return true;
}

/** The smallest or largest item. */
export function extreme(list: Value | undefined, name: "min" | "max"): Value {
  const items = itemsOf(list);
  let [best] = items;
  if (best === undefined) return new Failure(`${name} called on empty list`);
  for (const item of items) {
    const order = compare(item, best);
    if (order === undefined) return noOverload;
    if (name === "min" ? order < 0 : order > 0) best = item;
  }
  return best;
}

/** All items together, in the type of the list. */
export function sum(list: Value | undefined, zero: Value): Value {
  let total = zero;
  for (const item of itemsOf(list)) {
    const next = plus(total, item);
    if (next instanceof Failure) return next;
    total = next;
  }
  return total;
}

function plus(one: Value, other: Value): Value {
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (typeof one === "bigint" && typeof other === "bigint") {
    return BigInt.asIntN(64, one + other) === one + other ? one + other : new Failure("integer overflow");
  }
  if (one instanceof Uint && other instanceof Uint) return new Uint(one.value + other.value);
  return one instanceof Duration && other instanceof Duration ? new Duration(one.nanos + other.nanos) : noOverload;
}

/** A list in the order of keys, one for each item. Items with equal keys stay in order. */
export function sortedBy(list: Value | undefined, keys: Value | undefined): Value {
  const items = itemsOf(list);
  const by = itemsOf(keys);
  const [first] = by;
  if (first === undefined) return list ?? noOverload;
  if (compare(first, first) === undefined) return new Failure("list elements must be comparable");
  const { name } = typeOfValue(first);
  if (by.some((key) => typeOfValue(key).name !== name)) {
    return new Failure("list elements must have the same type");
  }
  const pairs = items.map((item, index) => ({ item, key: by[index] ?? null }));
  const sorted = pairs.toSorted((one, other) => compare(one.key, other.key) ?? 0);
  return ListValue.of(sorted.map(({ item }) => item));
}

/** A list without the items that are there already. */
export function distinct(list: Value | undefined): Value {
  const unique: Value[] = [];
  for (const item of itemsOf(list)) {
    if (!unique.some((known) => equal(item, known) === true)) unique.push(item);
  }
  return ListValue.of(unique);
}

/** A list with the items of the lists in it, down to a depth. */
export function flat(list: Value | undefined, depth: bigint): Value {
  if (depth < 0n) return new Failure("level must be non-negative");
  return ListValue.of(flattened(itemsOf(list), depth));
}

function flattened(items: readonly Value[], depth: bigint): readonly Value[] {
  return items.flatMap((item) =>
    item instanceof ListValue && depth > 0n ? flattened(item.items(), depth - 1n) : [item],
  );
}

/** A piece of a list. */
export function slice(list: Value | undefined, start: bigint, end: bigint): Value {
  const items = itemsOf(list);
  const what = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) return new Failure(`${what}, negative indexes not supported`);
  if (start > end) return new Failure(`${what}, start index must be less than or equal to end index`);
  if (BigInt(items.length) < end) return new Failure(`${what}, list is length ${items.length}`);
  return ListValue.of(items.slice(Number(start), Number(end)));
}
