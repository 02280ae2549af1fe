import type { StatusCause } from "../../model/index.ts";
import { invalid } from "./causes.ts";
import { checkEmbedded, embeddedTypeProblem } from "./check-embedded.ts";
import { checkValue } from "./check-value.ts";
import { defaultSchema } from "./default-schema.ts";
import { inGoOrder } from "./in-go-order.ts";
import { anyMetadata } from "./metadata-rules.ts";
import type { MetadataRules, SchemaTools } from "./metadata-rules.ts";
import { prune } from "./prune.ts";
import { ruleBudget } from "./defaults.ts";
import type { RuleBudget } from "./rule-compiler.ts";
import { RuleTree } from "./rule-tree.ts";
import type { SchemaProps } from "./schema-props.ts";
import { valueSchema } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** Which defaults of a structural schema are not values of it. Those of the values of maps are not looked at. */
export function checkDefaults(
  props: SchemaProps,
  path: string,
  { compiler, metadata: rules = anyMetadata }: SchemaTools,
): readonly StatusCause[] {
  const schema = { ...valueSchema(props), isEmbeddedResource: true };
  const tree = compiler && new RuleTree(compiler, schema);
  const budget = { remaining: ruleBudget };
  const own = { schema, resource: schema, seenAs: defaultSchema(schema) };
  return check({ ...own, path, rules, tree, budget, around: asResource, isInMetadata: false });
}

/** A schema on the way down. */
interface Site {
  readonly schema: ValueSchema;
  /** The schema by which Kubernetes looks at a default of it. */
  readonly seenAs: ValueSchema;
  readonly path: string;
  readonly rules: MetadataRules;
  /** The rules in CEL of all schemas, each read once. */
  readonly tree: RuleTree | undefined;
  /** Of all defaults together. When it is spent nothing more is looked at. */
  readonly budget: RuleBudget;
  /** The schema of the innermost resource around the value. */
  readonly resource: ValueSchema;
  /** Makes such a resource of a value that stands here. */
  readonly around: (value: unknown) => object;
  /** Whether the value says what that resource is. */
  readonly isInMetadata: boolean;
}

function check(given: Site): readonly StatusCause[] {
  const { schema, path, budget } = given;
  if (budget.remaining < 0) return [];
  const isResource = schema.isEmbeddedResource === true;
  const site = isResource ? { ...given, resource: schema, around: asResource, isInMetadata: false } : given;
  const { items, properties = {} } = schema;
  const { seenAs } = site;
  return [
    ...(site.isInMetadata ? checkInMetadata(site) : checkDefault(site)),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      check({
        ...site,
        schema: inner,
        seenAs: seenAs.properties?.[name] ?? inner,
        path: `${path}.properties[${name}]`,
        around: (value) => site.around({ [name]: value }),
        isInMetadata: site.isInMetadata || (isResource && metaFields.includes(name)),
      }),
    ),
    ...(items === undefined
      ? []
      : check({
          ...site,
          schema: items,
          seenAs: seenAs.items ?? items,
          path: `${path}.items`,
          around: (value) => site.around([value]),
        })),
  ];
}

const metaFields: readonly string[] = ["apiVersion", "kind", "metadata"];

function asResource(value: unknown): object {
  return { apiVersion: "validation/v1", kind: "Validation", ...(value as object) };
}

function checkDefault(site: Site): readonly StatusCause[] {
  const { schema, rules } = site;
  const value: unknown = schema.default;
  if (value === undefined || value === null) return [];
  const path = `${site.path}.default`;
  const { fields } = prune(value, schema);
  const problem = embeddedTypeProblem({ value, schema, path }, rules);
  const embedded = problem === undefined ? checkEmbedded({ value, schema, path }, rules) : [problem];
  return [
    ...(fields.length === 0 ? [] : [invalid(path, inGoOrder(value), "must not have unknown fields")]),
    ...(embedded.length > 0 ? embedded : checkOwn(site)),
  ];
}

/** What a default in the metadata of a resource makes of it must be one. */
function checkInMetadata(site: Site): readonly StatusCause[] {
  const { rules, resource, around } = site;
  const value: unknown = site.schema.default;
  if (value === undefined || value === null) return [];
  const made = { value: around(value), schema: resource };
  const problem = embeddedTypeProblem(made, rules);
  const wrong = problem === undefined ? checkEmbedded(made, rules) : [problem];
  if (wrong.length === 0) return checkOwn(site);
  const texts = wrong.map(({ field, message }) => `${field}: ${message}`);
  const [first = ""] = texts;
  const all = texts.length === 1 ? first : `[${texts.join(", ")}]`;
  return [invalid(`${site.path}.default`, inGoOrder(value), `must result in valid metadata: ${all}`)];
}

/** What the schema itself says of its default, and if nothing, its rules. */
function checkOwn({ schema, seenAs, path: place, tree, budget }: Site): readonly StatusCause[] {
  const value: unknown = schema.default;
  const path = `${place}.default`;
  const causes = checkValue({ value, schema: seenAs, base: path });
  if (causes.length > 0 || tree === undefined) return causes;
  return tree.evaluateDefault(schema, path, budget);
}
