import type { StatusCause } from "../../model/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import type { Before } from "./correlate.ts";
import type { ValueSchema } from "./value-schema.ts";

/** What the CEL rules may still cost for one object; whoever evaluates takes from it. Below zero nothing more is evaluated. */
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
  /** Whether the value, or what it is in, is as it was: rules that do not compare with before only warn then. */
  readonly isUnchanged: () => boolean;
}

/** What is wrong with a value, and what only deserves a warning because it was so before. */
export interface RuleFindings {
  readonly causes: readonly StatusCause[];
  readonly warnings: readonly StatusCause[];
}

/** What is known of one rule before it is asked. */
export interface CompiledRule {
  /** Why the rule cannot be read. */
  readonly problem?: string | undefined;
  /** Why the expression for its message cannot be read. */
  readonly messageProblem?: string | undefined;
  /** What one evaluation costs at most, as the schema tells. */
  readonly maxCost: number;
  readonly messageMaxCost?: number | undefined;
  readonly usesOldSelf: boolean;
}

/** The rules of one schema, ready to be asked. */
export interface CompiledRules {
  /** In the order of the rules. */
  readonly rules: readonly CompiledRule[];
  /** How often a value of the schema can be in an object if nothing else limits it. */
  readonly maxCardinality: number;
  /** Which rules a value breaks: one rule after the other, each when it is asked for. */
  evaluate(values: RuleValues): Iterable<RuleFindings>;
}

/** Reads the CEL rules of a schema. Without one, rules are kept and not enforced. */
export interface RuleCompiler {
  /** `undefined` if expressions cannot see values of the schema at all. */
  compile(rules: readonly ValidationRule[], schema: ValueSchema): CompiledRules | undefined;
}
