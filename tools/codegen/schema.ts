import { child, elementsOf, entriesOf, refuse, textOf, textsOf } from "./json-document.ts";
import type { JsonNode } from "./json-document.ts";

/** What of an OpenAPI schema decides about a type. Prose, defaults and the rules of merging are gone. */
export type Schema =
  | { readonly type: "reference"; readonly name: string }
  | {
      readonly type: "object";
      readonly properties: ReadonlyMap<string, Schema>;
      readonly required: ReadonlySet<string>;
    }
  | { readonly type: "map"; readonly values: Schema }
  | { readonly type: "array"; readonly items: Schema }
  | { readonly type: "union"; readonly members: readonly Schema[] }
  /** The values are those that the server names; with none, any string. */
  | { readonly type: "string"; readonly values: readonly string[] }
  | { readonly type: "number" | "boolean" }
  /** Any JSON value, and any JSON object. */
  | { readonly type: "json" | "json-object" };

const referencePrefix = "#/components/schemas/";

/** Keywords that never change the type. Every keyword outside this set must be understood, or it is an error. */
const annotations: ReadonlySet<string> = new Set(["default", "description"]);

const keywordsByType: ReadonlyMap<string, readonly string[]> = new Map([
  ["string", ["enum", "format"]],
  ["integer", ["format"]],
  ["number", ["format"]],
  ["boolean", []],
  ["array", ["items"]],
  ["object", ["additionalProperties", "properties", "required"]],
]);

/** A format can stand for another shape on the wire, so that only these are taken as what `type` says. */
const formats: ReadonlySet<string> = new Set(["byte", "date-time", "double", "int-or-string", "int32", "int64"]);

/** Reads one schema. A construct that is not known is an error that names it and its place. */
export function parseSchema(node: JsonNode): Schema {
  const keywords = entriesOf(node).flatMap(([keyword]) =>
    annotations.has(keyword) || keyword.startsWith("x-kubernetes-") ? [] : [keyword],
  );
  if (keywords.includes("format")) checkFormat(child(node, "format"));
  if (keywords.includes("type")) return parseTyped(node, keywords);
  const [keyword, ...others] = keywords.filter((name) => name !== "format");
  if (keyword === undefined) return { type: "json" };
  if (others.length > 0) return refuse(node, `${keyword} alone, not together with ${others.join(", ")}`);
  return parseComposed(node, keyword);
}

function parseTyped(node: JsonNode, keywords: readonly string[]): Schema {
  const type = textOf(child(node, "type"));
  const known = keywordsByType.get(type);
  if (known === undefined) return refuse(child(node, "type"), `one of ${[...keywordsByType.keys()].join(", ")}`);
  const unknown = keywords.find((keyword) => keyword !== "type" && !known.includes(keyword));
  if (unknown !== undefined) return refuse(child(node, unknown), `no keyword ${unknown} in a schema of type ${type}`);
  switch (type) {
    case "string":
      return { type: "string", values: textsOf(child(node, "enum")) };
    case "array":
      return { type: "array", items: parseSchema(child(node, "items")) };
    case "object":
      return parseObject(node);
    default:
      return { type: type === "boolean" ? "boolean" : "number" };
  }
}

function parseObject(node: JsonNode): Schema {
  const properties = child(node, "properties");
  const additional = child(node, "additionalProperties");
  if (properties.value !== undefined && additional.value !== undefined) {
    return refuse(node, "either properties or additionalProperties");
  }
  if (additional.value !== undefined) return { type: "map", values: parseSchema(additional) };
  if (properties.value === undefined) return { type: "json-object" };
  const parsed = new Map(entriesOf(properties).map(([name, property]) => [name, parseSchema(property)] as const));
  const required = new Set(textsOf(child(node, "required")));
  for (const name of required) if (!parsed.has(name)) refuse(properties, `the required property ${name}`);
  return { type: "object", properties: parsed, required };
}

function parseComposed(node: JsonNode, keyword: string): Schema {
  const value = child(node, keyword);
  if (keyword === "$ref") return { type: "reference", name: parseReference(value) };
  if (keyword === "oneOf") return { type: "union", members: elementsOf(value).map(parseSchema) };
  if (keyword !== "allOf") return refuse(value, `one of type, $ref, oneOf, allOf instead of ${keyword}`);
  const [only, ...others] = elementsOf(value);
  return only === undefined || others.length > 0 ? refuse(value, "a list of exactly one schema") : parseSchema(only);
}

function parseReference(node: JsonNode): string {
  const reference = textOf(node);
  if (!reference.startsWith(referencePrefix)) return refuse(node, `a reference into ${referencePrefix}`);
  return reference.slice(referencePrefix.length);
}

function checkFormat(node: JsonNode): void {
  if (!formats.has(textOf(node))) refuse(node, `one of the formats ${[...formats].join(", ")}`);
}
