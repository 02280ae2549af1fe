import { costOf } from "./call-cost.ts";
import { runOf } from "./call-run.ts";
import type { Checked } from "./checked.ts";
import type { Constants } from "./constants.ts";
import { newList, newMap } from "./cost-factors.ts";
import { equal } from "./equality.ts";
import type { Call, Expression, Fold, ListLiteral, MapLiteral, Select } from "./expression.ts";
import { fieldOf, isPresent, itemOf } from "./lookup.ts";
import type { Library } from "./library.ts";
import {
  binary,
  failureIn,
  foldList,
  foldMap,
  isBoolean,
  logical,
  mapOf,
  noOverload,
  notFalse,
  notIterable,
  optional,
  orElse,
} from "./step.ts";
import type { Step } from "./step.ts";
import { Failure, ListValue, MapValue, Optional, keyText } from "./value.ts";
import type { Value } from "./value.ts";

/** Turns a checked expression into something that runs. */
export function plan(checked: Checked, library: Library, constants: Constants): Step {
  return new Planner(checked, library, constants).plan(checked.expression);
}

class Planner {
  readonly #checked: Checked;
  readonly #library: Library;
  readonly #constants: Constants;
  readonly #plans = new Map<Expression, Step>();
  /** Where the values of the names of loops are. */
  #slots: readonly (readonly [string, number])[] = [];
  #depth = 0;

  constructor(checked: Checked, library: Library, constants: Constants) {
    this.#checked = checked;
    this.#library = library;
    this.#constants = constants;
  }

  plan(part: Expression): Step {
    const known = this.#plans.get(part);
    if (known !== undefined) return known;
    const step = this.#plan(part);
    this.#plans.set(part, step);
    return step;
  }

  #plan(part: Expression): Step {
    const constant = this.#constants.of(part);
    if (constant !== undefined) return () => constant;
    switch (part.kind) {
      case "identifier":
        return this.#attribute(part, 1);
      case "select":
        return part.isTest ? this.#test(part) : this.#attribute(part, 1);
      case "list":
        return this.#list(part);
      case "map":
        return this.#map(part);
      case "fold":
        return this.#fold(part);
      case "call":
        return this.#call(part);
      default:
        return () => noOverload;
    }
  }

  /** A value that is reached by names and indices. Reaching for the first of them has a cost of its own. */
  #attribute(part: Expression, root: number): Step {
    if (this.#constants.of(part) !== undefined) return this.plan(part);
    if (part.kind === "identifier") return this.#name(part.name, root);
    if (part.kind === "select" && !part.isTest) {
      return this.#reached(this.#attribute(part.operand, root), () => part.field, fieldOf);
    }
    const [first, second, third] = part.kind === "call" ? part.args : [];
    if (part.kind === "call" && first !== undefined && second !== undefined) {
      if (part.name === "_[_]") return this.#reached(this.#attribute(first, root), this.#index(second), itemOf);
      if (part.name === "_?._")
        return this.#reached(this.#attribute(first, root), this.#index(second), optional(fieldOf));
      if (part.name === "_[?_]")
        return this.#reached(this.#attribute(first, root), this.#index(second), optional(itemOf));
      if (part.name === "_?_:_" && third !== undefined) return this.#conditional(first, second, third);
    }
    const step = this.plan(part);
    return (frame) => {
      const value = step(frame);
      frame.meter.add(root);
      return value;
    };
  }

  #index(part: Expression): Step {
    return this.#isAttribute(part) ? this.#attribute(part, 0) : this.plan(part);
  }

  #isAttribute(part: Expression): boolean {
    if (part.kind === "identifier") return true;
    if (part.kind === "select") return !part.isTest;
    return part.kind === "call" && ["_[_]", "_?._", "_[?_]", "_?_:_"].includes(part.name);
  }

  #reached(from: Step, index: Step, reach: (value: Value, key: Value) => Value): Step {
    return (frame) => {
      const value = from(frame);
      if (value instanceof Failure) return value;
      const key = index(frame);
      if (key instanceof Failure) return key;
      const found = reach(value, key);
      // To find nothing where nothing has to be costs nothing.
      if (!(found instanceof Optional) || found.value !== undefined) frame.meter.add(1);
      return found;
    };
  }

  #name(name: string, cost: number): Step {
    const bare = name.replace(/^\./, "");
    const slot = this.#slots.findLast(([known]) => known === bare)?.[1];
    if (slot !== undefined) {
      return ({ meter, locals }) => {
        meter.add(cost);
        return locals[slot] ?? null;
      };
    }
    return ({ meter, variables }) => {
      meter.add(cost);
      return variables[bare] ?? null;
    };
  }

  #test({ operand, field }: Select): Step {
    const from = this.#attribute(operand, 0);
    return (frame) => {
      const value = from(frame);
      frame.meter.add(1);
      return value instanceof Failure ? value : isPresent(value, field);
    };
  }

  #conditional(condition: Expression, yes: Expression, no: Expression): Step {
    const asked = this.plan(condition);
    const [left, right] = [this.#index(yes), this.#index(no)];
    return (frame) => {
      const answer = asked(frame);
      if (isBoolean(answer)) return answer ? left(frame) : right(frame);
      return answer instanceof Failure ? answer : noOverload;
    };
  }

  #list({ items, optional: maybe }: ListLiteral): Step {
    const steps = items.map((item) => this.plan(item));
    return (frame) => {
      const made: Value[] = [];
      for (const [index, step] of steps.entries()) {
        const value = step(frame);
        if (value instanceof Failure) return value;
        if (!maybe.includes(index)) made.push(value);
        else if (!(value instanceof Optional)) return noOverload;
        else if (value.value !== undefined) made.push(value.value);
      }
      frame.meter.add(newList);
      return ListValue.of(made);
    };
  }

  #map({ entries }: MapLiteral): Step {
    const steps = entries.map(({ key, value, isOptional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional,
    }));
    return (frame) => {
      const made: (readonly [Value, Value])[] = [];
      for (const { key, value, isOptional } of steps) {
        const [name, member] = [key(frame), value(frame)];
        if (name instanceof Failure) return name;
        if (member instanceof Failure) return member;
        if (!isOptional) made.push([name, member]);
        else if (member instanceof Optional && member.value !== undefined) made.push([name, member.value]);
      }
      frame.meter.add(newMap);
      return mapOf(made);
    };
  }

  #call(part: Call): Step {
    const [first, second] = part.args;
    if (part.name === "_&&_" && first && second) return logical(this.plan(first), this.plan(second), false);
    if (part.name === "_||_" && first && second) return logical(this.plan(first), this.plan(second), true);
    if (this.#isAttribute(part)) return this.#attribute(part, 1);
    if (part.name === "@not_strictly_false" && first) return notFalse(this.plan(first));
    if ((part.name === "_==_" || part.name === "_!=_") && first && second)
      return this.#equality(part.name, first, second);
    const isMember = part.target !== undefined && !this.#checked.names.has(part);
    const operands = isMember && part.target !== undefined ? [part.target, ...part.args] : part.args;
    const name = this.#checked.names.get(part) ?? part.name;
    if ((name === "or" || name === "orValue") && operands[0] && operands[1])
      return orElse(name, this.plan(operands[0]), this.plan(operands[1]));
    if (name === "@in" && first && second && this.#isSet(second)) return this.#membership(first, second);
    return this.#function(
      part,
      operands.map((operand) => this.plan(operand)),
    );
  }

  #function(part: Call, steps: readonly Step[]): Step {
    const name = this.#checked.names.get(part) ?? part.name;
    const overloads = this.#checked.overloads.get(part) ?? [];
    const overload = overloads.length === 1 ? (overloads[0] ?? "") : "";
    const cost = costOf(name, overload);
    const run = runOf(part, this.#checked, this.#library);
    const [left, right] = steps;
    if (cost === undefined && steps.length === 2 && left !== undefined && right !== undefined) {
      return binary(left, right, run);
    }
    return (frame) => {
      const args = steps.map((step) => step(frame));
      const result = failureIn(name, args) ?? run(args);
      frame.meter.add(cost?.({ name, overload, args, result }) ?? 1);
      return result;
    };
  }

  #equality(name: string, first: Expression, second: Expression): Step {
    const [left, right] = [this.plan(first), this.plan(second)];
    const overload = name === "_==_" ? "equals" : "not_equals";
    const cost = costOf(name, overload);
    return (frame) => {
      const [one, other] = [left(frame), right(frame)];
      const answer = one instanceof Failure ? one : other instanceof Failure ? other : equal(one, other);
      frame.meter.add(cost?.({ name, overload, args: [one, other], result: answer }) ?? 1);
      return isBoolean(answer) && name === "_!=_" ? !answer : answer;
    };
  }

  #isSet(part: Expression): boolean {
    return (
      part.kind === "list" &&
      part.items.length > 0 &&
      part.items.every((item) => item.kind === "literal" && keyText(item.value) !== undefined)
    );
  }

  /** Being one of some literals costs nothing, however many they are. */
  #membership(item: Expression, list: Expression): Step {
    const step = this.plan(item);
    const literals = list.kind === "list" ? list.items : [];
    const keys = new Set(literals.map((one) => (one.kind === "literal" ? keyText(one.value) : undefined)));
    return (frame) => {
      const value = step(frame);
      if (value instanceof Failure) return value;
      const key = keyText(value);
      return key !== undefined && keys.has(key);
    };
  }

  #fold(part: Fold): Step {
    const range = this.plan(part.range);
    const initial = this.plan(part.initial);
    const outer = this.#slots;
    const [own, first, second] = [this.#depth, this.#depth + 1, this.#depth + 2];
    this.#depth += 3;
    const inner = [...outer, [part.accumulator, own] as const];
    this.#slots = [
      ...inner,
      [part.variable, first] as const,
      ...(part.second === undefined ? [] : [[part.second, second] as const]),
    ];
    const [condition, step] = [this.plan(part.condition), this.plan(part.step)];
    this.#slots = inner;
    const result = this.plan(part.result);
    this.#slots = outer;
    this.#depth -= 3;
    const loop = { slots: [own, first, second], isPair: part.second !== undefined, condition, step } as const;
    return (frame) => {
      const over = range(frame);
      if (over instanceof Failure) return over;
      if (!(over instanceof ListValue || over instanceof MapValue)) return notIterable(over, loop.isPair);
      frame.locals[own] = initial(frame);
      if (over instanceof ListValue) foldList(frame, over, loop);
      else foldMap(frame, over, loop);
      return result(frame);
    };
  }
}
