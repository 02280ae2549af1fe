import type { StatusCause } from "../../model/index.ts";
import type { Document } from "./document.ts";
import type { ServedResource } from "./contract.ts";
import type { KindRules } from "./kind-rules.ts";
import type { Schemas } from "./schemas.ts";

/** What a schema finds wrong with an object. */
type ProblemsOf = (document: Document) => readonly StatusCause[];

/** The rules of a built-in kind, and what its schema says beside them. */
export function withSchema(rules: KindRules, served: ServedResource, schemas: Schemas): KindRules {
  const problemsOf: ProblemsOf = (document) => schemas.problemsOf(served, document);
  const { checkInTurns } = rules;
  return {
    ...rules,
    check: (next, old, warn) => {
      const causes =
        rules.checkFound?.(problemsOf(next), next, old) ??
        withFound(rules, rules.check?.(next, old, warn) ?? [], { next, old, problemsOf });
      if (causes.length === 0) for (const text of rules.warnings?.(next, old) ?? []) warn?.(text);
      return causes;
    },
    ...(checkInTurns && {
      checkInTurns: (next, old, warn) =>
        checkInTurns(next, old, warn)?.then((own) => withFound(rules, own, { next, old, problemsOf })),
    }),
    created: (document, isDryRun, warn) =>
      schemas.withStatus(served, rules.created?.(document, isDryRun, warn) ?? document),
  };
}

interface Checked {
  readonly next: Document;
  readonly old: Document | undefined;
  readonly problemsOf: ProblemsOf;
}

/** What a kind is checked for: what its schema finds, but for what its own rules know better, and then what those found. */
function withFound(
  rules: KindRules,
  own: readonly StatusCause[],
  { next, old, problemsOf }: Checked,
): readonly StatusCause[] {
  if (old !== undefined && rules.isUpdateUnchecked === true) return own;
  const isSaid = ({ field = "", reason }: StatusCause): boolean =>
    isCovered(field, rules.covered) || own.some((cause) => cause.field === field && cause.reason === reason);
  return [...problemsOf(next).filter((cause) => !isSaid(cause)), ...own];
}

/** Whether a field is one of some, or inside one of them. */
function isCovered(field: string, covered: readonly string[] = []): boolean {
  const path = field.replaceAll(/\[\d+\]/g, "[]");
  return covered.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[]`));
}
