import { isPlainObject } from "./container.ts";
import { excerpt, quote } from "./quote.ts";
import { invalidSelector, Requirement } from "./requirement.ts";
import type { SelectorOperator } from "./requirement-validation.ts";
import { nothing, selectorFromLabels } from "./selector.ts";
import type { Selector } from "./selector.ts";

/** A condition on one label as it stands in documents. */
export interface LabelSelectorRequirement {
  readonly key: string;
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
}

/** A label selector as it stands in documents. All of its conditions must hold. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>> | undefined;
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | undefined;
}

const operators: Readonly<Record<string, SelectorOperator>> = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
};

/** Turns a document's selector into one that matches. An absent selector chooses nothing, an empty one everything. */
export function selectorFromLabelSelector(selector: LabelSelector | null | undefined, place?: string): Selector {
  if (selector === null || selector === undefined) return nothing();
  if (!isPlainObject(selector)) throw invalidSelector(`found ${excerpt(selector)}, expected: a label selector`, place);
  const { matchLabels, matchExpressions }: LabelSelector = selector;
  const expressions: unknown = matchExpressions ?? [];
  if (!Array.isArray(expressions)) {
    throw invalidSelector(`matchExpressions: found ${excerpt(expressions)}, expected: a list`, place);
  }
  const equalities = selectorFromLabels(matchLabels ?? undefined, place);
  const requirements = expressions.map((expression: unknown) => requirementFrom(expression, place));
  return requirements.length === 0 ? equalities : equalities.add(...requirements);
}

function requirementFrom(expression: unknown, place: string | undefined): Requirement {
  if (!isPlainObject(expression)) {
    throw invalidSelector(`matchExpressions: found ${excerpt(expression)}, expected: an expression`, place);
  }
  const { key, operator, values } = expression as Partial<LabelSelectorRequirement>;
  const name = typeof operator === "string" ? operator : "";
  const known = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (known === undefined) throw invalidSelector(`${quote(name)} is not a valid label selector operator`, place);
  const given = values === undefined || values === null || values.length === 0 ? undefined : values;
  return new Requirement({ key: key ?? "", operator: known, values: given }, place);
}
