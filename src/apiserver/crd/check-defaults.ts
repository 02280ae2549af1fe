import type { StatusCause } from "../../model/index.ts";
import { invalid } from "./causes.ts";
import { checkEmbedded } from "./check-embedded.ts";
import { checkValue } from "./check-value.ts";
import { prune } from "./prune.ts";
import type { SchemaProps } from "./schema-props.ts";
import { valueSchema } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** Which defaults of a structural schema are not values of it. Those of the values of maps are not looked at. */
export function checkDefaults(props: SchemaProps, path: string): readonly StatusCause[] {
  return check({ ...valueSchema(props), isEmbeddedResource: true }, path);
}

function check(schema: ValueSchema, path: string): readonly StatusCause[] {
  const { items, properties = {} } = schema;
  return [
    ...checkDefault(schema, `${path}.default`),
    ...Object.entries(properties).flatMap(([name, inner]) => check(inner, `${path}.properties[${name}]`)),
    ...(items === undefined ? [] : check(items, `${path}.items`)),
  ];
}

function checkDefault(schema: ValueSchema, path: string): readonly StatusCause[] {
  const value: unknown = schema.default;
  if (value === undefined || value === null) return [];
  const unknown = prune(value, schema).fields;
  const embedded = checkEmbedded(value, schema, path);
  return [
    ...(unknown.length === 0 ? [] : [invalid(path, value, "must not have unknown fields")]),
    ...(embedded.length > 0 ? embedded : checkValue({ value, schema, base: path })),
  ];
}
