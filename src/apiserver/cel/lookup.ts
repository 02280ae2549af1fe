import { Failure, ListValue, MapValue, Optional, Uint } from "./value.ts";
import type { Value } from "./value.ts";

/** A field of an object or a member of a map. Of an optional value it is optional, too. */
export function fieldOf(value: Value, key: Value): Value {
  if (value instanceof Optional) return ofOptional(value, key, fieldOf);
  const found = value instanceof MapValue ? value.find(key) : undefined;
  return found ?? new Failure(`no such key: ${keyName(key)}`);
}

/** An item of a list, or a member of a map. */
export function itemOf(value: Value, key: Value): Value {
  if (value instanceof Optional) return ofOptional(value, key, itemOf);
  if (!(value instanceof ListValue)) return fieldOf(value, key);
  const index = key instanceof Uint ? key.value : key;
  if (typeof index === "number" ? !Number.isInteger(index) : typeof index !== "bigint") {
    return new Failure(`unsupported index type '${typeof key === "string" ? "string" : typeof key}' in list`);
  }
  const at = Number(index);
  return at >= 0 && at < value.size ? value.at(at) : new Failure(`index out of bounds: ${String(index)}`);
}

function ofOptional({ value }: Optional, key: Value, reach: (value: Value, key: Value) => Value): Value {
  if (value === undefined) return new Optional(undefined);
  const found = reach(value, key);
  return new Optional(found instanceof Failure ? undefined : found);
}

/** Whether a field is there. */
export function isPresent(value: Value, field: string): Value {
  const from = value instanceof Optional ? value.value : value;
  if (!(from instanceof MapValue)) return false;
  const found = from.find(field);
  return found instanceof Failure ? found : found !== undefined;
}

function keyName(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  return typeof key === "object" ? "" : String(key);
}
