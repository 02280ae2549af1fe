import type { Overload } from "./declaration.ts";
import { goTypeOf } from "./go-type.ts";
import { keyProblem } from "./lookup.ts";
import type { Meter } from "./meter.ts";
import { Failure, MapValue, Optional } from "./value.ts";
import type { ListValue, Value } from "./value.ts";
import { isOfType } from "./value-type.ts";

/** The values of variables while an expression runs, and what it has cost so far. */
export interface Frame {
  readonly variables: Readonly<Record<string, Value>>;
  readonly meter: Meter;
  /** The variables of loops, by depth. */
  readonly locals: Value[];
}

/** Runs a part of an expression. */
export type Step = (frame: Frame) => Value;

/** A call with a failure fails in the same way. Where Kubernetes trips over it, its words are kept. */
export function failureIn(name: string, args: readonly Value[]): Failure | undefined {
  const failure = args.find((arg) => arg instanceof Failure);
  const isSorting = name === "sort" || name === "distinct" || name === "@sortByAssociatedKeys";
  return failure !== undefined && isSorting ? new Failure(noLister) : failure;
}

/** No signature fits the values. */
export const noOverload: Readonly<Failure> = new Failure("no such overload");

/** Whether a value is a yes or no. */
export function isBoolean(value: Value): value is boolean {
  return typeof value === "boolean";
}

const noLister = "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add";

/** Only lists and maps can be gone through. */
export function notIterable(over: Value, isPair: boolean): Failure {
  const type = goTypeOf(over);
  return new Failure(
    isPair ? `unsupported comprehension range type: ${type}` : `got '${type}', expected iterable type`,
  );
}

/** What is done for each element of a list or map. */
export interface Loop {
  /** Of the result, and of the two variables. */
  readonly slots: readonly [number, number, number];
  readonly isPair: boolean;
  readonly condition: Step;
  readonly step: Step;
}

/** With one variable a loop goes over the items of a list, with two over the indices as well. */
export function foldList(
  frame: Frame,
  list: ListValue,
  { slots: [own, first, second], isPair, condition, step }: Loop,
): void {
  const { locals } = frame;
  for (let index = 0; index < list.size; index += 1) {
    const item = list.at(index);
    locals[first] = isPair ? BigInt(index) : item;
    locals[second] = item;
    if (condition(frame) === false) return;
    locals[own] = step(frame);
  }
}

/** With one variable a loop goes over the keys of a map, with two over the values as well. */
export function foldMap(
  frame: Frame,
  map: MapValue,
  { slots: [own, first, second], isPair, condition, step }: Loop,
): void {
  const { locals } = frame;
  for (const key of map.keys()) {
    locals[first] = key;
    locals[second] = isPair ? (map.find(key) ?? null) : null;
    if (condition(frame) === false) return;
    locals[own] = step(frame);
  }
}

/** A call of two operands that costs one. */
export function binary(left: Step, right: Step, run: (args: readonly Value[]) => Value): Step {
  return (frame) => {
    const one = left(frame);
    const other = right(frame);
    frame.meter.add(1);
    if (one instanceof Failure) return one;
    return other instanceof Failure ? other : run([one, other]);
  };
}

/** Whether values can be given to a signature. */
export function fits({ args }: Overload, values: readonly Value[]): boolean {
  return args.length === values.length && args.every((type, index) => isOfType(values[index] ?? null, type));
}

/** A map of members, if they can be members of a map. */
export function mapOf(members: readonly (readonly [Value, Value])[]): Value {
  const isKeyed = members.every(([key]) => !(key instanceof Uint8Array));
  return isKeyed ? MapValue.of(members) : new Failure("unsupported key type");
}

/** One answer decides, whatever the other one is, even a failure. */
export function logical(left: Step, right: Step, deciding: boolean): Step {
  return (frame) => {
    const one = left(frame);
    if (one === deciding) return deciding;
    const other = right(frame);
    if (other === deciding) return deciding;
    if (isBoolean(one) && isBoolean(other)) return !deciding;
    const wrong = isBoolean(one) ? other : one;
    return wrong instanceof Failure ? wrong : noOverload;
  };
}

/** Whether a loop goes on: a failure does not end it. */
export function notFalse(step: Step): Step {
  return (frame) => {
    const value = step(frame);
    frame.meter.add(1);
    return value !== false;
  };
}

/** A value if there is one, and another one if not. */
export function orElse(name: string, own: Step, other: Step): Step {
  return (frame) => {
    const value = own(frame);
    if (!(value instanceof Optional)) return value instanceof Failure ? value : noOverload;
    if (value.value === undefined) return other(frame);
    return name === "or" ? value : value.value;
  };
}

/** Reaches for what may not be there. That it could never be there is a failure all the same. */
export function optional(reach: (value: Value, key: Value) => Value): (value: Value, key: Value) => Value {
  return (value, key) => {
    const from = value instanceof Optional ? value.value : value;
    const problem = from === undefined ? undefined : keyProblem(from, key);
    if (problem !== undefined) return problem;
    const found = from === undefined ? new Failure("") : reach(from, key);
    if (found instanceof Optional) return found;
    return new Optional(found instanceof Failure ? undefined : found);
  };
}
