import { setOwn } from "../../model/index.ts";
import type { JSONSchemaProps } from "../../types/apiextensions/v1/index.ts";

/** A schema as a definition says it. Its members have the right types (see `definitionTypeProblem`), and none is `null`. */
export type SchemaProps = JSONSchemaProps;

const data: ReadonlySet<string> = new Set(["default", "enum", "example"]);
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "definitions", "dependencies"]);

/** The same schema without the members that are `null`, at any depth. What is data in it, such as a default, stays as it is. */
export function withoutNullMembers(schema: object): SchemaProps {
  const result = {};
  for (const [key, member] of Object.entries(schema) as [string, unknown][]) {
    if (member === null || member === undefined) continue;
    setOwn(result, key, data.has(key) ? member : inner(member, maps.has(key)));
  }
  return result;
}

function inner(member: unknown, isMap: boolean): unknown {
  if (member === null) return {};
  if (typeof member !== "object") return member;
  if (Array.isArray(member)) return member.map((item: unknown) => inner(item, false));
  if (!isMap) return withoutNullMembers(member);
  const result = {};
  for (const [key, value] of Object.entries(member) as [string, unknown][]) setOwn(result, key, inner(value, false));
  return result;
}

/** The schema of the items of a list. */
export function itemsOf({ items }: SchemaProps): SchemaProps | undefined {
  return items === undefined || Array.isArray(items) ? undefined : (items as SchemaProps);
}

/** The schema of the values of a map, if there is one. */
export function valuesOf({ additionalProperties }: SchemaProps): SchemaProps | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** The properties of a schema, each with its name. */
export function propertiesOf({ properties }: SchemaProps): readonly (readonly [string, SchemaProps])[] {
  return Object.entries(properties ?? {});
}

/** Whether a schema says, at any depth, what no schema of a definition can say: nothing can be told about its structure then. */
export function hasUnsupported(schema: SchemaProps): boolean {
  const { not, allOf = [], anyOf = [], oneOf = [] } = schema;
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  const single = [items, values, not].filter((one) => one !== undefined);
  const named = propertiesOf(schema).map(([, one]) => one);
  return (
    unsupportedKeywords.some((key) => isSaid(schema[key])) ||
    (Array.isArray(schema.items) && schema.items.length > 0) ||
    [...single, ...named, ...allOf, ...anyOf, ...oneOf].some(hasUnsupported)
  );
}

/** The keywords of JSON schemas that no schema of a definition can have. */
export const unsupportedKeywords: readonly (keyof SchemaProps)[] = [
  "id",
  "additionalItems",
  "patternProperties",
  "definitions",
  "dependencies",
  "$ref",
];

/** Whether a keyword is there and not empty. */
export function isSaid(member: unknown): boolean {
  if (typeof member === "object" && member !== null) return Object.keys(member).length > 0;
  return member !== undefined && member !== "";
}
