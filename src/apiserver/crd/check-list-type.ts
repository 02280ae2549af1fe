import type { StatusCause } from "../../model/index.ts";
import { forbidden, invalid, notSupported, required } from "./causes.ts";
import { quotedItems } from "./quoted-schema.ts";
import { itemsOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** What is wrong with the type of a list and its keys. */
export function checkListType(schema: SchemaProps, path: string): readonly StatusCause[] {
  const list = schema["x-kubernetes-list-type"];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const field = `${path}.x-kubernetes-list-type`;
  const keyRule = "must be map if x-kubernetes-list-map-keys is non-empty";
  if (list === undefined) return keys.length === 0 ? [] : [required(field, keyRule)];
  const { type = "" } = schema;
  const known = ["atomic", "set", "map"];
  const rule = "must be array if x-kubernetes-list-type is specified";
  const wrongType = type === "" ? required(`${path}.type`, rule) : invalid(`${path}.type`, type, rule);
  return [
    ...(type !== "array" ? [wrongType] : list === "set" ? checkSet(schema, path) : []),
    ...(known.includes(list) ? [] : [notSupported(field, list, known)]),
    ...(keys.length > 0 && list !== "map" ? [invalid(field, list, keyRule)] : []),
    ...(list === "map" ? checkMap(schema, path, keys) : []),
    ...(list === "map" || list === "set" ? checkItems(schema, path, list) : []),
  ];
}

/** The items of a set are compared whole. */
function checkSet(schema: SchemaProps, path: string): readonly StatusCause[] {
  const items = itemsOf(schema);
  const rule = "must be atomic as item of a list with x-kubernetes-list-type=set";
  const list = items?.["x-kubernetes-list-type"];
  if (items?.type === "array" && list !== undefined && list !== "atomic") {
    return [invalid(`${path}.items.x-kubernetes-list-type`, list, rule)];
  }
  if (items?.type !== "object" || items["x-kubernetes-map-type"] === "atomic") return [];
  return [invalid(`${path}.items.x-kubernetes-map-type`, list ?? null, rule)];
}

function checkMap(schema: SchemaProps, path: string, keys: readonly string[]): readonly StatusCause[] {
  const field = `${path}.x-kubernetes-list-map-keys`;
  const items = itemsOf(schema);
  const missing = keys.length === 0 ? [required(field, "must not be empty if x-kubernetes-list-type is map")] : [];
  if (Array.isArray(schema.items)) {
    const rule = "must only have a single schema if x-kubernetes-list-type is map";
    const message = `Invalid value: ${quotedItems(schema.items)}: ${rule}`;
    return [...missing, { reason: "FieldValueInvalid", message, field: `${path}.items` }];
  }
  if (items === undefined) {
    return [...missing, required(`${path}.items`, "must have a schema if x-kubernetes-list-type is map")];
  }
  if (items.type !== "object") {
    const rule = "must be object if parent array's x-kubernetes-list-type is map";
    return [...missing, invalid(`${path}.items.type`, items.type ?? "", rule)];
  }
  return [
    ...missing,
    ...keys.flatMap((key, index) => checkKey(items, { key, path, isTwice: keys.indexOf(key) < index, keys })),
  ];
}

interface Key {
  readonly key: string;
  readonly keys: readonly string[];
  readonly path: string;
  readonly isTwice: boolean;
}

function checkKey(items: SchemaProps, { key, keys, path, isTwice }: Key): readonly StatusCause[] {
  const field = `${path}.x-kubernetes-list-map-keys`;
  const properties = items.properties ?? {};
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const isScalar = property?.type !== "array" && property?.type !== "object";
  const rule = "must be a scalar type if parent array's x-kubernetes-list-type is map";
  return [
    ...(property === undefined ? [invalid(field, keys, "entries must all be names of item properties")] : []),
    ...(isScalar ? [] : [invalid(`${path}.items.properties[${key}].type`, items.type, rule)]),
    ...(isTwice ? [invalid(field, keys, "must not contain duplicate entries")] : []),
  ];
}

/** Every item has its keys, and none is nothing. */
function checkItems(schema: SchemaProps, path: string, list: string): readonly StatusCause[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const nullable = `cannot be nullable when x-kubernetes-list-type is ${list}`;
  const keys = list === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : [];
  const role = "this property is in x-kubernetes-list-map-keys, so it";
  return [
    ...(items.nullable === true ? [forbidden(`${path}.items.nullable`, nullable)] : []),
    ...keys.flatMap((key) => {
      const properties = items.properties ?? {};
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (property === undefined) return [];
      const at = `${path}.items.properties[${key}]`;
      const isThere = items.required?.includes(key) === true || property.default !== undefined;
      return [
        ...(isThere ? [] : [required(`${at}.default`, `${role} must have a default or be a required property`)]),
        ...(property.nullable === true ? [forbidden(`${at}.nullable`, `${role} cannot be nullable`)] : []),
      ];
    }),
  ];
}
