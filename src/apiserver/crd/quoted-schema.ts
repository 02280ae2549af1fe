import { compareUtf8 } from "../../model/index.ts";
import type { ExternalDocumentation, ValidationRule } from "../../types/apiextensions/v1/index.ts";
import { goEscaped } from "../apply/index.ts";
import { rawTextOf } from "../schema/index.ts";
import { maxQuotedSchemas } from "./defaults.ts";
import type { SchemaProps } from "./schema-props.ts";

/**
 * A schema as Kubernetes quotes it: with all members of its own form of one, in their order, whether they are set or not. Very many schemas
 * in one are quoted as they were sent: a small request has no large answer.
 */
export function quotedSchema(schema: SchemaProps): string {
  return quoted(schema, schemaText);
}

/** What a schema says of the items of a list, quoted in the same way. */
export function quotedItems(items: unknown): string {
  return quoted(items, itemsText);
}

/** A rule, quoted in the same way. */
export function quotedRule(rule: ValidationRule): string {
  return goEscaped(ruleText(rule));
}

function quoted<T>(given: T, write: (given: T) => string): string {
  const sent = JSON.stringify(given);
  const isLarge = [...sent.matchAll(/\{/g)].length > maxQuotedSchemas;
  return goEscaped(isLarge ? sent : write(given));
}

type Text = (member: unknown) => string;

/** The members of a schema in Kubernetes' own form: their names there, the keywords, and how they are written. */
const members: readonly (readonly [string, keyof SchemaProps, Text])[] = [
  ["ID", "id", text],
  ["Schema", "$schema", text],
  ["Ref", "$ref", value],
  ["Description", "description", text],
  ["Type", "type", text],
  ["Nullable", "nullable", flag],
  ["Format", "format", text],
  ["Title", "title", text],
  ["Default", "default", value],
  ["Maximum", "maximum", value],
  ["ExclusiveMaximum", "exclusiveMaximum", flag],
  ["Minimum", "minimum", value],
  ["ExclusiveMinimum", "exclusiveMinimum", flag],
  ["MaxLength", "maxLength", value],
  ["MinLength", "minLength", value],
  ["Pattern", "pattern", text],
  ["MaxItems", "maxItems", value],
  ["MinItems", "minItems", value],
  ["UniqueItems", "uniqueItems", flag],
  ["MultipleOf", "multipleOf", value],
  ["Enum", "enum", value],
  ["MaxProperties", "maxProperties", value],
  ["MinProperties", "minProperties", value],
  ["Required", "required", value],
  ["Items", "items", ifSet(itemsText)],
  ["AllOf", "allOf", ifSet(listOf(schemaText))],
  ["OneOf", "oneOf", ifSet(listOf(schemaText))],
  ["AnyOf", "anyOf", ifSet(listOf(schemaText))],
  ["Not", "not", ifSet(schemaText)],
  ["Properties", "properties", ifSet(mapOf(schemaText))],
  ["AdditionalProperties", "additionalProperties", ifSet(schemaOrFlag)],
  ["PatternProperties", "patternProperties", ifSet(mapOf(schemaText))],
  ["Dependencies", "dependencies", ifSet(mapOf(dependency))],
  ["AdditionalItems", "additionalItems", ifSet(schemaOrFlag)],
  ["Definitions", "definitions", ifSet(mapOf(schemaText))],
  ["ExternalDocs", "externalDocs", ifSet(documentation)],
  ["Example", "example", value],
  ["XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", value],
  ["XEmbeddedResource", "x-kubernetes-embedded-resource", flag],
  ["XIntOrString", "x-kubernetes-int-or-string", flag],
  ["XListMapKeys", "x-kubernetes-list-map-keys", value],
  ["XListType", "x-kubernetes-list-type", value],
  ["XMapType", "x-kubernetes-map-type", value],
  ["XValidations", "x-kubernetes-validations", ifSet(listOf(ruleText))],
];

const keywords: ReadonlySet<string> = new Set(members.map(([, key]) => key));

/** The members of a schema that say something; what else was sent is dropped, and counts for nothing. */
export function keywordsOf(schema: SchemaProps): readonly (keyof SchemaProps)[] {
  return (Object.keys(schema) as (keyof SchemaProps)[]).filter((key) => keywords.has(key));
}

function schemaText(schema: unknown): string {
  const given = schema as SchemaProps;
  return struct(members.map(([name, key, write]) => [name, write(given[key])]));
}

function struct(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, written]) => `${JSON.stringify(name)}:${written}`).join(",")}}`;
}

function text(member: unknown): string {
  return JSON.stringify(member ?? "");
}

function flag(member: unknown): string {
  return JSON.stringify(member ?? false);
}

function value(member: unknown): string {
  return rawTextOf(member ?? null);
}

function ifSet(write: Text): Text {
  return (member) => (member === undefined ? "null" : write(member));
}

function listOf(write: Text): Text {
  return (member) => `[${(member as readonly unknown[]).map((item) => write(item)).join(",")}]`;
}

function mapOf(write: Text): Text {
  return (member) => {
    const entries = Object.entries(member as object) as (readonly [string, unknown])[];
    const sorted = entries.toSorted(([one], [other]) => compareUtf8(one, other));
    return struct(sorted.map(([key, item]) => [key, write(item)]));
  };
}

function itemsText(items: unknown): string {
  const isList = Array.isArray(items);
  return struct([
    ["Schema", isList ? "null" : schemaText(items)],
    ["JSONSchemas", isList ? listOf(schemaText)(items) : "null"],
  ]);
}

function schemaOrFlag(member: unknown): string {
  const isFlag = typeof member === "boolean";
  return struct([
    ["Allows", flag(isFlag ? member : true)],
    ["Schema", isFlag ? "null" : schemaText(member)],
  ]);
}

function dependency(member: unknown): string {
  const isList = Array.isArray(member);
  return struct([
    ["Schema", isList ? "null" : schemaText(member)],
    ["Property", isList ? value(member) : "null"],
  ]);
}

function documentation(member: unknown): string {
  const { description, url } = member as ExternalDocumentation;
  return struct([
    ["Description", text(description)],
    ["URL", text(url)],
  ]);
}

function ruleText(rule: unknown): string {
  const given = rule as Partial<ValidationRule>;
  return struct([
    ["Rule", text(given.rule)],
    ["Message", text(given.message)],
    ["MessageExpression", text(given.messageExpression)],
    ["Reason", value(given.reason)],
    ["FieldPath", text(given.fieldPath)],
    ["OptionalOldSelf", value(given.optionalOldSelf)],
  ]);
}
