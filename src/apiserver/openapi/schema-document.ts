import type { GroupVersionKind } from "../../model/index.ts";
import { textSchema } from "./schema-names.ts";
import type { BuiltInSchemas, Schema } from "../schema/index.ts";

/** A schema as a document of OpenAPI shows it. */
export type SchemaDocument = Readonly<Record<string, unknown>>;

/** Gives the reference to a schema by its name, and sees to it that the document has that schema. */
export type Refer = (name: string) => SchemaDocument;

/** What a schema is shown with. */
export interface SchemaContext {
  readonly schemas: BuiltInSchemas;
  /** As what the schema is known. */
  readonly kinds: readonly GroupVersionKind[];
  /** Gets the names of the schemas that it refers to. */
  readonly seen: Set<string>;
}

/** How a schema is referred to. */
export function schemaReference(name: string): SchemaDocument {
  if (name === textSchema) return { type: "string" };
  return { $ref: `#/components/schemas/${name}` };
}

/** A built-in schema with a name, without prose; undefined if there is none. */
export function namedSchema(name: string, context: SchemaContext): SchemaDocument | undefined {
  const schema = context.schemas.schemaNamed(name);
  if (schema === undefined) return undefined;
  const { required, properties = {}, isAtomic } = schema;
  const { kinds } = context;
  const fields = mapped(properties, (one) => fieldSchema(one, context));
  return {
    ...typeOf(schema),
    ...(required === undefined ? {} : { required }),
    ...(Object.keys(fields).length === 0 ? {} : { properties: fields }),
    ...(kinds.length === 0 ? {} : { "x-kubernetes-group-version-kind": kinds }),
    ...(isAtomic === true ? { "x-kubernetes-map-type": "atomic" } : {}),
  };
}

function fieldSchema(schema: Schema, context: SchemaContext): SchemaDocument {
  const { name } = schema;
  if (name === undefined) return plainSchema(schema, context);
  const marks = marksOf(schema, context.schemas.schemaNamed(name));
  context.seen.add(name);
  const reference = schemaReference(name);
  return Object.keys(marks).length === 0 ? reference : { ...marks, allOf: [reference] };
}

function plainSchema(schema: Schema, context: SchemaContext): SchemaDocument {
  const { items, values } = schema;
  return {
    ...typeOf(schema),
    ...marksOf(schema),
    ...(items === undefined ? {} : { items: fieldSchema(items, context) }),
    ...(values === undefined ? {} : { additionalProperties: fieldSchema(values, context) }),
  };
}

function typeOf({ type, format, isIntOrString }: Schema): SchemaDocument {
  if (format === "quantity") return { oneOf: [{ type: "string" }, { type: "number" }] };
  if (isIntOrString === true) return { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] };
  return { ...(type === undefined ? {} : { type }), ...(format === undefined ? {} : { format }) };
}

/** What is said of a field besides its type. */
function marksOf(schema: Schema, target?: Schema): SchemaDocument {
  const { enum: values, listType, listKeys, patch, isAtomic } = schema;
  return {
    ...defaultOf(schema),
    ...(values === undefined ? {} : { enum: values }),
    ...(listKeys === undefined ? {} : { "x-kubernetes-list-map-keys": listKeys }),
    ...(listType === undefined ? {} : { "x-kubernetes-list-type": listType }),
    ...(isAtomic === true && target?.isAtomic !== true ? { "x-kubernetes-map-type": "atomic" } : {}),
    ...(patch?.mergeKey === undefined ? {} : { "x-kubernetes-patch-merge-key": patch.mergeKey }),
    ...(patch === undefined ? {} : { "x-kubernetes-patch-strategy": patch.strategies.join(",") }),
  };
}

const zeros: Readonly<Record<string, unknown>> = { string: "", integer: 0, number: 0, boolean: false, array: [] };

function defaultOf({ type, name, hasZeroDefault, default: value }: Schema): SchemaDocument {
  if (value !== undefined) return { default: value };
  if (hasZeroDefault !== true) return {};
  return { default: name === undefined && type !== undefined ? (zeros[type] ?? {}) : {} };
}

function mapped<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
