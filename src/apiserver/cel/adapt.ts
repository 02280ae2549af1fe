import { deepEqual, exactIntegerText, getOwn } from "../../model/index.ts";
import { goType } from "../apply/index.ts";
import type { ValueSchema } from "../crd/index.ts";
import { illegalBase64At } from "../schema/index.ts";
import { escapeName, unescapeName } from "./escape.ts";
import { withTypeAndMetadata } from "./schema-type.ts";
import { parseDate, parseDuration, parseTimestamp } from "./time-text.ts";
import { opaqueType } from "./type.ts";
import type { Type } from "./type.ts";
import { Failure, ListValue, MapValue, Opaque } from "./value.ts";
import type { Value } from "./value.ts";

/** A value of a document as expressions see it. What is inside it is read when it is asked for. */
export function adapt(value: unknown, schema: ValueSchema): Value {
  if (value === null || value === undefined) {
    return schema.isNullable === true ? null : new Failure("invalid data, got null for schema with nullable=false");
  }
  if (schema.isIntOrString === true)
    return typeof value === "string"
      ? value
      : (integer(value) ?? wrong("XIntOrString value to be either a string or integer"));
  switch (schema.isEmbeddedResource === true ? "object" : schema.type) {
    case "object":
      return adaptObject(value, schema);
    case "array":
      return Array.isArray(value)
        ? adaptList(value, schema)
        : wrong("an array for the provided schema with type=array");
    case "string":
      return typeof value === "string" ? adaptText(value, schema.format) : wrong("string", value);
    case "number":
      return adaptNumber(value);
    case "integer":
      return integer(value) ?? wrong("int", value);
    case "boolean":
      return typeof value === "boolean" ? value : wrong("bool", value);
    default:
      return schema.preservesUnknown === true ? new Preserved(value) : new Failure("invalid type");
  }
}

/** A value about which the schema says nothing: it can be compared, and nothing else. */
class Preserved extends Opaque {
  readonly type: Type = unknownType;
  readonly #value: unknown;

  constructor(value: unknown) {
    super();
    this.#value = value;
  }

  equals(other: Opaque): boolean {
    return other instanceof Preserved && deepEqual(this.#value, other.#value);
  }

  text(): undefined {
    return undefined;
  }
}

const unknownType: Readonly<Type> = opaqueType("unknown");

function wrong(expected: string, got?: unknown): Failure {
  return new Failure(`invalid data, expected ${expected}${got === undefined ? "" : `, got ${goType(got)}`}`);
}

function adaptNumber(value: unknown): Value {
  if (typeof value === "number") return value;
  const exact = integer(value);
  return exact === undefined ? wrong("float", value) : Number(exact);
}

/** A whole number, `undefined` if the value is none. */
export function integer(value: unknown): bigint | undefined {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  const text = exactIntegerText(value);
  return text === undefined ? undefined : BigInt(text);
}

function adaptText(text: string, format: string | undefined): Value {
  switch (format) {
    case "duration":
      return parseDuration(text) ?? new Failure(`Invalid duration ${text}`);
    case "date":
      return parseDate(text) ?? new Failure(`Invalid date formatted string ${text}`);
    case "date-time":
    case "datetime":
      return parseTimestamp(text) ?? new Failure(`Invalid date-time formatted string ${text}`);
    case "byte":
      return adaptBytes(text);
    default:
      return text;
  }
}

/** Kubernetes reads them with the signs that base64 has in addresses, `-` and `_`, though the format asks for `+` and `/`. */
function adaptBytes(text: string): Value {
  const plain = text.replaceAll(/[-_+/]/g, (sign) => (sign === "-" ? "+" : sign === "_" ? "/" : "!"));
  const at = illegalBase64At(plain);
  if (at === undefined) return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  return new Failure(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
}

function adaptList(list: readonly unknown[], { items, listType, listKeys = [] }: ValueSchema): Value {
  if (items === undefined) return new Failure("invalid array type, expected Items with a non-empty Schema");
  const keys = listKeys.map((key) => escapeName(key) ?? key);
  const form = listType === "set" ? { type: listType } : listType === "map" ? { type: listType, keys } : undefined;
  return new ListValue({ size: list.length, get: (index) => adapt(list[index], items), form, isData: true });
}

function adaptObject(value: unknown, schema: ValueSchema): Value {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrong("a map for the provided schema with type=object");
  }
  const properties = schema.isEmbeddedResource === true ? withTypeAndMetadata(schema) : schema.properties;
  return properties === undefined ? adaptMap(value, schema) : adaptFields(value, properties);
}

function adaptMap(object: object, { values }: ValueSchema): Value {
  const keys = Object.keys(object);
  return new MapValue({
    size: keys.length,
    isData: true,
    hidden: values === undefined ? new Map(Object.entries(object)) : undefined,
    keys: () => (values === undefined ? [] : keys),
    find: (key) => {
      if (typeof key !== "string") return new Failure("no such overload");
      return values !== undefined && Object.hasOwn(object, key) ? adapt(getOwn(object, key), values) : undefined;
    },
  });
}

function adaptFields(object: object, properties: Readonly<Record<string, ValueSchema>>): Value {
  const keys = Object.keys(object);
  const known = keys.filter((key) => Object.hasOwn(properties, key));
  const others = keys.filter((key) => !Object.hasOwn(properties, key));
  const adapted = new Map<string, Value>();
  return new MapValue({
    size: keys.length,
    isData: true,
    hidden: new Map(others.map((key) => [key, getOwn(object, key)])),
    keys: () => known.map((key) => escapeName(key) ?? key),
    find: (key) => {
      if (typeof key !== "string") return new Failure("no such overload");
      const made = adapted.get(key);
      if (made !== undefined) return made;
      const name = unescapeName(key);
      if (name === undefined || !Object.hasOwn(object, name) || !Object.hasOwn(properties, name)) return undefined;
      const member = getOwn(object, name);
      const schema = properties[name];
      if (member === null || member === undefined || schema === undefined) return undefined;
      const value = adapt(member, schema);
      adapted.set(key, value);
      return value;
    },
  });
}
