/**
 * The Common Expression Language, as far as Kubernetes uses it for the rules of custom resources: `x-kubernetes-validations`.
 *
 * Promised: what Kubernetes accepts is accepted, and what it refuses is refused in its words, with the same estimated cost; an expression
 * sees only what the schema names; an evaluation ends when it has cost a million units, whatever it does; nothing is kept between runs
 * but patterns.
 *
 * Not promised: the variables of admission policies, and messages of syntax errors beyond the first.
 *
 * @module
 */
export { CelRules } from "./cel-rules.ts";
