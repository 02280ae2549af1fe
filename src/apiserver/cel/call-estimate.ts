import { newList, perCharacter, perPatternCharacter } from "./cost-factors.ts";
import type { Expression } from "./expression.ts";
import { either, exactly, plus, scaled, times, unbounded } from "./extent.ts";
import type { Extent } from "./extent.ts";
import { isSameType } from "./type.ts";
import type { Type } from "./type.ts";

/** An operand of a call, as far as it is known before the call. */
export interface EstimatedNode {
  readonly type: Type;
  /** Absent for the items of a list as such. */
  readonly part: Expression | undefined;
  readonly path: readonly string[];
  readonly size: Extent | undefined;
}

/** A call, and how to find sizes. */
export interface EstimatedCall {
  readonly name: string;
  readonly overload: string;
  readonly target: EstimatedNode | undefined;
  readonly args: readonly EstimatedNode[];
  readonly sizeOf: (node: EstimatedNode) => Extent;
}

/** What a call costs, without its operands, and how large its result is if that is known. */
export interface CallEstimate {
  readonly cost: Extent;
  readonly size?: Extent | undefined;
}

type Estimate = (call: EstimatedCall) => CallEstimate | undefined;

const one: Extent = exactly(1);

/** What a call costs by Kubernetes' rules. */
export function estimateCall(call: EstimatedCall): CallEstimate {
  const own = byOverload.get(call.overload) ?? byName.get(call.name);
  return own?.(call) ?? standard.get(call.overload)?.(call) ?? { cost: one };
}

const unit: Estimate = () => ({ cost: one });

function itemOf(list: EstimatedNode): EstimatedNode | undefined {
  const [type] = list.type.parameters;
  if (type === undefined) return undefined;
  return { type, part: undefined, path: list.path.length === 0 ? [] : [...list.path, "@items"], size: undefined };
}

const traversal: Estimate = ({ target, sizeOf }) => {
  if (target === undefined) return undefined;
  const item = itemOf(target);
  if (item === undefined) return { cost: scaled(sizeOf(target), perCharacter) };
  const isText = item.type.kind === "string" || item.type.kind === "bytes";
  const each = isText ? plus(one, scaled(sizeOf(item), perCharacter)) : one;
  return { cost: times(sizeOf(target), each) };
};

const ofArgument: Estimate = ({ args, sizeOf }) => {
  const [text] = args;
  return text && { cost: scaled(sizeOf(text), perCharacter) };
};

const toUrl: Estimate = ({ args, sizeOf }) => {
  const [text] = args;
  return text && { cost: scaled(sizeOf(text), perCharacter), size: sizeOf(text) };
};

const ofTarget: Estimate = ({ target, sizeOf }) =>
  target && { cost: scaled(sizeOf(target), perCharacter), size: sizeOf(target) };

const replace: Estimate = ({ target, args, sizeOf }) => {
  const [from, to] = args;
  if (target === undefined || from === undefined || to === undefined) return undefined;
  const [size, old, next] = [sizeOf(target), sizeOf(from), sizeOf(to)];
  const most = times(
    exactly(
      old.min === 0 ? Math.min(size.max + 1, unbounded) : next.max <= old.min ? 0 : Math.ceil(size.max / old.min),
    ),
    exactly(next.max),
  ).max;
  const least = times(
    exactly(
      old.max === 0 ? Math.min(size.min + 1, unbounded) : old.max <= next.min ? 0 : Math.ceil(size.min / old.max),
    ),
    exactly(next.min),
  ).min;
  const kept = {
    min: old.max === 0 || old.max <= next.min ? size.min : 0,
    max: old.min === 0 || next.max <= old.min ? size.max : 0,
  };
  return { cost: scaled(size, 2 * perCharacter), size: plus({ min: least, max: most }, kept) };
};

const split: Estimate = ({ target, args, sizeOf }) => {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  const count = args[1]?.part;
  const given = count?.kind === "literal" && typeof count.value === "bigint" ? count.value : undefined;
  const max = given === undefined ? size.max : given < 0n ? unbounded : Number(given);
  return { cost: scaled(size, 2 * perCharacter), size: { min: 0, max } };
};

const join: Estimate = ({ target, args, sizeOf }) => {
  if (target === undefined) return undefined;
  const count = sizeOf(target);
  const item = itemOf(target);
  const items = item === undefined ? exactly(0) : times(count, sizeOf(item));
  const [by] = args;
  const gaps = { min: Math.max(count.min - 1, 0), max: Math.max(count.max - 1, 0) };
  const size = by === undefined ? items : plus(items, times(sizeOf(by), gaps));
  return { cost: scaled(size, perCharacter), size };
};

const find: Estimate = ({ target, args, sizeOf }) => {
  const [pattern] = args;
  if (target === undefined || pattern === undefined) return undefined;
  const size = sizeOf(target);
  const text = scaled(plus(size, one), perCharacter);
  return { cost: times(text, scaled(sizeOf(pattern), perPatternCharacter)), size: { min: 0, max: size.max } };
};

const address: Extent = { min: 4, max: 16 };
const comparedAddresses: Extent = scaled(plus(address, address), perCharacter);

const containsIp: Estimate = ({ args, overload, sizeOf }) => {
  const [other] = args;
  const parsed = overload === "cidr_contains_ip_string" && other ? scaled(sizeOf(other), perCharacter) : exactly(0);
  return { cost: plus(comparedAddresses, parsed) };
};

const containsCidr: Estimate = ({ args, overload, sizeOf }) => {
  const [other] = args;
  const parsed = overload === "cidr_contains_cidr_string" && other ? scaled(sizeOf(other), perCharacter) : exactly(0);
  return { cost: plus(plus(plus(comparedAddresses, scaled(address, perCharacter)), one), parsed) };
};

const validate: Estimate = ({ args, sizeOf }) => {
  const [text] = args;
  return text && { cost: scaled(scaled(sizeOf(text), perCharacter), 128 * perPatternCharacter) };
};

/** Values of Kubernetes' own types are compared at once. */
const equalOpaque: Estimate = ({ args, name }) => {
  const [left, right] = args;
  if (name !== "_==_" || left === undefined || right === undefined || !isSameType(left.type, right.type))
    return undefined;
  switch (left.type.name) {
    case "net.IP":
    case "net.CIDR":
    case "kubernetes.Quantity":
    case "kubernetes.Semver":
      return { cost: one };
    case "kubernetes.NamedFormat":
      return { cost: scaled({ min: 1, max: 64 }, perCharacter) };
    case "kubernetes.URL":
      return { cost: scaled({ min: 1, max: right.size?.max ?? 1 }, perCharacter) };
    default:
      return undefined;
  }
};

function named(names: string, estimate: Estimate): readonly (readonly [string, Estimate])[] {
  return names.split(" ").map((name) => [name, estimate] as const);
}

const byName: ReadonlyMap<string, Estimate> = new Map([
  ...named("isSorted sum max min indexOf lastIndexOf", traversal),
  ...named("url", toUrl),
  ...named("lowerAscii upperAscii substring trim", ofTarget),
  ...named("replace", replace),
  ...named("split", split),
  ...named("join", join),
  ...named("find findAll", find),
  ...named("cidr isIP isCIDR quantity isQuantity semver isSemver", ofArgument),
  ...named("ip", (call) => (call.overload === "cidr_ip" ? { cost: one } : ofArgument(call))),
  ...named("ip.isCanonical", ({ args: [text], sizeOf }) => text && { cost: scaled(sizeOf(text), 2 * perCharacter) }),
  ...named("masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast", unit),
  ...named("isGlobalUnicast format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan", unit),
  ...named("compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery", unit),
  ...named("containsIP", containsIp),
  ...named("containsCIDR", containsCidr),
  ...named("validate", validate),
  ...named("_==_", equalOpaque),
]);

function listCall(factor: number, size: Extent): CallEstimate {
  return { cost: plus(plus(scaled(size, factor), one), exactly(newList)), size };
}

function literalInt(node: EstimatedNode | undefined, otherwise: number): number {
  const part = node?.part;
  if (part?.kind !== "literal" || typeof part.value !== "bigint") return otherwise;
  return part.value < 0n ? 0 : Number(part.value);
}

function sorting(factor: number, index?: number): Estimate {
  return ({ target, args, sizeOf }) => {
    const node = index === undefined ? target : args[index];
    return node && listCall(factor, times(sizeOf(node), sizeOf(node)));
  };
}

function sets(factor: number): Estimate {
  return ({ args: [left, right], sizeOf }) =>
    left && right && { cost: plus(scaled(times(sizeOf(left), sizeOf(right)), factor), one) };
}

const sortable: readonly string[] =
  "int uint double bool google.protobuf.Duration google.protobuf.Timestamp string bytes".split(" ");

const byOverload: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  ["list_slice", ({ target, args, sizeOf }) => target && sliced(sizeOf(target), args)],
  ["list_flatten", ({ target, sizeOf }) => target && listCall(1, sizeOf(target))],
  [
    "list_flatten_int",
    ({ target, args, sizeOf }) => target && listCall(literalInt(args[0], unbounded), sizeOf(target)),
  ],
  ["lists_range", ({ args }) => listCall(1, exactly(literalInt(args[0], unbounded)))],
  ["list_reverse", ({ target, sizeOf }) => target && listCall(1, sizeOf(target))],
  ["list_distinct", sorting(2)],
  ...sortable.flatMap((type) => {
    const factor = type === "string" || type === "bytes" ? 2 + perCharacter : 2;
    return [
      [`list_${type}_sort`, sorting(factor)],
      [`list_${type}_sortByAssociatedKeys`, sorting(factor, 0)],
    ] as const;
  }),
  ["list_sets_contains_list", sets(1)],
  ["list_sets_intersects_list", sets(1)],
  ["list_sets_equivalent_list", sets(2)],
]);

function sliced(size: Extent, [start, end]: readonly EstimatedNode[]): CallEstimate {
  const length = literalInt(end, size.max) - literalInt(start, 0);
  return listCall(1, exactly(length < 0 ? unbounded : length));
}

const comparison: Estimate = ({ args: [left, right], sizeOf }) => {
  if (left === undefined || right === undefined) return undefined;
  const max = Math.min(sizeOf(left).max, sizeOf(right).max);
  return { cost: scaled({ min: max > 0 ? 1 : 0, max }, perCharacter) };
};

const compared: readonly string[] = [
  "equals",
  "not_equals",
  ..."less less_equals greater greater_equals".split(" ").flatMap((id) => [`${id}_string`, `${id}_bytes`]),
];

const joined: Estimate = ({ args: [left, right], overload, sizeOf }) => {
  if (left === undefined || right === undefined) return undefined;
  const size = plus(sizeOf(left), sizeOf(right));
  return { cost: overload === "add_list" ? one : scaled(size, perCharacter), size };
};

const matches: Estimate = ({ target, args: [pattern], sizeOf }) => {
  if (target === undefined || pattern === undefined) return undefined;
  const text = scaled(plus(sizeOf(target), one), perCharacter);
  return { cost: times(text, scaled(sizeOf(pattern), perPatternCharacter)) };
};

const contains: Estimate = ({ target, args: [part], sizeOf }) =>
  target && part && { cost: times(scaled(sizeOf(target), perCharacter), scaled(sizeOf(part), perCharacter)) };

/** What the language itself says. */
const standard: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  ["string_format", ({ target, sizeOf }) => target && { cost: scaled(sizeOf(target), perCharacter) }],
  [
    "string_to_bytes",
    ({ args: [text], sizeOf }) =>
      text && { cost: scaled(sizeOf(text), perCharacter), size: { min: sizeOf(text).min, max: sizeOf(text).max * 4 } },
  ],
  [
    "bytes_to_string",
    ({ args: [bytes], sizeOf }) =>
      bytes && {
        cost: scaled(sizeOf(bytes), perCharacter),
        size: { min: Math.floor(sizeOf(bytes).min / 4), max: sizeOf(bytes).max },
      },
  ],
  [
    "strings_quote",
    ({ args: [text], sizeOf }) =>
      text && {
        cost: scaled(sizeOf(text), perCharacter),
        size: plus(either(sizeOf(text), scaled(sizeOf(text), 2)), exactly(2)),
      },
  ],
  ["starts_with_string", ofArgument],
  ["ends_with_string", ofArgument],
  ["in_list", ({ args: [, list], sizeOf }) => list && { cost: sizeOf(list) }],
  ["matches_string", matches],
  ["contains_string", contains],
  ["add_string", joined],
  ["add_bytes", joined],
  ["add_list", joined],
  ...compared.map((id) => [id, comparison] as const),
]);
