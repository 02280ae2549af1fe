import { labelValueProblems, qualifiedNameProblems, selectorFromLabelSelector } from "../../../model/index.ts";
import type { LabelSelector, StatusCause } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { valueAt } from "../value-at.ts";
import { check } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** The pods of a template are those that the selector of their set chooses. `what` is how messages call the set. */
export function choosesTemplate(what: string): Rule {
  return check("spec", ({ value, field }) => {
    const selector = valueAt(value, ["selector"]) as LabelSelector | undefined;
    const causes = selectorCauses(selector, `${field}.selector`, what);
    if (causes.length > 0) return causes;
    const labels = valueAt(value, ["template", "metadata", "labels"]);
    const isOwn = selectorFromLabelSelector(selector).matches((labels ?? {}) as Readonly<Record<string, string>>);
    const words = "`selector` does not match template `labels`";
    return isOwn ? [] : [invalid(`${field}.template.metadata.labels`, labels ?? null, words)];
  });
}

function selectorCauses(selector: LabelSelector | undefined, field: string, what: string): readonly StatusCause[] {
  if (selector === undefined) return [];
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) {
    return [invalid(field, selector, `empty selector is invalid for ${what}`)];
  }
  const causes = Object.entries(matchLabels).flatMap(([key, text]) => [
    ...qualifiedNameProblems(key).map((problem) => invalid(`${field}.matchLabels`, key, problem)),
    ...labelValueProblems(text).map((problem) => invalid(`${field}.matchLabels`, text, problem)),
  ]);
  return isReadable(selector) ? causes : [...causes, invalid(field, selector, "invalid label selector")];
}

function isReadable(selector: LabelSelector): boolean {
  try {
    selectorFromLabelSelector(selector);
    return true;
  } catch {
    return false;
  }
}
