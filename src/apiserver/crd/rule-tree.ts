import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { correlatedField, correlatedItem } from "./correlate.ts";
import type { Before } from "./correlate.ts";
import { ruleBudget } from "./defaults.ts";
import type { CompiledRules, RuleCompiler, RuleValues } from "./rule-compiler.ts";
import type { ValueSchema } from "./value-schema.ts";

/** The CEL rules of a schema and of all that is in it. Each is compiled once, when a value first meets it. */
export class RuleTree {
  readonly #compiler: RuleCompiler;
  readonly #schema: ValueSchema;
  readonly #compiled = new WeakMap<ValueSchema, CompiledRules>();

  constructor(compiler: RuleCompiler, schema: ValueSchema) {
    this.#compiler = compiler;
    this.#schema = schema;
  }

  /** Which rules an object breaks: those of a value before those of what is in it, all within one budget. */
  evaluate(self: object, old: object | undefined): readonly StatusCause[] {
    const budget = { remaining: ruleBudget };
    return this.#visit(this.#schema, { self, before: old && { value: old }, path: "", budget });
  }

  #visit(schema: ValueSchema, values: RuleValues): readonly StatusCause[] {
    const { self, budget } = values;
    if (budget.remaining < 0) return [];
    const own = this.#rulesOf(schema)?.evaluate(values) ?? [];
    if (typeof self !== "object" || self === null) return own;
    return [...own, ...(Array.isArray(self) ? this.#items(schema, self, values) : this.#members(schema, self, values))];
  }

  #items(schema: ValueSchema, list: readonly unknown[], values: RuleValues): readonly StatusCause[] {
    const { items } = schema;
    if (items === undefined) return [];
    return list.flatMap((self, index) => {
      const before = correlatedItem(values.before, { schema, list, index });
      return this.#visit(items, { ...values, self, before, path: `${values.path}[${index}]` });
    });
  }

  #members(schema: ValueSchema, object: object, values: RuleValues): readonly StatusCause[] {
    const { path } = values;
    return Object.keys(object).flatMap((key) => {
      const known = schema.properties === undefined ? undefined : getOwn(schema.properties, key);
      const inner = (known as ValueSchema | undefined) ?? schema.values;
      if (inner === undefined) return [];
      const named = path === "" ? key : `${path}.${key}`;
      const before: Before | undefined = correlatedField(values.before, key);
      const at = known === undefined ? `${path}[${key}]` : named;
      return this.#visit(inner, { ...values, self: getOwn(object, key), before, path: at });
    });
  }

  #rulesOf(schema: ValueSchema): CompiledRules | undefined {
    const { validations = [] } = schema.rules;
    if (validations.length === 0) return undefined;
    const compiled = this.#compiled.get(schema) ?? this.#compiler.compile(validations, schema);
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}
