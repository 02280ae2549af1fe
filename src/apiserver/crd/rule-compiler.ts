import type { StatusCause } from "../../model/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import type { Before } from "./correlate.ts";
import type { ValueSchema } from "./value-schema.ts";

/** What the CEL rules may still cost for one object; whoever evaluates takes from it. */
export interface RuleBudget {
  remaining: number;
}

/** A value that rules are asked about. */
export interface RuleValues {
  readonly self: unknown;
  /** Absent where nothing tells what the value was before. */
  readonly before: Before | undefined;
  /** Where the value stands: `spec.ports[0]`. Empty for the object. */
  readonly path: string;
  readonly budget: RuleBudget;
}

/** The rules of one schema, ready to be asked. */
export interface CompiledRules {
  /** What is wrong with the rules themselves; fields count from the schema on: `x-kubernetes-validations[0].rule`. */
  readonly problems: readonly StatusCause[];
  /** Which rules a value breaks. */
  evaluate(values: RuleValues): readonly StatusCause[];
}

/** Reads the CEL rules of a schema. Without one, rules are kept and not enforced. */
export interface RuleCompiler {
  compile(rules: readonly ValidationRule[], schema: ValueSchema): CompiledRules;
}
