import type { StatusCause } from "../../model/index.ts";
import { invalid } from "./causes.ts";
import { checkEmbedded, embeddedTypeProblem } from "./check-embedded.ts";
import { checkValue } from "./check-value.ts";
import type { MetadataRules } from "./metadata-rules.ts";
import { prune } from "./prune.ts";
import type { SchemaProps } from "./schema-props.ts";
import { valueSchema } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** Which defaults of a structural schema are not values of it. Those of the values of maps are not looked at. */
export function checkDefaults(props: SchemaProps, path: string, rules: MetadataRules): readonly StatusCause[] {
  const schema = { ...valueSchema(props), isEmbeddedResource: true };
  return check({ schema, path, rules, resource: schema, around: asResource, isInMetadata: false });
}

/** A schema on the way down. */
interface Site {
  readonly schema: ValueSchema;
  readonly path: string;
  readonly rules: MetadataRules;
  /** The schema of the innermost resource around the value. */
  readonly resource: ValueSchema;
  /** Makes such a resource of a value that stands here. */
  readonly around: (value: unknown) => object;
  /** Whether the value says what that resource is. */
  readonly isInMetadata: boolean;
}

function check(given: Site): readonly StatusCause[] {
  const { schema, path } = given;
  const isResource = schema.isEmbeddedResource === true;
  const site = isResource ? { ...given, resource: schema, around: asResource, isInMetadata: false } : given;
  const { items, properties = {} } = schema;
  return [
    ...(site.isInMetadata ? checkInMetadata(site) : checkDefault(site)),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      check({
        ...site,
        schema: inner,
        path: `${path}.properties[${name}]`,
        around: (value) => site.around({ [name]: value }),
        isInMetadata: site.isInMetadata || (isResource && metaFields.includes(name)),
      }),
    ),
    ...(items === undefined
      ? []
      : check({ ...site, schema: items, path: `${path}.items`, around: (value) => site.around([value]) })),
  ];
}

const metaFields: readonly string[] = ["apiVersion", "kind", "metadata"];

function asResource(value: unknown): object {
  return { apiVersion: "validation/v1", kind: "Validation", ...(value as object) };
}

function checkDefault({ schema, path: place, rules }: Site): readonly StatusCause[] {
  const value: unknown = schema.default;
  if (value === undefined || value === null) return [];
  const path = `${place}.default`;
  const { fields } = prune(value, schema);
  const problem = embeddedTypeProblem({ value, schema, path }, rules);
  const embedded = problem === undefined ? checkEmbedded({ value, schema, path }, rules) : [problem];
  return [
    ...(fields.length === 0 ? [] : [invalid(path, value, "must not have unknown fields")]),
    ...(embedded.length > 0 ? embedded : checkValue({ value, schema, base: path })),
  ];
}

/** What a default in the metadata of a resource makes of it must be one. */
function checkInMetadata({ schema, path: place, rules, resource, around }: Site): readonly StatusCause[] {
  const value: unknown = schema.default;
  if (value === undefined || value === null) return [];
  const path = `${place}.default`;
  const made = { value: around(value), schema: resource };
  const problem = embeddedTypeProblem(made, rules);
  const wrong = problem === undefined ? checkEmbedded(made, rules) : [problem];
  if (wrong.length === 0) return checkValue({ value, schema, base: path });
  const texts = wrong.map(({ field, message }) => `${field}: ${message}`);
  const [first = ""] = texts;
  const all = texts.length === 1 ? first : `[${texts.join(", ")}]`;
  return [invalid(path, value, `must result in valid metadata: ${all}`)];
}
