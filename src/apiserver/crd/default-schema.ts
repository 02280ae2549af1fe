import { setOwn } from "../../model/index.ts";
import type { ValueSchema } from "./value-schema.ts";

/** A schema as Kubernetes looks at defaults with it: what may be an integer or a text may then be anything. */
export function defaultSchema(schema: ValueSchema): ValueSchema {
  const { properties, items, values, rules } = schema;
  return {
    ...schema,
    ...(schema.isIntOrString === true ? { rules: { ...rules, types: [] } } : {}),
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(items === undefined ? {} : { items: defaultSchema(items) }),
    ...(values === undefined ? {} : { values: defaultSchema(values) }),
  };
}

function each(properties: Readonly<Record<string, ValueSchema>>): Readonly<Record<string, ValueSchema>> {
  const result: Record<string, ValueSchema> = {};
  for (const [name, inner] of Object.entries(properties)) setOwn(result, name, defaultSchema(inner));
  return result;
}
