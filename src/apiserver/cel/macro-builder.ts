import type { Call, Expression, Fold } from "./expression.ts";
import type { Issue } from "./source.ts";

/** Where macros keep what they have found so far. It is no name that an expression can write. */
const accumulator = "@result";

/** Makes parts that stand where the macro stands. */
export class Builder {
  readonly #offset: number;

  constructor({ offset }: Pick<Call, "offset">) {
    this.#offset = offset;
  }

  literal(value: boolean | bigint): Expression {
    return { kind: "literal", offset: this.#offset, value };
  }

  name(name: string = accumulator): Expression {
    return { kind: "identifier", offset: this.#offset, name };
  }

  call(name: string, ...args: readonly Expression[]): Expression {
    return { kind: "call", offset: this.#offset, name, target: undefined, args };
  }

  member(name: string, target: Expression, ...args: readonly Expression[]): Expression {
    return { kind: "call", offset: this.#offset, name, target, args };
  }

  list(...items: readonly Expression[]): Expression {
    return { kind: "list", offset: this.#offset, items, optional: [] };
  }

  map(): Expression {
    return { kind: "map", offset: this.#offset, entries: [] };
  }

  fold(parts: Omit<Fold, "kind" | "offset" | "second" | "accumulator"> & Partial<Fold>): Expression {
    return { second: undefined, accumulator, ...parts, kind: "fold", offset: this.#offset };
  }

  /** Gives a value a name within a part. */
  bind(name: string, value: Expression, inner: Expression): Expression {
    return this.fold({
      range: this.list(),
      variable: "#unused",
      accumulator: name,
      initial: value,
      condition: this.literal(false),
      step: this.name(name),
      result: inner,
    });
  }
}

/** What is wrong with the name of a variable. */
export function variableProblem(variable: Expression, message: string): Issue | undefined {
  if (variable.kind !== "identifier") return { offset: variable.offset, message };
  if (variable.name !== "__result__" && variable.name !== accumulator) return undefined;
  return { offset: variable.offset, message: "iteration variable overwrites accumulator variable" };
}

/** The parts of a loop that answers with a yes or no. */
export function quantified(
  build: Builder,
  name: string,
  test: Expression,
): Pick<Fold, "initial" | "condition" | "step" | "result"> {
  if (name === "all") {
    return {
      initial: build.literal(true),
      condition: build.call("@not_strictly_false", build.name()),
      step: build.call("_&&_", build.name(), test),
      result: build.name(),
    };
  }
  if (name === "exists") {
    return {
      initial: build.literal(false),
      condition: build.call("@not_strictly_false", build.call("!_", build.name())),
      step: build.call("_||_", build.name(), test),
      result: build.name(),
    };
  }
  const counted = build.call("_+_", build.name(), build.literal(1n));
  return {
    initial: build.literal(0n),
    condition: build.literal(true),
    step: build.call("_?_:_", test, counted, build.name()),
    result: build.call("_==_", build.name(), build.literal(1n)),
  };
}
