import { goTypeOf } from "./go-type.ts";
import { doubleText } from "./number-text.ts";
import { Failure, ListValue, MapValue, Optional, Uint } from "./value.ts";
import type { Value } from "./value.ts";

/** A field of an object or a member of a map. Of an optional value it is optional, too. */
export function fieldOf(value: Value, key: Value): Value {
  if (value instanceof Optional) return ofOptional(value, key, fieldOf);
  const problem = keyProblem(value, key);
  if (problem !== undefined) return problem;
  const found = value instanceof MapValue ? value.find(key) : undefined;
  return found === undefined ? new Failure(`no such key: ${keyName(key)}`) : found;
}

/** An item of a list, or a member of a map. */
export function itemOf(value: Value, key: Value): Value {
  if (value instanceof Optional) return ofOptional(value, key, itemOf);
  if (!(value instanceof ListValue)) return fieldOf(value, key);
  const problem = keyProblem(value, key);
  if (problem !== undefined) return problem;
  const at = Number(key instanceof Uint ? key.value : key);
  return at >= 0 && at < value.size ? value.at(at) : new Failure(`index out of bounds: ${at}`);
}

function ofOptional({ value }: Optional, key: Value, reach: (value: Value, key: Value) => Value): Value {
  if (value === undefined) return new Optional(undefined);
  const found = reach(value, key);
  return new Optional(found instanceof Failure ? undefined : found);
}

/** Whether a field is there. */
export function isPresent(value: Value, field: string): Value {
  const from = value instanceof Optional ? value.value : value;
  if (from instanceof ListValue) return keyProblem(from, field) ?? false;
  if (!(from instanceof MapValue)) return false;
  const found = from.find(field);
  return found instanceof Failure ? found : found !== undefined;
}

/** Why nothing can be reached by a key, whatever there is. That something is not there is no such reason. */
export function keyProblem(value: Value, key: Value): Failure | undefined {
  const kind = key instanceof Uint ? "uint" : keyKinds[typeof key];
  if (kind === undefined) return new Failure(`invalid qualifier type: ${goTypeOf(key)}`);
  if (!(value instanceof ListValue) || kind === "int" || kind === "uint") return undefined;
  if (typeof key !== "number") return new Failure(`unsupported index type '${kind}' in list`);
  const isIndex = Number.isInteger(key) && Math.abs(key) < 2 ** 63;
  return isIndex ? undefined : new Failure(`unsupported index value ${doubleText(key)} in list`);
}

const keyKinds: Readonly<Record<string, string | undefined>> = {
  bigint: "int",
  boolean: "bool",
  number: "double",
  string: "string",
};

function keyName(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  return typeof key === "number" ? doubleText(key) : String(key);
}
