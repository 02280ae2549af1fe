import type { StatusCause } from "../../model/index.ts";
import type { Document } from "./document.ts";
import type { ServedResource } from "./contract.ts";
import type { KindRules } from "./kind-rules.ts";
import type { Schemas } from "./schemas.ts";

/** The rules of a built-in kind, and what its schema says beside them. */
export function withSchema(rules: KindRules, served: ServedResource, schemas: Schemas): KindRules {
  return {
    ...rules,
    check: withSchemaProblems(rules, (document) => schemas.problemsOf(served, document)),
    created: (document, isDryRun) => schemas.withStatus(served, rules.created?.(document, isDryRun) ?? document),
  };
}

/** What a kind is checked for: what its schema finds, but for what its own rules know better, and then what those find. */
function withSchemaProblems(
  rules: KindRules,
  problemsOf: (document: Document) => readonly StatusCause[],
): NonNullable<KindRules["check"]> {
  return (next, old, warn) => {
    if (rules.checkFound !== undefined) return rules.checkFound(problemsOf(next), next, old);
    const own = rules.check?.(next, old, warn) ?? [];
    if (old !== undefined && rules.isUpdateUnchecked === true) return own;
    const isSaid = ({ field = "", reason }: StatusCause): boolean =>
      isCovered(field, rules.covered) || own.some((cause) => cause.field === field && cause.reason === reason);
    return [...problemsOf(next).filter((cause) => !isSaid(cause)), ...own];
  };
}

/** Whether a field is one of some, or inside one of them. */
function isCovered(field: string, covered: readonly string[] = []): boolean {
  const path = field.replaceAll(/\[\d+\]/g, "[]");
  return covered.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[]`));
}
