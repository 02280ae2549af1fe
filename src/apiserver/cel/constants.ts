import { runOf } from "./call-run.ts";
import type { Checked } from "./checked.ts";
import { conversions } from "./conversion-names.ts";
import { partsOf } from "./expression.ts";
import type { Call, Expression, MapLiteral } from "./expression.ts";
import type { Library } from "./library.ts";
import { patternProblem } from "./library-text-search.ts";
import { keyProblem } from "./lookup.ts";
import { mapOf } from "./step.ts";
import { dynType } from "./type.ts";
import { Failure, ListValue, TypeValue } from "./value.ts";
import type { Value } from "./value.ts";

/** The parts of an expression whose values are known before anything runs: they are made once, and cost nothing. */
export class Constants {
  readonly #checked: Checked;
  readonly #library: Library;
  readonly #known = new Map<Expression, Value | undefined>();

  constructor(checked: Checked, library: Library) {
    this.#checked = checked;
    this.#library = library;
  }

  /** The value of a part, a failure if it can have none; `undefined` if that depends on the run. */
  of(part: Expression): Value | undefined {
    if (part.kind === "literal") return part.value;
    if (this.#known.has(part)) return this.#known.get(part);
    const value = this.#of(part);
    this.#known.set(part, value);
    return value;
  }

  #of(part: Expression): Value | undefined {
    if (part.kind === "call") return this.#converted(part);
    if (this.#checked.names.has(part)) return this.#typeValue(part);
    if (part.kind === "map") return this.#map(part);
    if (part.kind !== "list" || part.optional.length > 0) return undefined;
    const items = part.items.map((item) => this.of(item));
    return items.every(isKnown) ? ListValue.of(items) : undefined;
  }

  #map({ entries }: MapLiteral): Value | undefined {
    if (entries.some(({ isOptional }) => isOptional)) return undefined;
    const members = entries.map(({ key, value }) => [this.of(key), this.of(value)] as const);
    const known = members.flatMap(([key, value]) => (isKnown(key) && isKnown(value) ? [[key, value] as const] : []));
    return known.length === members.length ? mapOf(known) : undefined;
  }

  #typeValue(part: Expression): Value {
    return new TypeValue(this.#checked.types.get(part)?.parameters[0] ?? dynType);
  }

  #converted(part: Call): Value | undefined {
    const [arg] = part.args;
    if (!conversions.has(part.name) || part.target !== undefined || arg === undefined) return undefined;
    const value = this.of(arg);
    return isKnown(value) ? runOf(part, this.#checked, this.#library)([value]) : undefined;
  }

  /** Why the expression cannot run although it has a type: something in it never works. What is told is what is met first. */
  problem(): string | undefined {
    const seen = new Set<Expression>();
    const visit = (part: Expression): string | undefined => {
      if (seen.has(part)) return undefined;
      seen.add(part);
      for (const inner of partsOf(part)) {
        const problem = visit(inner);
        if (problem !== undefined) return problem;
      }
      return this.#problemOf(part);
    };
    return visit(this.#checked.expression);
  }

  #problemOf(part: Expression): string | undefined {
    const name = this.#checked.names.get(part);
    if (part.kind !== "call") return name !== undefined && abstract.has(name) ? undefinedType(name) : undefined;
    const [first, second] = part.args;
    if (part.name === "find" || part.name === "findAll") {
      return first?.kind === "literal" && typeof first.value === "string" ? patternProblem(first.value) : undefined;
    }
    if (second !== undefined && (part.name === "_[_]" || part.name === "_[?_]")) {
      const key = this.of(second);
      return isKnown(key) ? keyProblem(null, key)?.message : undefined;
    }
    const value = this.of(part);
    return value instanceof Failure ? value.message : undefined;
  }
}

function isKnown(value: Value | undefined): value is Exclude<Value, Failure> {
  return value !== undefined && !(value instanceof Failure);
}

/** Types that have these names only where they are declared. */
const abstract: ReadonlySet<string> = new Set(["timestamp", "duration"]);

function undefinedType(name: string): string {
  return `reference to undefined type: ${name}`;
}
