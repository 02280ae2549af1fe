import type { StatusCause } from "../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "./causes.ts";
import { checkListType } from "./check-list-type.ts";
import { checkRules } from "./check-rules.ts";
import { isKeywordSaid, itemsOf, propertiesOf, unsupportedKeywords, valuesOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** What is wrong with the keywords of a schema, at any depth, as far as each can be told by itself. */
export function checkKeywords(schema: SchemaProps, path: string): readonly StatusCause[] {
  return check({ schema, path, isRoot: true, isInMeta: false, noDefault: undefined });
}

interface Visit {
  readonly schema: SchemaProps;
  readonly path: string;
  readonly isRoot: boolean;
  /** Inside `apiVersion`, `kind` or `metadata` of a resource. */
  readonly isInMeta: boolean;
  /** Why there may be no default here. */
  readonly noDefault: string | undefined;
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function check(visit: Visit): readonly StatusCause[] {
  const { schema, path } = visit;
  return [
    ...checkForbidden(visit),
    ...(schema.uniqueItems === true ? [forbidden(`${path}.uniqueItems`, uniqueRule)] : []),
    ...checkInner(visit),
    ...(schema["x-kubernetes-preserve-unknown-fields"] === false
      ? [invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, "must be true or undefined")]
      : []),
    ...checkMapType(schema, path),
    ...checkListType(schema, path),
    ...checkRules(schema, path),
  ];
}

const uniqueRule = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";

const types: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];

function checkForbidden({ schema, path, isInMeta, noDefault }: Visit): readonly StatusCause[] {
  const { type = "", items } = schema;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const hasDefault = schema.default !== undefined && schema.default !== null;
  return [
    ...(type === "" || types.includes(type) ? [] : [notSupported(`${path}.type`, type, types)]),
    ...(hasDefault && noDefault !== undefined ? [forbidden(`${path}.default`, `must not be set ${noDefault}`)] : []),
    ...unsupportedKeywords
      .filter((key) => isKeywordSaid(schema, key))
      .map((key) => forbidden(`${path}.${key}`, `${key} is not supported`)),
    ...(type === "null"
      ? [forbidden(`${path}.type`, "type cannot be set to null, use nullable as an alternative")]
      : []),
    ...(Array.isArray(items) && items.length > 0
      ? [forbidden(`${path}.items`, "items must be a schema object and not an array")]
      : []),
    ...(isInMeta && isEmbedded
      ? [forbidden(`${path}.x-kubernetes-embedded-resource`, "must not be used inside of resource meta")]
      : []),
  ];
}

function checkInner(visit: Visit): readonly StatusCause[] {
  const { schema, path, isRoot } = visit;
  const { additionalProperties, not, allOf = [], anyOf = [], oneOf = [] } = schema;
  const inner = (one: SchemaProps, at: string, rest: Partial<Visit> = {}): readonly StatusCause[] =>
    check({ ...visit, isRoot: false, ...rest, schema: one, path: at });
  const each = (all: readonly SchemaProps[], key: string): readonly StatusCause[] =>
    all.flatMap((one, index) => inner(one, `${path}.${key}[${index}]`));
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const noDefault = visit.isInMeta ? "inside additionalProperties applying to object metadata" : visit.noDefault;
  const isExclusive = additionalProperties === undefined || additionalProperties === true;
  const named = propertiesOf(schema);
  return [
    ...(named.length === 0 || isExclusive
      ? []
      : [forbidden(`${path}.additionalProperties`, "additionalProperties and properties are mutual exclusive")]),
    ...(values === undefined ? [] : inner(values, `${path}.additionalProperties`, { noDefault })),
    ...named.flatMap(([name, one]) => {
      const isMeta = (isRoot || isEmbedded) && metaFields.has(name);
      return inner(one, `${path}.properties[${name}]`, {
        ...(isMeta ? { isInMeta: true } : {}),
        ...(isMeta && isRoot ? { noDefault: `in top-level ${name}` } : {}),
      });
    }),
    ...(not === undefined ? [] : inner(not, `${path}.not`)),
    ...each(allOf, "allOf"),
    ...each(oneOf, "oneOf"),
    ...each(anyOf, "anyOf"),
    ...(items === undefined ? [] : inner(items, `${path}.items`)),
  ];
}

function checkMapType(schema: SchemaProps, path: string): readonly StatusCause[] {
  const map = schema["x-kubernetes-map-type"];
  if (map === undefined) return [];
  const rule = "must be object if x-kubernetes-map-type is specified";
  const { type = "" } = schema;
  const known = ["atomic", "granular"];
  return [
    ...(type === "object" ? [] : [type === "" ? required(`${path}.type`, rule) : invalid(`${path}.type`, type, rule)]),
    ...(known.includes(map) ? [] : [notSupported(`${path}.x-kubernetes-map-type`, map, known)]),
  ];
}
