import { InvalidInputError } from "./errors.ts";
import { parseInt64 } from "./int64.ts";
import { requirementProblem } from "./requirement-validation.ts";
import type { RequirementFields, SelectorOperator } from "./requirement-validation.ts";
import { compareUtf8 } from "./utf8.ts";

/** The labels of an object, or none. */
export type Labels = Readonly<Record<string, string>> | undefined;

const symbols: Readonly<Record<SelectorOperator, string>> = {
  in: " in ",
  notin: " notin ",
  "=": "=",
  "==": "==",
  "!=": "!=",
  gt: ">",
  lt: "<",
  exists: "",
  "!": "",
};

/** Beyond so many values a set is faster than looking at each. */
const manyValues = 8;

/** One condition on one label. Always valid: an invalid one cannot be made. */
export class Requirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
  readonly #lookup: ReadonlySet<string> | undefined;
  readonly #bound: bigint | undefined;

  /** Throws `SETPOINT_INVALID_SELECTOR` with Kubernetes' message; `place` is the field path in it. */
  constructor(fields: RequirementFields, place?: string) {
    const problem = requirementProblem(fields, place);
    if (problem !== undefined) throw invalidSelector(problem, place);
    this.key = fields.key;
    this.operator = fields.operator;
    this.values = Object.freeze([...(fields.values ?? [])]);
    this.#lookup = this.values.length > manyValues ? new Set(this.values) : undefined;
    this.#bound = fields.operator === "gt" || fields.operator === "lt" ? parseInt64(this.values[0] ?? "") : undefined;
  }

  /** An absent label satisfies `!=`, `notin` and `!`, and nothing else. */
  matches(labels: Labels): boolean {
    const present = labels !== undefined && Object.hasOwn(labels, this.key);
    switch (this.operator) {
      case "exists":
        return present;
      case "!":
        return !present;
      case "!=":
      case "notin":
        return !present || !this.#hasValue(labels[this.key]);
      case "gt":
      case "lt":
        return present && this.#isBeyond(labels[this.key]);
      default:
        return present && this.#hasValue(labels[this.key]);
    }
  }

  /** The text that parses to this requirement. Values are sorted. */
  toString(): string {
    const { key, operator, values } = this;
    if (operator === "!") return `!${key}`;
    const listed = values.length > 1 ? [...values].sort(compareUtf8).join(",") : (values[0] ?? "");
    return key + symbols[operator] + (operator === "in" || operator === "notin" ? `(${listed})` : listed);
  }

  #hasValue(value: string | undefined): boolean {
    if (value === undefined) return false;
    return this.#lookup === undefined ? this.values.includes(value) : this.#lookup.has(value);
  }

  #isBeyond(value: string | undefined): boolean {
    const number = value === undefined ? undefined : parseInt64(value);
    if (number === undefined || this.#bound === undefined) return false;
    return this.operator === "gt" ? number > this.#bound : number < this.#bound;
  }
}

/** The error for a label selector that is wrong in the way that `detail` says. */
export function invalidSelector(detail: string, place?: string): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_SELECTOR",
    attempt: "parse the label selector",
    place,
    detail,
    expected: "requirements such as app=web, tier in (front,back), !legacy, joined by commas",
  });
}
