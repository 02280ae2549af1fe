/**
 * The Common Expression Language, as far as Kubernetes uses it for the rules of custom resources, `x-kubernetes-validations`, and to check
 * the expressions of policies, webhooks and device selectors before they are kept.
 *
 * Promised: what Kubernetes accepts is accepted, and what it refuses is refused in its words, with the same estimated cost; an expression
 * sees only what the schema names; an evaluation ends when it has cost a million units, whatever it does; nothing is kept between runs
 * but patterns.
 *
 * Not promised: the evaluation of policies and selectors, and messages of syntax errors beyond the first.
 *
 * @module
 */
export { CelRules } from "./cel-rules.ts";
export type { ExpressionProblem } from "./expression-problem.ts";
export { Expressions } from "./expressions.ts";
export type { PolicyExpression, PolicyExpressions } from "./policy-expressions.ts";
