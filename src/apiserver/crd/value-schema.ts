import { setOwn } from "../../model/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import type { Schema } from "../schema/index.ts";
import { supportedFormat } from "./formats.ts";
import { compilePattern } from "./pattern.ts";
import type { Pattern } from "./pattern.ts";
import { itemsOf, propertiesOf, valuesOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** What is known of the values of one field of a custom resource: what every schema says, and the rules that the values must keep. */
export interface ValueSchema extends Schema {
  readonly properties?: Readonly<Record<string, ValueSchema>> | undefined;
  readonly values?: ValueSchema | undefined;
  readonly items?: ValueSchema | undefined;
  readonly rules: ValueRules;
}

/** What a value must keep besides its type. Absent members ask for nothing. */
export interface ValueRules {
  /** The types that a value may have, as messages list them: `integer,string`. Empty: any. */
  readonly types: readonly string[];
  readonly pattern?: Pattern | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: boolean | undefined;
  readonly exclusiveMaximum?: boolean | undefined;
  readonly multipleOf?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minProperties?: number | undefined;
  readonly maxProperties?: number | undefined;
  /** Fields that the schema does not name are refused. */
  readonly forbidsOthers?: boolean | undefined;
  readonly allOf?: readonly ValueSchema[] | undefined;
  readonly anyOf?: readonly ValueSchema[] | undefined;
  readonly oneOf?: readonly ValueSchema[] | undefined;
  readonly not?: ValueSchema | undefined;
  /** Rules in CEL, as the definition says them. */
  readonly validations?: readonly ValidationRule[] | undefined;
}

/** A schema of a definition in the form in which values are pruned, completed and checked. Patterns that are no patterns match nothing. */
export function valueSchema(props: SchemaProps): ValueSchema {
  const { required, enum: values, default: fallback, additionalProperties } = props;
  const list = props["x-kubernetes-list-type"];
  const isIntOrString = props["x-kubernetes-int-or-string"] === true;
  const found = itemsOf(props);
  const inner = valuesOf(props);
  return {
    ...(isType(props.type) ? { type: props.type } : {}),
    ...defined({ format: supportedFormat(props), required, enum: values, default: fallback }),
    ...(props.nullable === true ? { isNullable: true } : {}),
    ...(isIntOrString ? { isIntOrString } : {}),
    ...(props["x-kubernetes-preserve-unknown-fields"] === true ? { preservesUnknown: true } : {}),
    ...(props["x-kubernetes-embedded-resource"] === true ? { isEmbeddedResource: true } : {}),
    ...(props.properties === undefined ? {} : { properties: propertySchemas(props) }),
    ...(additionalProperties === undefined ? {} : { values: inner === undefined ? anything : valueSchema(inner) }),
    ...(found === undefined ? {} : { items: valueSchema(found) }),
    ...(list === "set" || list === "map" || list === "atomic" ? { listType: list } : {}),
    ...defined({ listKeys: props["x-kubernetes-list-map-keys"] }),
    ...(props["x-kubernetes-map-type"] === "atomic" ? { isAtomic: true } : {}),
    rules: rulesOf(props),
  };
}

const anything: Readonly<ValueSchema> = { rules: { types: [] } };

/** Whether a schema only says that there may be values: `additionalProperties: true`. */
export function isAnything(schema: ValueSchema): boolean {
  return schema === anything;
}

const typeNames: ReadonlySet<unknown> = new Set(["object", "array", "string", "integer", "number", "boolean"]);

function isType(type: string | undefined): type is NonNullable<Schema["type"]> {
  return typeNames.has(type);
}

function propertySchemas(props: SchemaProps): Readonly<Record<string, ValueSchema>> {
  const result: Record<string, ValueSchema> = {};
  for (const [name, inner] of propertiesOf(props)) setOwn(result, name, valueSchema(inner));
  return result;
}

function rulesOf(props: SchemaProps): ValueRules {
  const { pattern, minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = props;
  const { minItems, maxItems, minProperties, maxProperties, not, allOf, anyOf, oneOf } = props;
  const each = (all: readonly SchemaProps[] | undefined): readonly ValueSchema[] | undefined =>
    all === undefined || all.length === 0 ? undefined : all.map(valueSchema);
  return {
    types: typesOf(props),
    ...defined({ minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }),
    ...defined({ minItems, maxItems, minProperties, maxProperties }),
    ...(pattern === undefined || pattern === "" ? {} : { pattern: compilePattern(pattern) }),
    ...(props.additionalProperties === false ? { forbidsOthers: true } : {}),
    ...defined({ allOf: each(allOf), anyOf: each(anyOf), oneOf: each(oneOf) }),
    ...defined({ not: not && valueSchema(not), validations: props["x-kubernetes-validations"] }),
  };
}

function typesOf({ type = "", ...props }: SchemaProps): readonly string[] {
  if (props["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  return type === "" ? [] : [type];
}

function defined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
