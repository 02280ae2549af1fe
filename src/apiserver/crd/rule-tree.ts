import { nextTurn } from "../../async/index.ts";
import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { invalid } from "./causes.ts";
import { correlatedField, correlatedItems } from "./correlate.ts";
import type { Before } from "./correlate.ts";
import { costPerTurn, ruleBudget } from "./defaults.ts";
import { isAsBefore } from "./is-as-before.ts";
import type { Compared } from "./is-as-before.ts";
import type { CompiledRules, RuleBudget, RuleCompiler, RuleFindings, RuleValues } from "./rule-compiler.ts";
import type { ValueSchema } from "./value-schema.ts";

/** The CEL rules of a schema and of all that is in it. Each is compiled once, when a value first meets it. */
export class RuleTree {
  readonly #compiler: RuleCompiler;
  readonly #schema: ValueSchema;
  readonly #compiled = new WeakMap<ValueSchema, CompiledRules>();
  readonly #ruled = new WeakMap<ValueSchema, boolean>();

  constructor(compiler: RuleCompiler, schema: ValueSchema) {
    this.#compiler = compiler;
    this.#schema = schema;
  }

  /** Whether there is nothing to ask. */
  get isEmpty(): boolean {
    return !this.#isRuled(this.#schema);
  }

  /** Which rules an object breaks: those of a value before those of what is in it, all within one budget. */
  evaluate(self: object, old: object | undefined): RuleFindings {
    const run = new RuleRun(this.#values(self, old));
    for (const _turn of this.#visit(this.#schema, run.values, run)) continue;
    return run;
  }

  /** Which rules a default breaks, be it that it was there before or not: the dearer of both counts. `schema` is a part of the tree's, and `path` where its default stands. */
  evaluateDefault(schema: ValueSchema, path: string, budget: RuleBudget): readonly StatusCause[] {
    const value: unknown = schema.default;
    const { remaining } = budget;
    const causesAfter = (before: Before | undefined): readonly StatusCause[] => {
      const run = new RuleRun({ self: value, before, path, budget: { remaining }, isUnchanged: never });
      for (const _turn of this.#visit(schema, run.values, run)) continue;
      budget.remaining = Math.min(budget.remaining, run.values.budget.remaining);
      return run.causes;
    };
    const causes = causesAfter({ value });
    return causes.length > 0 ? causes : causesAfter(undefined);
  }

  /** The same, but others get their turn while much is asked. */
  async evaluateInTurns(self: object, old: object | undefined): Promise<RuleFindings> {
    const run = new RuleRun(this.#values(self, old));
    for (const _turn of this.#visit(this.#schema, run.values, run)) await nextTurn();
    return run;
  }

  #values(self: object, old: object | undefined): RuleValues {
    const before = old && { value: old };
    const isUnchanged = unchanged({ value: self, schema: this.#schema, before });
    return { self, before, path: "", budget: { remaining: ruleBudget }, isUnchanged };
  }

  /** Yields where a pause is due. */
  *#visit(schema: ValueSchema, values: RuleValues, run: RuleRun): Generator<void> {
    const { self, budget } = values;
    if (self === null || self === undefined || !this.#isRuled(schema)) return;
    for (const found of this.#rulesOf(schema)?.evaluate(values) ?? []) {
      run.add(found);
      if (run.isPauseDue()) yield;
    }
    if (budget.remaining < 0 || typeof self !== "object") return;
    if (Array.isArray(self)) yield* this.#items(schema, { ...values, self }, run);
    else yield* this.#members(schema, { ...values, self }, run);
  }

  *#items(
    schema: ValueSchema,
    values: RuleValues & { readonly self: readonly unknown[] },
    run: RuleRun,
  ): Generator<void> {
    const { items } = schema;
    const { self: list } = values;
    if (items === undefined) return;
    const beforeOf = correlatedItems(values.before, schema);
    for (const [index, self] of list.entries()) {
      if (values.budget.remaining < 0) return;
      if (schema.type !== "array") {
        run.add(unseen(items, `${values.path}[${index}]`));
        continue;
      }
      const before = beforeOf(self);
      const isUnchanged = before === undefined ? values.isUnchanged : unchanged({ value: self, schema: items, before });
      yield* this.#visit(items, { ...values, self, before, isUnchanged, path: `${values.path}[${index}]` }, run);
    }
  }

  *#members(schema: ValueSchema, values: RuleValues & { readonly self: object }, run: RuleRun): Generator<void> {
    const { path, self: object } = values;
    for (const key of Object.keys(object)) {
      if (values.budget.remaining < 0) return;
      const known = schema.properties === undefined ? undefined : getOwn(schema.properties, key);
      const inner = (known as ValueSchema | undefined) ?? schema.values;
      if (inner === undefined) continue;
      const named = path === "" ? key : `${path}.${key}`;
      const self = getOwn(object, key);
      const before: Before | undefined = correlatedField(values.before, key);
      // The type of the object is the same before and after, whatever was written.
      const isType = path === "" && (key === "apiVersion" || key === "kind");
      const same = before === undefined ? values.isUnchanged : unchanged({ value: self, schema: inner, before });
      const at = known === undefined ? `${path}[${key}]` : named;
      yield* this.#visit(inner, { ...values, self, before, isUnchanged: isType ? never : same, path: at }, run);
    }
  }

  /** Whether there are rules in a schema, at any depth: what has none is not gone through. */
  #isRuled(schema: ValueSchema): boolean {
    const known = this.#ruled.get(schema);
    if (known !== undefined) return known;
    const inner = [...Object.values(schema.properties ?? {}), schema.values, schema.items];
    const isRuled =
      (schema.rules.validations ?? []).length > 0 || inner.some((one) => one !== undefined && this.#isRuled(one));
    this.#ruled.set(schema, isRuled);
    return isRuled;
  }

  #rulesOf(schema: ValueSchema): CompiledRules | undefined {
    const { validations = [] } = schema.rules;
    if (validations.length === 0) return undefined;
    const compiled = this.#compiled.get(schema) ?? this.#compiler.compile(validations, schema);
    if (compiled !== undefined) this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** What asking the rules about one object has found so far. */
class RuleRun implements RuleFindings {
  readonly causes: StatusCause[] = [];
  readonly warnings: StatusCause[] = [];
  readonly values: RuleValues;
  #atPause = ruleBudget;

  constructor(values: RuleValues) {
    this.values = values;
  }

  add({ causes, warnings }: RuleFindings): void {
    for (const cause of causes) this.causes.push(cause);
    for (const warning of warnings) this.warnings.push(warning);
  }

  /** Whether so much was spent since the last pause that others should get their turn. */
  isPauseDue(): boolean {
    const { remaining } = this.values.budget;
    if (this.#atPause - remaining < costPerTurn) return false;
    this.#atPause = remaining;
    return true;
  }
}

/** Of items of what should be no list nobody knows what they are. */
function unseen({ rules, type }: ValueSchema, path: string): RuleFindings {
  if ((rules.validations ?? []).length === 0) return { causes: [], warnings: [] };
  const why = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
  return { causes: [invalid(path, type ?? "", why)], warnings: [] };
}

function never(): boolean {
  return false;
}

/** Compares once, when it is first asked. */
function unchanged(compared: Compared): () => boolean {
  let answer: boolean | undefined;
  return () => (answer ??= isAsBefore(compared));
}
