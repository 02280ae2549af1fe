import { estimateCall } from "./call-estimate.ts";
import type { CallEstimate, EstimatedNode } from "./call-estimate.ts";
import type { Checked } from "./checked.ts";
import { newList, newMap } from "./cost-factors.ts";
import type { Call, Expression, Fold, ListLiteral, MapLiteral, Select } from "./expression.ts";
import { either, exactly, plus, times, unbounded, unknown } from "./extent.ts";
import type { Extent } from "./extent.ts";
import { dynType } from "./type.ts";
import type { Type } from "./type.ts";
import { Uint } from "./value.ts";

/** How many elements or characters the values at a path can have, as the schema says; `undefined` if it does not. */
export type SizeAt = (path: readonly string[]) => number | undefined;

/** What an expression costs at most, before it has run, in the units of Kubernetes. */
export function estimateCost(checked: Checked, sizeAt: SizeAt): number {
  return new Estimator(checked, sizeAt).cost(checked.expression).max;
}

/** What is known of the keys and values of a list or map that the expression makes. */
interface Entries {
  readonly kind: "list" | "map";
  readonly key: Extent;
  readonly value: Extent;
}

interface Local {
  readonly path: readonly string[];
  readonly size: Extent | undefined;
  readonly entries: Entries | undefined;
}

const one: Extent = exactly(1);
const none: Extent = exactly(0);

/** An extent that takes in whatever is joined with it. */
const nothing: Extent = { min: unbounded, max: 0 };

class Estimator {
  readonly #checked: Checked;
  readonly #sizeAt: SizeAt;
  readonly #costs = new Map<Expression, Extent>();
  readonly #paths = new Map<Expression, readonly string[]>();
  readonly #sizes = new Map<Expression, Extent>();
  readonly #entries = new Map<Expression, Entries>();
  readonly #locals = new Map<string, Local[]>();

  constructor(checked: Checked, sizeAt: SizeAt) {
    this.#checked = checked;
    this.#sizeAt = sizeAt;
  }

  cost(part: Expression): Extent {
    const known = this.#costs.get(part);
    if (known !== undefined) return known;
    const cost = this.#cost(part);
    this.#costs.set(part, cost);
    return cost;
  }

  #cost(part: Expression): Extent {
    switch (part.kind) {
      case "identifier":
        return this.#name(part, part.name);
      case "select":
        return this.#select(part);
      case "call":
        return this.#call(part);
      case "list":
        return this.#list(part);
      case "map":
        return this.#map(part);
      case "fold":
        return isBinding(part) ? this.#binding(part) : this.#fold(part);
      default:
        return none;
    }
  }

  #name(part: Expression, name: string): Extent {
    this.#paths.set(part, this.#local(name)?.path ?? [name]);
    return one;
  }

  #select(part: Select): Extent {
    const name = this.#checked.names.get(part);
    if (name !== undefined) return this.#name(part, name);
    const operand = this.cost(part.operand);
    if (part.isTest) return operand;
    const { kind } = this.#type(part.operand);
    this.#paths.set(part, [...this.#path(part.operand), part.field]);
    return kind === "map" || kind === "struct" || kind === "parameter" ? plus(operand, one) : operand;
  }

  #call(part: Call): Extent {
    const [arg] = part.args;
    if (part.name === "dyn" && part.target === undefined && arg !== undefined) {
      const cost = this.cost(arg);
      this.#sizeLike(part, arg);
      return plus(one, cost);
    }
    const costs = part.args.map((each) => this.cost(each));
    const args = part.args.map((each) => this.#node(each));
    const isMember = part.target !== undefined && !this.#checked.names.has(part);
    const own = isMember && part.target !== undefined ? this.cost(part.target) : none;
    const target = isMember && part.target !== undefined ? this.#node(part.target) : undefined;
    const overloads = this.#checked.overloads.get(part) ?? [];
    if (overloads.length === 0) return none;
    let total = nothing;
    let size: Extent | undefined;
    for (const overload of overloads) {
      const name = this.#checked.names.get(part) ?? part.name;
      const estimate =
        this.#special({ part, overload, args, costs }) ??
        withArgs(estimateCall({ name, overload, target, args, sizeOf: (node) => this.#sizeOf(node) }), costs);
      total = either(total, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : either(size, estimate.size);
      size = this.#indexed(part, overload) ?? size ?? this.#size(part);
    }
    if (size !== undefined) this.#sizes.set(part, size);
    return plus(own, total);
  }

  /** What is found at an index has the size of what the list or map has inside. */
  #indexed(part: Call, overload: string): Extent | undefined {
    const [from] = part.args;
    if ((overload !== "index_list" && overload !== "index_map") || from === undefined) return undefined;
    this.#paths.set(part, [...this.#path(from), overload === "index_list" ? "@items" : "@values"]);
    return this.#entriesOf(from)?.value;
  }

  /** Operators that do not pay for all of their operands, or make lists of known entries. */
  #special(call: {
    readonly part: Call;
    readonly overload: string;
    readonly args: readonly EstimatedNode[];
    readonly costs: readonly Extent[];
  }): CallEstimate | undefined {
    const { part, overload, args, costs } = call;
    const [first = none, second = none, third = none] = costs;
    if (overload === "logical_or" || overload === "logical_and") {
      return { cost: { min: first.min, max: plus(first, second).max } };
    }
    const [, left, right] = part.args;
    if (overload === "conditional" && left !== undefined && right !== undefined) {
      this.#joinEntries(part, left, right);
      const size = either(args[1]?.size ?? unknown, args[2]?.size ?? unknown);
      return { cost: plus(first, either(second, third)), size };
    }
    const [lhs, rhs] = part.args;
    if (/^add_(?:string|bytes|list)$/.test(overload) && lhs !== undefined && rhs !== undefined) {
      this.#joinEntries(part, lhs, rhs);
    }
    return undefined;
  }

  #joinEntries(part: Expression, left: Expression, right: Expression): void {
    const [ours, theirs] = [this.#entriesOf(left), this.#entriesOf(right)];
    if (ours === undefined || theirs === undefined) return;
    const joined = { kind: ours.kind, key: either(ours.key, theirs.key), value: either(ours.value, theirs.value) };
    this.#entries.set(part, joined);
  }

  #list(part: ListLiteral): Extent {
    let total = exactly(newList);
    let value = part.items.length === 0 ? none : nothing;
    for (const item of part.items) {
      total = plus(total, this.cost(item));
      value = either(value, this.#size(item) ?? unknown);
    }
    this.#entries.set(part, { kind: "list", key: one, value });
    return total;
  }

  #map(part: MapLiteral): Extent {
    let total = exactly(newMap);
    let [keys, values] = part.entries.length === 0 ? [none, none] : [nothing, nothing];
    for (const { key, value } of part.entries) {
      total = plus(total, plus(this.cost(key), this.cost(value)));
      keys = either(keys, this.#size(key) ?? unknown);
      values = either(values, this.#size(value) ?? unknown);
    }
    this.#entries.set(part, { kind: "map", key: keys, value: values });
    return total;
  }

  #binding(part: Fold): Extent {
    const before = plus(this.cost(part.range), this.cost(part.initial));
    this.#push(part.accumulator, this.#localOf(part.initial));
    const total = plus(before, this.cost(part.result));
    this.#sizeLike(part, part.result);
    this.#pop(part.accumulator);
    return total;
  }

  #fold(part: Fold): Extent {
    const before = plus(this.cost(part.range), this.cost(part.initial));
    this.#push(part.accumulator, this.#localOf(part.initial));
    this.#pushVariables(part);
    const each = plus(this.cost(part.condition), this.cost(part.step));
    this.#pop(part.variable);
    if (part.second !== undefined) this.#pop(part.second);
    const after = this.cost(part.result);
    this.#pop(part.accumulator);
    const count = this.#size(part.range) ?? unknown;
    this.#foldSize(part, count);
    return plus(plus(before, after), times(count, each));
  }

  #foldSize(part: Fold, count: Extent): void {
    const size = part.initial.kind === "literal" ? this.#size(part.initial) : count;
    if (size !== undefined) this.#sizes.set(part, size);
    if (part.initial.kind === "literal") return;
    const entries = this.#entriesOf(part.step);
    if (entries !== undefined) this.#entries.set(part, entries);
  }

  #pushVariables({ range, variable, second }: Fold): void {
    const entries = this.#entriesOf(range);
    const path = this.#path(range);
    const isList = (entries?.kind ?? this.#type(range).kind) === "list";
    const keys = { path: [...path, isList ? "@indices" : "@keys"], size: entries?.key, entries: undefined };
    const values = { path: [...path, isList ? "@items" : "@values"], size: entries?.value, entries: undefined };
    if (second === undefined) {
      this.#push(variable, isList ? values : keys);
    } else {
      this.#push(variable, keys);
      this.#push(second, values);
    }
  }

  #localOf(part: Expression): Local {
    return { path: this.#path(part), size: this.#size(part), entries: this.#entriesOf(part) };
  }

  #push(name: string, local: Local): void {
    this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
  }

  #pop(name: string): void {
    this.#locals.set(name, (this.#locals.get(name) ?? []).slice(0, -1));
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #type(part: Expression): Type {
    return this.#checked.types.get(part) ?? dynType;
  }

  #path(part: Expression): readonly string[] {
    const local = part.kind === "identifier" ? this.#local(part.name) : undefined;
    return local?.path ?? this.#paths.get(part) ?? [];
  }

  #node(part: Expression): EstimatedNode {
    const path = this.#path(part);
    const isHidden = path[0] === "@result" || path[0] === "__result__";
    return { type: this.#type(part), part, path: isHidden ? [] : path, size: this.#size(part) };
  }

  #sizeOf({ size, path }: EstimatedNode): Extent {
    return size ?? this.#schemaSize(path) ?? unknown;
  }

  #schemaSize(path: readonly string[]): Extent | undefined {
    const most = path.length === 0 ? undefined : this.#sizeAt(path);
    return most === undefined ? undefined : { min: 0, max: most };
  }

  #sizeLike(part: Expression, other: Expression): void {
    const size = this.#size(other);
    if (size !== undefined) this.#sizes.set(part, size);
    const entries = this.#entriesOf(other);
    if (entries !== undefined) this.#entries.set(part, entries);
  }

  #size(part: Expression): Extent | undefined {
    const known = this.#sizes.get(part) ?? literalSize(part);
    if (known !== undefined) return known;
    const said = this.#schemaSize(this.#path(part));
    if (said !== undefined) {
      this.#sizes.set(part, said);
      return said;
    }
    if (isScalar(this.#type(part))) return one;
    return part.kind === "identifier" ? this.#local(part.name)?.size : undefined;
  }

  #entriesOf(part: Expression): Entries | undefined {
    return this.#entries.get(part) ?? (part.kind === "identifier" ? this.#local(part.name)?.entries : undefined);
  }
}

function withArgs({ cost, size }: CallEstimate, costs: readonly Extent[]): CallEstimate {
  return { cost: costs.reduce(plus, cost), size };
}

function isBinding({ range, condition, accumulator }: Fold): boolean {
  const isEmpty = range.kind === "list" && range.items.length === 0;
  return isEmpty && condition.kind === "literal" && condition.value === false && accumulator !== "__result__";
}

function literalSize(part: Expression): Extent | undefined {
  if (part.kind === "list") return exactly(part.items.length);
  if (part.kind === "map") return exactly(part.entries.length);
  if (part.kind !== "literal") return undefined;
  const { value } = part;
  if (typeof value === "string") return exactly(Array.from(value).length);
  if (value instanceof Uint8Array) return exactly(value.length);
  return value === null || typeof value !== "object" || value instanceof Uint ? one : undefined;
}

function isScalar(type: Type): boolean {
  if (type.kind === "opaque" && type.name === "optional_type") return isScalar(type.parameters[0] ?? dynType);
  return ["bool", "double", "duration", "int", "timestamp", "uint"].includes(type.kind);
}
