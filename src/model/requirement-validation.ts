import { parseInt64 } from "./int64.ts";
import { labelValueProblems, qualifiedNameProblems } from "./label-validation.ts";
import { excerpt, quote, quoteJson } from "./quote.ts";

/** How a requirement relates a label to its values, as Kubernetes spells it. `exists` and `!` take no value. */
export type SelectorOperator = "in" | "notin" | "=" | "==" | "!=" | "gt" | "lt" | "exists" | "!";

/** What a requirement is made from. */
export interface RequirementFields {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values?: readonly string[] | undefined;
}

interface CountRule {
  readonly least: number;
  readonly most: number;
  readonly rule: string;
}

const some: CountRule = { least: 1, most: Infinity, rule: "for 'in', 'notin' operators, values set can't be empty" };
const one: CountRule = { least: 1, most: 1, rule: "exact-match compatibility requires one single value" };
const bound: CountRule = { least: 1, most: 1, rule: "for 'Gt', 'Lt' operators, exactly one value is required" };
const none: CountRule = { least: 0, most: 0, rule: "values set must be empty for exists and does not exist" };

/** In the order in which Kubernetes lists the operators. */
const countRules: Readonly<Record<SelectorOperator, CountRule>> = {
  in: some,
  notin: some,
  "=": one,
  "==": one,
  "!=": one,
  gt: bound,
  lt: bound,
  exists: none,
  "!": none,
};

/** Everything that is wrong with a requirement, as one text in Kubernetes' words; `undefined` when nothing is. */
export function requirementProblem(fields: RequirementFields, place?: string): string | undefined {
  const prefix = place === undefined ? "" : `${place}.`;
  const strange = shapeProblem(fields, prefix);
  if (strange !== undefined) return strange;
  const { key, values = [] } = fields;
  const wrongKey = keyProblem(key, `${prefix}key`);
  const problems = [...(wrongKey === undefined ? [] : [wrongKey]), ...operatorProblems(fields, prefix)];
  for (const [index, value] of values.entries()) {
    const rules = labelValueProblems(value);
    if (rules.length > 0) problems.push(invalid(`${prefix}values[${index}][${key}]`, quote(value), rules.join("; ")));
  }
  return problems.length > 1 ? `[${problems.join(", ")}]` : problems[0];
}

/** What is wrong with a label key. `<nil>` is what Kubernetes prints for a place that it does not know. */
export function keyProblem(key: string, place = "<nil>"): string | undefined {
  const rules = qualifiedNameProblems(key);
  return rules.length === 0 ? undefined : invalid(place, quote(key), rules.join("; "));
}

/** In Kubernetes a document with these never gets as far as its selectors. */
function shapeProblem({ key, operator, values = [] }: RequirementFields, prefix: string): string | undefined {
  if (typeof key !== "string") return invalid(`${prefix}key`, excerpt(key), "must be a string");
  if (typeof operator !== "string") return invalid(`${prefix}operator`, excerpt(operator), "must be a string");
  if (!Array.isArray(values)) return invalid(`${prefix}values`, excerpt(values), "must be a list of strings");
  const index = values.findIndex((value) => typeof value !== "string");
  return index === -1 ? undefined : invalid(`${prefix}values[${index}]`, excerpt(values[index]), "must be a string");
}

function operatorProblems({ operator, values }: RequirementFields, prefix: string): readonly string[] {
  if (!Object.hasOwn(countRules, operator)) {
    const supported = Object.keys(countRules).map(quote).join(", ");
    return [`${prefix}operator: Unsupported value: ${quoteJson(operator)}: supported values: ${supported}`];
  }
  const { least, most, rule } = countRules[operator];
  const count = values?.length ?? 0;
  const problems = count < least || count > most ? [invalid(`${prefix}values`, quoteJson(values ?? null), rule)] : [];
  if (operator === "gt" || operator === "lt") problems.push(...integerProblems(values ?? [], prefix));
  return problems;
}

function integerProblems(values: readonly string[], prefix: string): readonly string[] {
  return values.flatMap((value, index) =>
    parseInt64(value) === undefined
      ? [invalid(`${prefix}values[${index}]`, quote(value), "for 'Gt', 'Lt' operators, the value must be an integer")]
      : [],
  );
}

function invalid(place: string, value: string, rule: string): string {
  return `${place}: Invalid value: ${value}: ${rule}`;
}
