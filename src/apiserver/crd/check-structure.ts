import type { StatusCause } from "../../model/index.ts";
import { forbidden, invalid, required } from "./causes.ts";
import { checkCombined } from "./check-combined.ts";
import { keywordsOf } from "./quoted-schema.ts";
import { itemsOf, propertiesOf, valuesOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** Why a schema is not structural: what every value is must be said once, outside of what combines schemas. Sorted, as Kubernetes tells it. */
export function checkStructure(schema: SchemaProps, path: string): readonly StatusCause[] {
  const causes = [...check(schema, "root", path), ...checkComplete(schema, path)];
  const text = ({ field, message }: StatusCause): string => `${field}: ${message}`;
  return causes.toSorted((left, right) => (text(left) < text(right) ? -1 : 1));
}

type Level = "root" | "item" | "field";

function check(schema: SchemaProps, level: Level, path: string): readonly StatusCause[] {
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  const hasValues = schema.additionalProperties !== undefined;
  const isResource = level === "root" || schema["x-kubernetes-embedded-resource"] === true;
  return [
    ...(schema.type === "array" && items === undefined ? [required(`${path}.items`, "must be specified")] : []),
    ...(items === undefined ? [] : check(items, "item", `${path}.items`)),
    ...propertiesOf(schema).flatMap(([name, inner]) => check(inner, "field", `${path}.properties[${name}]`)),
    ...(level === "root" && hasValues
      ? [forbidden(`${path}.additionalProperties`, "must not be used at the root")]
      : []),
    ...(values === undefined ? [] : check(values, "field", `${path}.additionalProperties`)),
    ...checkExtensions(schema, path),
    ...checkCombined(schema, path),
    ...checkType(schema, level, path),
    ...(isResource ? checkResource(schema, path) : []),
    ...(level === "root" ? checkMetadata(schema, `${path}.properties[metadata]`) : []),
  ];
}

function checkExtensions(schema: SchemaProps, path: string): readonly StatusCause[] {
  if (schema["x-kubernetes-int-or-string"] !== true) return [];
  const rule = "must be false if x-kubernetes-int-or-string is true";
  const wrong = (["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"] as const).filter(
    (key) => schema[key] === true,
  );
  return wrong.map((key) => invalid(`${path}.${key}`, true, rule));
}

const levels: Readonly<Record<Level, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

function checkType(schema: SchemaProps, level: Level, path: string): readonly StatusCause[] {
  const { type = "" } = schema;
  const field = `${path}.type`;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const isOpen =
    schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  const rule = "must be object if x-kubernetes-embedded-resource is true";
  const wrong: StatusCause[] = [];
  if (isEmbedded && type !== "object") wrong.push(type === "" ? required(field, rule) : invalid(field, type, rule));
  else if (type === "" && !isOpen) wrong.push(required(field, levels[level]));
  if (level === "root" && type !== "" && type !== "object")
    wrong.push(invalid(field, type, "must be object at the root"));
  return wrong;
}

function checkResource(schema: SchemaProps, path: string): readonly StatusCause[] {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const properties = new Map(propertiesOf(schema));
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const typed = (name: string, type: string): readonly StatusCause[] => {
    const property = properties.get(name);
    if (property === undefined || property.type === type) return [];
    return [invalid(`${path}.properties[${name}].type`, property.type ?? "", `must be ${type}`)];
  };
  const rule =
    "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
  return [
    ...(isEmbedded && schema.additionalProperties !== undefined
      ? [forbidden(`${path}.additionalProperties`, "must not be used if x-kubernetes-embedded-resource is set")]
      : []),
    ...typed("kind", "string"),
    ...typed("apiVersion", "string"),
    ...typed("metadata", "object"),
    ...(isEmbedded && !isOpen && properties.size === 0 ? [required(`${path}.properties`, rule)] : []),
  ];
}

/** Of the metadata only the names can be restricted. */
function checkMetadata(schema: SchemaProps, path: string): readonly StatusCause[] {
  const metadata = new Map(propertiesOf(schema)).get("metadata");
  if (metadata === undefined) return [];
  const { type: _type, default: _default, properties = {}, ...rest } = metadata;
  const names = Object.keys(properties);
  const others = keywordsOf(rest).filter((key) => isRestriction(metadata, key));
  const isAllowed = names.every((name) => name === "name" || name === "generateName") && others.length === 0;
  const rule = "must not specify anything other than name and generateName, but metadata is implicitly specified";
  return isAllowed ? [] : [forbidden(path, rule)];
}

/** Keywords of which nothing is left in a structural schema if they are empty. */
const dropped: readonly (keyof SchemaProps)[] = [
  ...(["allOf", "anyOf", "oneOf", "enum", "items"] as const),
  ...(["definitions", "dependencies", "patternProperties"] as const),
];

function isRestriction(schema: SchemaProps, key: keyof SchemaProps): boolean {
  const member: unknown = schema[key];
  if (key === "additionalProperties") return true;
  if (typeof member !== "object" || member === null) return member !== undefined && member !== "" && member !== false;
  return !dropped.includes(key) || Object.keys(member).length > 0;
}

/** Whatever a combined schema speaks of stands outside of it as well. */
function checkComplete(schema: SchemaProps, path: string): readonly StatusCause[] {
  return completeness({ combined: schema, at: path, schema, path, isNested: false });
}

interface Pair {
  /** The schema in which something is asked of a value, and where it stands. */
  readonly combined: SchemaProps;
  readonly at: string;
  /** The schema that says what the value is. */
  readonly schema: SchemaProps | undefined;
  readonly path: string;
  readonly isNested: boolean;
}

function completeness({ combined, at, schema, path, isNested }: Pair): readonly StatusCause[] {
  if (schema === undefined) return [required(path, `because it is defined in ${at}`)];
  const { not, allOf = [], anyOf = [], oneOf = [] } = combined;
  const inner = (one: SchemaProps, place: string): readonly StatusCause[] =>
    completeness({ combined: one, at: place, schema, path, isNested: true });
  const each = (all: readonly SchemaProps[], key: string): readonly StatusCause[] =>
    all.flatMap((one, index) => inner(one, `${at}.${key}[${index}]`));
  const items = isNested ? itemsOf(combined) : undefined;
  const properties = isNested ? propertiesOf(combined) : [];
  const known = new Map(propertiesOf(schema));
  return [
    ...(not === undefined ? [] : inner(not, `${at}.not`)),
    ...each(allOf, "allOf"),
    ...each(anyOf, "anyOf"),
    ...each(oneOf, "oneOf"),
    ...(items === undefined
      ? []
      : completeness({ combined: items, at: `${at}.items`, schema: itemsOf(schema), path: `${path}.items`, isNested })),
    ...properties.flatMap(([name, one]) => {
      const place = `.properties[${name}]`;
      return completeness({ combined: one, at: at + place, schema: known.get(name), path: path + place, isNested });
    }),
  ];
}
