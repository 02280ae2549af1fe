import type { Value } from "./value.ts";

/** A part of an expression. Where it stands is an offset in code points. Parts are told apart by identity. */
export type Expression = Literal | Identifier | Select | Call | ListLiteral | MapLiteral | StructLiteral | Fold;

interface Part {
  readonly offset: number;
}

export interface Literal extends Part {
  readonly kind: "literal";
  readonly value: Value;
}

export interface Identifier extends Part {
  readonly kind: "identifier";
  readonly name: string;
}

/** A field of a value; a test asks whether it is there. */
export interface Select extends Part {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  readonly isTest: boolean;
}

/** Operators are calls, too: `_+_`. */
export interface Call extends Part {
  readonly kind: "call";
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export interface ListLiteral extends Part {
  readonly kind: "list";
  readonly items: readonly Expression[];
  /** The indices of the items that are only there if their optional has a value. */
  readonly optional: readonly number[];
}

export interface MapEntry extends Part {
  readonly key: Expression;
  readonly value: Expression;
  readonly isOptional: boolean;
}

export interface MapLiteral extends Part {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

export interface StructField extends Part {
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** An object of a named type. Such types are there in policies that change objects; elsewhere such a part never passes the check. */
export interface StructLiteral extends Part {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly StructField[];
}

/** A loop over a list or map, which macros become. */
export interface Fold extends Part {
  readonly kind: "fold";
  readonly range: Expression;
  readonly variable: string;
  /** With two variables the first one is the index or key. */
  readonly second: string | undefined;
  readonly accumulator: string;
  readonly initial: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** The parts directly inside a part, in the order in which they are written. */
export function partsOf(part: Expression): readonly Expression[] {
  switch (part.kind) {
    case "select":
      return [part.operand];
    case "call":
      return part.target === undefined ? part.args : [part.target, ...part.args];
    case "list":
      return part.items;
    case "map":
      return part.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return part.fields.map(({ value }) => value);
    case "fold":
      return [part.range, part.initial, part.condition, part.step, part.result];
    default:
      return [];
  }
}

/** `a.b.c`, if a part is just names. */
export function qualifiedName(part: Expression): string | undefined {
  if (part.kind === "identifier") return part.name;
  if (part.kind !== "select" || part.isTest) return undefined;
  const operand = qualifiedName(part.operand);
  return operand && `${operand}.${part.field}`;
}
