import { utf8Length } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import { duplicate, forbidden, invalid, required } from "../crd/index.ts";
import type { CompiledRule, CompiledRules, RuleCompiler, RuleFindings, RuleValues, ValueSchema } from "../crd/index.ts";
import { adapt } from "./adapt.ts";
import { maxMessageBytes, maxRequestBytes } from "./defaults.ts";
import { escapeName } from "./escape.ts";
import { Library } from "./library.ts";
import { optionalValue } from "./plain.ts";
import { compile } from "./program.ts";
import type { Program } from "./program.ts";
import { declaredType, sizeAt, structsIn } from "./schema-type.ts";
import type { Declared } from "./schema-type.ts";
import { optionalOf } from "./type.ts";
import type { Type } from "./type.ts";
import { Failure, Optional } from "./value.ts";
import type { Value } from "./value.ts";

/** Reads rules in the Common Expression Language, as Kubernetes does. What can be called is made when the first rule is read. */
export class CelRules implements RuleCompiler {
  #library: Library | undefined;

  compile(rules: readonly ValidationRule[], schema: ValueSchema): CompiledRules | undefined {
    const declared = declaredType(schema, "selfType");
    if (declared === undefined) return undefined;
    const library = (this.#library ??= new Library());
    const read = rules.map((rule) => readRule(rule, declared, library));
    return {
      rules: read,
      maxCardinality: Math.floor(maxRequestBytes / (declared.least + 1)),
      evaluate: (values) => new RuleRun(schema, values, usesOld(read)).evaluate(read),
    };
  }
}

/** Messages know what was before only beside a rule that asks for it. */
function usesOld(rules: readonly ReadRule[]): boolean {
  return rules.some(({ usesOldSelf }) => usesOldSelf);
}

interface ReadRule extends CompiledRule {
  readonly rule: ValidationRule;
  readonly program?: Program | undefined;
  readonly message?: Program | undefined;
}

function readRule(rule: ValidationRule, declared: Declared, library: Library): ReadRule {
  const empty = { rule, maxCost: 0, usesOldSelf: false };
  const structs = structsIn(declared);
  const old = rule.optionalOldSelf === true ? optionalOf(declared.type) : declared.type;
  const read = (text: string): Program | string => {
    const fieldType = (object: Type, field: string): Type | undefined =>
      fieldNamed(structs.get(object.name), field)?.type;
    const variables = new Map([
      ["self", declared.type],
      ["oldSelf", old],
    ]);
    return compile(text, { library, variables, fieldType }, (path) => sizeAt(declared, path));
  };
  if (rule.rule.trim() === "") return empty;
  const program = read(rule.rule);
  if (typeof program === "string") return { ...empty, problem: `compilation failed: ${program}` };
  if (program.type.kind !== "bool") return { ...empty, problem: "cel expression must evaluate to a bool" };
  if (program.problem !== undefined) return { ...empty, problem: `program instantiation failed: ${program.problem}` };
  const own = { rule, program, maxCost: program.maxCost, usesOldSelf: program.variables.has("oldSelf") };
  const { messageExpression = "" } = rule;
  if (messageExpression === "") return own;
  const message = read(messageExpression);
  if (typeof message === "string")
    return { ...own, messageProblem: `messageExpression compilation failed: ${message}` };
  if (message.type.kind !== "string") return { ...own, messageProblem: "messageExpression must evaluate to a string" };
  if (message.problem !== undefined)
    return { ...own, messageProblem: `messageExpression instantiation failed: ${message.problem}` };
  return { ...own, message, messageMaxCost: message.maxCost };
}

/** Words of the language are names of fields as well, escaped or not. */
function fieldNamed(struct: Declared | undefined, field: string): Declared | undefined {
  return struct?.fields?.get(field) ?? struct?.fields?.get(escapeName(field) ?? field);
}

/** Asks the rules of a schema about one value. */
class RuleRun {
  readonly #schema: ValueSchema;
  readonly #values: RuleValues;
  readonly #hasOld: boolean;
  readonly #self: Value;
  readonly #old: Value | undefined;
  readonly #causes: StatusCause[] = [];
  readonly #warnings: StatusCause[] = [];

  constructor(schema: ValueSchema, values: RuleValues, hasOld: boolean) {
    this.#schema = schema;
    this.#hasOld = hasOld;
    this.#values = values;
    this.#self = adapt(values.self, schema);
    const before = values.before?.value;
    this.#old = before === undefined || before === null ? undefined : adapt(before, schema);
  }

  *evaluate(rules: readonly ReadRule[]): Generator<RuleFindings> {
    const { budget } = this.#values;
    if (budget.remaining <= 0) {
      this.#exhaust(outOfBudget);
      yield this.#found();
    }
    for (const rule of rules) {
      if (budget.remaining < 0) return;
      this.#ask(rule);
      yield this.#found();
    }
  }

  /** What was found since it was last asked. */
  #found(): RuleFindings {
    return { causes: this.#causes.splice(0), warnings: this.#warnings.splice(0) };
  }

  #ask({ rule, program, message, problem, usesOldSelf }: ReadRule): void {
    if (problem !== undefined) this.#wrong(`rule compile error: ${problem}`);
    if (program === undefined) return;
    const isOptional = rule.optionalOldSelf === true;
    if (usesOldSelf && this.#old === undefined && !isOptional) return;
    const oldSelf = isOptional ? this.#optionalOld() : (this.#old ?? null);
    const { value, cost, isExceeded } = program.evaluate({ self: this.#self, oldSelf });
    const { budget } = this.#values;
    if (cost > budget.remaining) return this.#exhaust(outOfBudget);
    budget.remaining -= cost;
    if (value === true) return;
    if (value instanceof Failure) return this.#failed(value, rule, isExceeded);
    this.#broken({ rule, message, usesOldSelf });
  }

  /** The value before for rules that are asked without one, too. */
  #optionalOld(): Optional {
    return new Optional(this.#old === undefined ? undefined : optionalValue(this.#values.before?.value, this.#schema));
  }

  /** Why a rule has no answer. */
  #failed({ message }: Failure, rule: ValidationRule, isExceeded: boolean): void {
    const name = ruleName(rule);
    if (isExceeded) {
      this.#exhaust(
        `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`,
      );
    } else if (message.startsWith("no such overload")) {
      const why = "call arguments did not match a supported operator, function or macro signature for rule";
      this.#wrong(`'${message}': ${why}: ${name}`);
    } else {
      this.#wrong(`${message} evaluating rule: ${name}`);
    }
  }

  #broken({ rule, message, usesOldSelf }: Pick<ReadRule, "rule" | "message" | "usesOldSelf">): void {
    const told = message === undefined ? undefined : this.#message(message, rule);
    const field = fieldWith(this.#field, this.#schema, rule.fieldPath);
    if (typeof told === "object") {
      this.#add(this.#cause(field, told.problem), usesOldSelf);
      this.#values.budget.remaining = -1;
      return;
    }
    const { type } = this.#schema;
    const detail =
      told ??
      (rule.message === undefined || rule.message === "" ? `failed rule: ${ruleName(rule)}` : rule.message.trim());
    const value = type === "object" || type === "array" ? undefined : this.#values.self;
    this.#add(causeFor({ field, value, detail, reason: rule.reason }), usesOldSelf);
  }

  #add(cause: StatusCause, usesOldSelf: boolean): void {
    const isWarning = !usesOldSelf && this.#values.isUnchanged();
    (isWarning ? this.#warnings : this.#causes).push(cause);
  }

  /** The text of a message, `undefined` if it has none after all, or why nothing more can be asked. */
  #message(
    program: Program,
    { messageExpression = "" }: ValidationRule,
  ): string | undefined | { readonly problem: string } {
    const oldSelf = (this.#hasOld ? this.#old : undefined) ?? new Failure("no such attribute(s): oldSelf");
    const { value, cost, isExceeded } = program.evaluate({ self: this.#self, oldSelf });
    const { budget } = this.#values;
    if (cost > budget.remaining) {
      return {
        problem:
          "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
      };
    }
    if (isExceeded) {
      const why = "no further validation rules will be run due to call cost exceeds limit for messageExpression";
      return { problem: `${why}: ${JSON.stringify(messageExpression)}` };
    }
    budget.remaining -= cost;
    const text = typeof value === "string" ? value.trim() : "";
    const isFine = text !== "" && !text.includes("\n") && utf8Length(text) <= maxMessageBytes;
    return isFine ? text : undefined;
  }

  get #field(): string {
    return this.#values.path === "" ? "<nil>" : this.#values.path;
  }

  /** Of what is wrong with a rule Kubernetes shows the type of the value only. */
  #cause(field: string, detail: string): StatusCause {
    return invalid(field, this.#schema.type ?? "", detail);
  }

  #wrong(detail: string): void {
    this.#causes.push(this.#cause(this.#field, detail));
  }

  #exhaust(detail: string): void {
    this.#wrong(detail);
    this.#values.budget.remaining = -1;
  }
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

function ruleName({ rule, message = "" }: ValidationRule): string {
  return (message === "" ? rule : message).trim();
}

/** A field, and a path from there on: what a schema names is a name, what is a key of a map stands in brackets. */
function fieldWith(field: string, schema: ValueSchema, path = ""): string {
  let at: ValueSchema | undefined = schema;
  let result = "";
  for (const [, name, quoted = ""] of path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)) {
    const key = name ?? quoted.replaceAll(/\\(.)/g, "$1");
    const isNamed: boolean = at?.properties !== undefined;
    result += isNamed ? `${result === "" ? "" : "."}${key}` : `[${key}]`;
    at = isNamed ? at?.properties?.[key] : at?.values;
  }
  if (result === "") return field;
  return field === "<nil>" ? result : `${field}.${result}`;
}

function causeFor(wrong: {
  readonly field: string;
  readonly value: unknown;
  readonly detail: string;
  readonly reason?: string | undefined;
}): StatusCause {
  const { field, value, detail, reason } = wrong;
  switch (reason) {
    case "FieldValueForbidden":
      return forbidden(field, detail);
    case "FieldValueRequired":
      return required(field, detail);
    case "FieldValueDuplicate":
      return value === undefined ? { reason, message: "Duplicate value", field } : duplicate(field, value);
    default:
      return value === undefined
        ? { reason: "FieldValueInvalid", message: `Invalid value: ${detail}`, field }
        : invalid(field, value, detail);
  }
}
