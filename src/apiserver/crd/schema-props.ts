import { isExactInteger, setOwn } from "../../model/index.ts";
import type { JSONSchemaProps } from "../../types/apiextensions/v1/index.ts";
import { withoutNulls } from "./json-shape.ts";

/** A schema as a definition says it. Its members have the right types (see `definitionTypeProblem`), and none is `null`. */
export type SchemaProps = JSONSchemaProps;

const data: ReadonlySet<string> = new Set(["default", "enum", "example"]);
/** What has members that are no keywords. */
const others: ReadonlySet<string> = new Set(["externalDocs", "x-kubernetes-validations"]);
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "definitions", "dependencies"]);

const keywords: ReadonlySet<string> = new Set([
  ..."$ref $schema additionalItems additionalProperties allOf anyOf default definitions dependencies description".split(
    " ",
  ),
  ..."enum example exclusiveMaximum exclusiveMinimum externalDocs format id items maxItems maxLength".split(" "),
  ..."maxProperties maximum minItems minLength minProperties minimum multipleOf not nullable oneOf pattern".split(" "),
  ..."patternProperties properties required title type uniqueItems".split(" "),
  ..."embedded-resource int-or-string list-map-keys list-type map-type preserve-unknown-fields validations"
    .split(" ")
    .map((name) => `x-kubernetes-${name}`),
]);

/** The same schema without what is no keyword and the members that are `null`, at any depth. What is data in it, such as a default, stays as it is. */
export function withoutNullMembers(schema: object): SchemaProps {
  const result = {};
  for (const [key, member] of Object.entries(schema) as [string, unknown][]) {
    if (member === null || member === undefined || !keywords.has(key)) continue;
    // Items that are neither a schema nor schemas are passed over.
    if (key === "items" && typeof member !== "object") continue;
    if (others.has(key)) setOwn(result, key, withoutNulls(member));
    else setOwn(result, key, data.has(key) ? member : inner(member, maps.has(key)));
  }
  return result;
}

function inner(member: unknown, isMap: boolean): unknown {
  if (member === null) return {};
  // Limits are doubles, whatever gets lost thereby.
  if (isExactInteger(member)) return Number(member.rawJSON);
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
    unreadableKeywords.some((key) => isSaid(schema[key])) ||
    schema.additionalItems !== undefined ||
    (Array.isArray(schema.items) && schema.items.length > 0) ||
    [...single, ...named, ...allOf, ...anyOf, ...oneOf].some(hasUnsupported)
  );
}

/** The keywords with which a schema cannot be read, unless they are empty. */
const unreadableKeywords: readonly (keyof SchemaProps)[] = [
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "definitions",
];

/** The keywords of JSON schemas that no schema of a definition can have. */
export const unsupportedKeywords: readonly (keyof SchemaProps)[] = [
  "id",
  "additionalItems",
  "patternProperties",
  "definitions",
  "dependencies",
  "$ref",
];

/** Whether a keyword is there; of most an empty one does not count. */
export function isKeywordSaid(schema: SchemaProps, key: keyof SchemaProps): boolean {
  const isEmptySaid = key === "additionalItems" || key === "dependencies" || key === "$ref";
  return isEmptySaid ? schema[key] !== undefined : isSaid(schema[key]);
}

/** Whether a keyword is there and not empty. */
function isSaid(member: unknown): boolean {
  if (typeof member === "object" && member !== null) return Object.keys(member).length > 0;
  return member !== undefined && member !== "";
}
