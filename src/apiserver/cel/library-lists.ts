import { maxCallCost } from "./defaults.ts";
import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration, Overload, Run } from "./declaration.ts";
import { contains } from "./equality.ts";
import { distinct, extreme, flat, isSorted, slice, sortedBy, sum } from "./list-items.ts";
import { Duration, Failure, ListValue, MapValue, Uint } from "./value.ts";
import type { Value } from "./value.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

const summable: readonly (readonly [string, string, Value])[] = [
  ["int", "int", 0n],
  ["uint", "uint", new Uint(0n)],
  ["double", "double", 0],
  ["duration", "google.protobuf.Duration", new Duration(0n)],
];

const ordered: readonly (readonly [string, string])[] = [
  ...summable.map(([type, name]) => [type, name] as const),
  ["string", "string"],
  ["bool", "bool"],
  ["timestamp", "google.protobuf.Timestamp"],
  ["bytes", "bytes"],
];

function int(value: Value | undefined): bigint {
  return typeof value === "bigint" ? value : 0n;
}

function eachOrdered(id: (name: string) => string, signature: (type: string) => string, run: Run): readonly Overload[] {
  return ordered.map(([type, name]) => member(id(name), signature(type), run));
}

/** What lists can be asked, and what can be made of them. */
export function lists(): readonly FunctionDeclaration[] {
  const sorted = eachOrdered(
    (name) => `list_${name}_is_sorted_bool`,
    (type) => `list(${type}) -> bool`,
    isSorted,
  );
  const [max, min] = (["max", "min"] as const).map((how) =>
    eachOrdered(
      (name) => `list_${name}_${how}_${name}`,
      (type) => `list(${type}) -> ${type}`,
      (list) => extreme(list, how),
    ),
  );
  const sums = summable.map(([type, name, zero]) =>
    member(`list_${name}_sum_${name}`, `list(${type}) -> ${type}`, (list) => sum(list, zero)),
  );
  return [
    declare("isSorted", ...sorted),
    declare("sum", ...sums),
    declare("max", ...(max ?? [])),
    declare("min", ...(min ?? [])),
    declare(
      "slice",
      member("list_slice", "list(T), int, int -> list(T)", (list, start, end) => slice(list, int(start), int(end))),
    ),
    flattening(),
    declare(
      "lists.range",
      global("lists_range", "int -> list(int)", (count) => range(int(count))),
    ),
    declare("reverse", member("list_reverse", "list(T) -> list(T)", reversed)),
    declare(
      "distinct",
      member("list_distinct", "list(T) -> list(T)", (list) => distinct(list)),
    ),
    ...sorting(),
    ...sets(),
    insertion(),
  ];
}

const reversed: Run = (list) => ListValue.of(list instanceof ListValue ? list.items().toReversed() : []);

function flattening(): FunctionDeclaration {
  return declare(
    "flatten",
    member("list_flatten", "list(list(T)) -> list(T)", (list) => flat(list, 1n)),
    member("list_flatten_int", "list(dyn), int -> list(dyn)", (list, depth) => flat(list, int(depth))),
  );
}

function sorting(): readonly FunctionDeclaration[] {
  const own = eachOrdered(
    (name) => `list_${name}_sort`,
    (type) => `list(${type}) -> list(${type})`,
    (list) => sortedBy(list, list),
  );
  const byKeys = eachOrdered(
    (name) => `list_${name}_sortByAssociatedKeys`,
    (type) => `list(T), list(${type}) -> list(T)`,
    sortedBy,
  );
  return [declare("sort", ...own), declare("@sortByAssociatedKeys", ...byKeys)];
}

function insertion(): FunctionDeclaration {
  const one: Run = (map = null, key = null, value = null) => inserted(map, [[key, value]]);
  const all: Run = (map = null, other = null) => {
    if (!(other instanceof MapValue)) return noOverload;
    return inserted(
      map,
      other.keys().map((key) => [key, other.find(key) ?? null] as const),
    );
  };
  return declare(
    "cel.@mapInsert",
    global("cel_@mapInsert_map_key_value", "map(K, V), K, V -> map(K, V)", one),
    global("cel_@mapInsert_map_map", "map(K, V), map(K, V) -> map(K, V)", all),
  );
}

/** A longer list could not be paid for anyway. */
function range(count: bigint): Value {
  const size = Number(count < 0n ? 0n : count);
  const kept = Math.min(size, maxCallCost + 1);
  return new ListValue({ size: kept, get: (index) => BigInt(index) });
}

function sets(): readonly FunctionDeclaration[] {
  const containsAll = (list: Value | undefined, part: Value | undefined): Value => {
    if (!(list instanceof ListValue) || !(part instanceof ListValue)) return noOverload;
    for (const item of part.items()) {
      const answer = contains(list, item);
      if (answer !== true) return answer;
    }
    return true;
  };
  const equivalent: Run = (one, other) => {
    const answer = containsAll(one, other);
    return answer === true ? containsAll(other, one) : answer;
  };
  const intersects: Run = (one, other) =>
    one instanceof ListValue && other instanceof ListValue
      ? one.items().some((item) => contains(other, item) === true)
      : noOverload;
  const signature = "list(T), list(T) -> bool";
  return [
    declare("sets.contains", global("list_sets_contains_list", signature, containsAll)),
    declare("sets.equivalent", global("list_sets_equivalent_list", signature, equivalent)),
    declare("sets.intersects", global("list_sets_intersects_list", signature, intersects)),
  ];
}

function inserted(map: Value, entries: readonly (readonly [Value, Value])[]): Value {
  if (!(map instanceof MapValue)) return noOverload;
  const known = entries.find(([key]) => map.find(key) !== undefined);
  if (known !== undefined) return new Failure(`insert failed: key ${String(known[0])} already exists`);
  return MapValue.of([...map.keys().map((key) => [key, map.find(key) ?? null] as const), ...entries]);
}
