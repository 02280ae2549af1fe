import { utf8Length } from "../../model/index.ts";
import { newList, perCharacter, perPatternCharacter } from "./cost-factors.ts";
import { CidrRange } from "./cidr-range.ts";
import { IpAddress } from "./ip-address.ts";
import { NamedFormat } from "./library-formats.ts";
import { ListValue, MapValue, Opaque, Optional } from "./value.ts";
import type { Value } from "./value.ts";

/** A call that was made. */
export interface MadeCall {
  readonly name: string;
  /** Empty if only the values told which signature it was. */
  readonly overload: string;
  readonly args: readonly Value[];
  readonly result: Value;
}

/** What a call has cost, without its operands. */
export type Cost = (call: MadeCall) => number | undefined;

/** How to tell what calls of a signature cost; `undefined` if they all cost one. */
export function costOf(name: string, overload: string): Cost | undefined {
  return byOverload.get(overload) ?? byName.get(name) ?? standard.get(overload);
}

function size(value: Value | undefined): number {
  if (typeof value === "string") return lengthOf(value);
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Optional) return value.value === undefined ? 1 : size(value.value);
  if (value instanceof IpAddress) return value.width / 8;
  if (value instanceof CidrRange) return Math.ceil(value.length / 8);
  return 1;
}

/** In code points; only texts with surrogates have to be counted. */
function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text).length : text.length;
}

function characters(index: number, factor = perCharacter): Cost {
  return ({ args }) => Math.ceil(size(args[index]) * factor);
}

/** What it costs to look at all that is in a value. */
function traversal(value: Value | undefined): number {
  if (typeof value === "string") return Math.floor(utf8Length(value) * perCharacter);
  if (value instanceof Uint8Array) return Math.floor(value.length * perCharacter);
  if (value instanceof ListValue) return value.items().reduce((total: number, item) => total + traversal(item), 0);
  if (!(value instanceof MapValue)) return 1;
  return value.keys().reduce((total: number, key) => total + traversal(key) + traversal(value.find(key)), 0);
}

const search: Cost = ({ args: [text, pattern] }) =>
  Math.ceil((1 + size(text)) * perCharacter) * Math.ceil(size(pattern) * perPatternCharacter);

const containsIp: Cost = ({ args: [range, other], overload }) =>
  Math.ceil(2 * size(range) * perCharacter) +
  (overload === "cidr_contains_ip_string" ? Math.ceil(size(other) * perCharacter) : 0);

const containsCidr: Cost = ({ args: [range, other], overload }) =>
  Math.ceil(2 * size(range) * perCharacter) +
  Math.ceil(size(range) * perCharacter) +
  1 +
  (overload === "cidr_contains_cidr_string" ? Math.ceil(size(other) * perCharacter) : 0);

const validate: Cost = ({ args: [format, text] }) =>
  format instanceof NamedFormat
    ? Math.ceil((1 + size(text)) * perCharacter) * Math.ceil(format.size * perPatternCharacter)
    : undefined;

function named(names: string, cost: Cost): readonly (readonly [string, Cost])[] {
  return names.split(" ").map((name) => [name, cost] as const);
}

const byName: ReadonlyMap<string, Cost> = new Map([
  ...named("isSorted sum max min indexOf lastIndexOf", ({ args }) => traversal(args[0])),
  ...named(
    "url lowerAscii upperAscii substring trim cidr isIP isCIDR quantity isQuantity semver isSemver",
    characters(0),
  ),
  ...named("replace split ip.isCanonical", characters(0, 2 * perCharacter)),
  ...named("join", ({ result }) => Math.ceil(size(result) * 2 * perCharacter)),
  ...named("find findAll", search),
  ...named("ip", (call) => (call.overload === "cidr_ip" ? 1 : characters(0)(call))),
  ...named("containsIP", containsIp),
  ...named("containsCIDR", containsCidr),
  ...named("validate", validate),
  ...named("_==_", (call) => (call.args[0] instanceof Opaque ? 1 : comparison(call))),
]);

function listCall(factor: number, count: number): number {
  return Math.floor(count * factor) + 1 + newList;
}

function pairwise(index: number): Cost {
  return ({ args }) => {
    const list = args[index];
    if (!(list instanceof ListValue)) return undefined;
    const first = list.size === 0 ? null : list.at(0);
    const isText = typeof first === "string" || first instanceof Uint8Array;
    return listCall(isText ? 2 + perCharacter : 2, list.size * list.size);
  };
}

const made: Cost = ({ result }) => listCall(1, size(result));

const flattened: Cost = ({ args: [list, depth] }) =>
  listCall(typeof depth === "bigint" ? Number(depth) : 1, size(list));

function sets(factor: number): Cost {
  return ({ args: [one, other] }) => 1 + Math.floor(size(one) * size(other) * factor);
}

const sortable: readonly string[] =
  "int uint double bool google.protobuf.Duration google.protobuf.Timestamp string bytes".split(" ");

const byOverload: ReadonlyMap<string, Cost> = new Map<string, Cost>([
  ["list_slice", made],
  ["lists_range", made],
  ["list_reverse", made],
  ["list_flatten", flattened],
  ["list_flatten_int", flattened],
  ["list_distinct", pairwise(0)],
  ...sortable.map((type) => [`list_${type}_sort`, pairwise(0)] as const),
  ...sortable.map((type) => [`list_${type}_sortByAssociatedKeys`, pairwise(1)] as const),
  ["list_sets_contains_list", sets(1)],
  ["list_sets_intersects_list", sets(1)],
  ["list_sets_equivalent_list", sets(2)],
]);

const comparison: Cost = ({ args: [one, other] }) => Math.ceil(Math.min(size(one), size(other)) * perCharacter);

const joined: Cost = ({ args: [one, other] }) => Math.ceil((size(one) + size(other)) * perCharacter);

const contains: Cost = ({ args: [text, part] }) =>
  Math.ceil(size(text) * perCharacter) * Math.ceil(size(part) * perCharacter);

const standard: ReadonlyMap<string, Cost> = new Map<string, Cost>([
  ...named(
    "starts_with_string ends_with_string string_to_bytes bytes_to_string strings_quote string_format",
    characters(0),
  ),
  ...named("less_string less_equals_string greater_string greater_equals_string not_equals", comparison),
  ...named("less_bytes less_equals_bytes greater_bytes greater_equals_bytes", comparison),
  ...named("add_string add_bytes", joined),
  ["in_list", ({ args }) => size(args[1])],
  ["matches_string", search],
  ["contains_string", contains],
]);
