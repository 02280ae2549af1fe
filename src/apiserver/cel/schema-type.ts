import type { ValueSchema } from "../crd/index.ts";
import { maxRequestBytes } from "./defaults.ts";
import { escapeName } from "./escape.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  structType,
  timestampType,
} from "./type.ts";
import type { Type } from "./type.ts";

/** What a schema says about its values to expressions: their type, and how many and how large they can be. */
export interface Declared {
  readonly type: Type;
  /** How many elements or characters a value can have. */
  readonly most: number;
  /** How many bytes the smallest value takes in a document. */
  readonly least: number;
  /** By the names that expressions use. */
  readonly fields?: ReadonlyMap<string, Declared> | undefined;
  readonly key?: Declared | undefined;
  readonly element?: Declared | undefined;
}

/** What a schema says; `undefined` where expressions do not see its values. `name` is for its types, should they have fields. */
export function declaredType(schema: ValueSchema, name: string): Declared | undefined {
  const isRoot = schema.isEmbeddedResource === true;
  if (schema.isIntOrString === true) return simple(dynType, 1, textSize(schema) ?? maxRequestBytes - 2);
  switch (isRoot ? "object" : schema.type) {
    case "array":
      return declaredList(schema, name);
    case "object":
      return isRoot || !isMap(schema) ? declaredObject(schema, name, isRoot) : declaredMap(schema, name);
    case "string":
      return declaredText(schema);
    case "boolean":
      return simple(boolType, 4);
    case "number":
      return simple(doubleType, 1);
    case "integer":
      return simple(intType, 1);
    default:
      return undefined;
  }
}

function simple(type: Type, least: number, most = 0): Declared {
  return { type, least, most };
}

/** Whether the members are the values of a map, and something is said about them. */
function isMap({ values }: ValueSchema): boolean {
  return (
    values !== undefined &&
    (values.type !== undefined || values.isIntOrString === true || values.preservesUnknown === true)
  );
}

function limit(said: number | undefined): number | undefined {
  return said === undefined ? undefined : Math.max(said, 0);
}

/** Characters may take four bytes. */
function textSize({ rules }: ValueSchema): number | undefined {
  const said = limit(rules.maxLength);
  return said === undefined ? undefined : said * 4;
}

function declaredText(schema: ValueSchema): Declared {
  switch (schema.format) {
    case "byte":
      return simple(bytesType, 2, limit(schema.rules.maxLength) ?? maxRequestBytes - 2);
    case "duration":
      return simple(durationType, 3, 32);
    case "date":
      return simple(timestampType, 12, 12);
    case "date-time":
    case "datetime":
      return simple(timestampType, 21, 32);
    default:
      return simple(stringType, 2, textSize(schema) ?? enumSize(schema) ?? maxRequestBytes - 2);
  }
}

function enumSize({ enum: values = [] }: ValueSchema): number | undefined {
  if (values.length === 0) return undefined;
  const encoder = new TextEncoder();
  return Math.max(0, ...values.map((value) => (typeof value === "string" ? encoder.encode(value).length : 0)));
}

function declaredList({ items, rules }: ValueSchema, name: string): Declared | undefined {
  const element = items && declaredType(items, `${name}.@idx`);
  if (element === undefined) return undefined;
  const most = limit(rules.maxItems) ?? Math.floor((maxRequestBytes - 2) / (element.least + 1));
  return { type: listOf(element.type), most, least: 2, element };
}

function declaredMap({ values, rules }: ValueSchema, name: string): Declared | undefined {
  const element = values && declaredType(values, `${name}.@elem`);
  if (element === undefined) return undefined;
  const most = limit(rules.maxProperties) ?? Math.floor((maxRequestBytes - 2) / (element.least + 6));
  return { type: mapOf(stringType, element.type), most, least: 2, key: simple(stringType, 2), element };
}

function declaredObject(schema: ValueSchema, name: string, isRoot: boolean): Declared {
  const fields = new Map<string, Declared>();
  let least = 2;
  for (const [property, inner] of Object.entries(isRoot ? withTypeAndMetadata(schema) : (schema.properties ?? {}))) {
    const escaped = escapeName(property);
    const field = declaredType(inner, `${name}.${escaped ?? property}`);
    if (field === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, field);
    const isRequired = schema.required?.includes(property) === true && inner.default === undefined;
    if (isRequired) least += property.length + field.least + 4;
  }
  return { type: structType(name), most: 0, least, fields };
}

const text: ValueSchema = { type: "string", rules: { types: ["string"] } };
const metadata: ValueSchema = {
  type: "object",
  properties: { name: text, generateName: text },
  rules: { types: ["object"] },
};

/** The properties of an object that is a resource: of its metadata only the names are seen. */
export function withTypeAndMetadata({ properties = {} }: ValueSchema): Readonly<Record<string, ValueSchema>> {
  const { kind, apiVersion, metadata: own } = properties;
  const names = own?.properties;
  const isSaid =
    kind?.type === "string" &&
    apiVersion?.type === "string" &&
    own?.type === "object" &&
    names?.["name"]?.type === "string" &&
    names["generateName"]?.type === "string";
  return isSaid ? properties : { ...properties, kind: text, apiVersion: text, metadata };
}

/** How many elements the values at a path have at most; the first name of the path is that of a variable. */
export function sizeAt(root: Declared, path: readonly string[]): number | undefined {
  let at: Declared | undefined = root;
  for (const name of path.slice(1)) {
    if (name === "@items" || name === "@values") at = at.element;
    else if (name === "@keys") at = at.key;
    else at = at.fields?.get(name);
    if (at === undefined) return undefined;
  }
  return at.most;
}

/** The types with fields within a declared one, by name. */
export function structsIn(root: Declared): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>();
  const visit = (one: Declared): void => {
    if (one.fields !== undefined) found.set(one.type.name, one);
    for (const field of one.fields?.values() ?? []) visit(field);
    if (one.element !== undefined) visit(one.element);
  };
  visit(root);
  return found;
}
