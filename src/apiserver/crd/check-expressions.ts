import type { StatusCause } from "../../model/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import { forbidden, invalid } from "./causes.ts";
import { maxRulesLength } from "./defaults.ts";
import { quotedRule } from "./quoted-schema.ts";
import type { CompiledRule, RuleCompiler } from "./rule-compiler.ts";
import { RuleCosts } from "./rule-costs.ts";
import type { ValueSchema } from "./value-schema.ts";

/** How expressions are looked at. */
export interface ExpressionOptions {
  readonly compiler: RuleCompiler;
  /** The rules are as they were: what one of them costs is no reason to refuse it now, only what all cost together. */
  readonly isUnchanged: boolean;
  /** What is wrong with the schema otherwise: where something is, or below, no rules are looked at. */
  readonly wrong: readonly StatusCause[];
}

/** What is wrong with the expressions of the CEL rules in a schema, at any depth, and with what they cost. */
export function checkExpressions(
  schema: ValueSchema,
  path: string,
  { compiler, isUnchanged, wrong }: ExpressionOptions,
): readonly StatusCause[] {
  const length = rulesLength(schema);
  if (length > maxRulesLength)
    return [forbidden(path, `rules have ${length} characters together, limit ${maxRulesLength}`)];
  const costs = new RuleCosts({ isUnchanged });
  const causes = check(
    { schema, path, cardinality: 1, uncorrelated: undefined },
    { compiler, costs, wrong: pathsAbove(wrong) },
  );
  return [...causes, ...costs.causes(path)];
}

/** The paths of everything around what is wrong. */
function pathsAbove(wrong: readonly StatusCause[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { field = "" } of wrong) {
    // What is around a known path is known, too.
    for (let end = field.lastIndexOf("."); end > 0; end = field.lastIndexOf(".", end - 1)) {
      const above = field.slice(0, end);
      if (paths.has(above)) break;
      paths.add(above);
    }
  }
  return paths;
}

/** How long all rules of a schema are together, also of one that is wrong: a rule may be missing. */
function rulesLength({ rules, properties = {}, items, values }: ValueSchema): number {
  const own = (rules.validations ?? []).map(
    ({ rule = "", messageExpression = "" }: Partial<ValidationRule>) => rule.length + messageExpression.length,
  );
  const inner = [...Object.values(properties), items, values].filter((one) => one !== undefined).map(rulesLength);
  return [...own, ...inner].reduce((sum, one) => sum + one, 0);
}

/** A schema, and what its place says about its values. */
interface Site {
  readonly schema: ValueSchema;
  readonly path: string;
  /** How often a value can be in an object; `undefined` if nothing around it says so. */
  readonly cardinality: number | undefined;
  /** The outermost list around it whose items nothing identifies. */
  readonly uncorrelated: string | undefined;
}

interface Tools {
  readonly compiler: RuleCompiler;
  readonly costs: RuleCosts;
  readonly wrong: ReadonlySet<string>;
}

function check(site: Site, tools: Tools): readonly StatusCause[] {
  const { schema, path, uncorrelated } = site;
  const cardinality = innerCardinality(site);
  const inside = (inner: ValueSchema | undefined, at: string, within = uncorrelated): readonly StatusCause[] =>
    inner === undefined
      ? []
      : check({ schema: inner, path: `${path}.${at}`, cardinality, uncorrelated: within }, tools);
  const isIdentified = schema.listType === "map";
  return [
    ...inside(schema.values, "additionalProperties"),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => inside(inner, `properties[${name}]`)),
    ...inside(schema.items, "items", isIdentified ? uncorrelated : (uncorrelated ?? path)),
    ...(tools.wrong.has(path) ? [] : checkOwn(site, tools)),
  ];
}

function innerCardinality({ schema, cardinality }: Site): number | undefined {
  const { maxItems, maxProperties } = schema.rules;
  const most = schema.type === "array" ? maxItems : schema.values === undefined ? 1 : maxProperties;
  return cardinality === undefined || most === undefined ? undefined : cardinality * Math.max(most, 0);
}

function checkOwn(site: Site, { compiler, costs }: Tools): readonly StatusCause[] {
  const { schema, path, cardinality } = site;
  const { validations = [] } = schema.rules;
  if (validations.length === 0) return [];
  const compiled = compiler.compile(validations, schema);
  if (compiled === undefined) return [unseen(`${path}.x-kubernetes-validations`)];
  return validations.flatMap((rule, index) => {
    const one = compiled.rules[index];
    const field = `${path}.x-kubernetes-validations[${index}]`;
    if (one === undefined) return [];
    const times = cardinality ?? compiled.maxCardinality;
    return [
      ...costs.observe(`${field}.rule`, one.maxCost * times),
      ...expressionCauses(rule, one, field),
      ...(one.messageMaxCost === undefined
        ? []
        : costs.observe(`${field}.messageExpression`, one.messageMaxCost, "messageExpression")),
      ...oldSelfCauses(rule, one, { field, uncorrelated: site.uncorrelated }),
    ];
  });
}

function unseen(field: string): StatusCause {
  const why =
    "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
  return { reason: "InternalError", message: `Internal error: ${why}`, field };
}

function expressionCauses(rule: ValidationRule, one: CompiledRule, field: string): readonly StatusCause[] {
  return [
    ...(one.problem === undefined ? [] : [ruleProblem(`${field}.rule`, rule, one.problem)]),
    ...(one.messageProblem === undefined ? [] : [ruleProblem(`${field}.messageExpression`, rule, one.messageProblem)]),
  ];
}

function ruleProblem(field: string, rule: ValidationRule, problem: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${quotedRule(rule)}: ${problem}`, field };
}

function oldSelfCauses(
  rule: ValidationRule,
  { usesOldSelf }: CompiledRule,
  { field, uncorrelated }: { readonly field: string; readonly uncorrelated: string | undefined },
): readonly StatusCause[] {
  if (usesOldSelf && uncorrelated !== undefined) {
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    return [invalid(`${field}.rule`, rule.rule, why)];
  }
  if (usesOldSelf || rule.optionalOldSelf === undefined) return [];
  return [invalid(`${field}.optionalOldSelf`, rule.optionalOldSelf, "may not be set if oldSelf is not used in rule")];
}
