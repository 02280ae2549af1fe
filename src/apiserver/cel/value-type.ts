import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listOf,
  mapOf,
  nullType,
  optionalOf,
  stringType,
  timestampType,
  typeOf,
  uintType,
} from "./type.ts";
import type { Type } from "./type.ts";
import { Duration, Failure, ListValue, MapValue, Opaque, Optional, Timestamp, TypeValue, Uint } from "./value.ts";
import type { Value } from "./value.ts";

const listType: Readonly<Type> = listOf(dynType);
const mapType: Readonly<Type> = mapOf(dynType, dynType);
const optionalType: Readonly<Type> = optionalOf(dynType);
const typeType: Readonly<Type> = typeOf(dynType);

/** The type of a value; nothing is said about what is inside it. */
export function typeOfValue(value: Value): Type {
  switch (typeof value) {
    case "string":
      return stringType;
    case "boolean":
      return boolType;
    case "bigint":
      return intType;
    case "number":
      return doubleType;
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<Value, string | boolean | bigint | number>): Type {
  if (value === null) return nullType;
  if (value instanceof ListValue) return listType;
  if (value instanceof MapValue) return mapType;
  if (value instanceof Uint) return uintType;
  if (value instanceof Uint8Array) return bytesType;
  if (value instanceof Timestamp) return timestampType;
  if (value instanceof Duration) return durationType;
  if (value instanceof Optional) return optionalType;
  if (value instanceof TypeValue) return typeType;
  return value instanceof Opaque ? value.type : errorType;
}

/** Whether a value can be given where a type is wanted. What is inside lists and maps is not looked at. */
export function isOfType(value: Value, type: Type): boolean {
  if (value instanceof Failure) return false;
  if (type.kind === "dyn" || type.kind === "parameter") return true;
  const own = typeOfValue(value);
  return own.kind === type.kind && own.name === type.name;
}
