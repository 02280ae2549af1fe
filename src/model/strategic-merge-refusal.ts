import { isPlainObject } from "./container.ts";
import { InvalidInputError } from "./errors.ts";
import type { InvalidInputCode } from "./errors.ts";
import { isRawJson } from "./exact-integer.ts";

/** The error for a patch that is malformed, does not fit, or cannot be merged. The detail is what Kubernetes says. */
export function strategicRefusal(code: InvalidInputCode, detail: string): InvalidInputError {
  const expected = "a patch of the kind that it is applied to";
  return new InvalidInputError({ code, attempt: "apply a strategic merge patch", detail, expected });
}

/** The error for a patch that cannot be merged. Kubernetes takes this for a failure of its own. */
export function unmergeable(detail: string): InvalidInputError {
  return strategicRefusal("SETPOINT_UNMERGEABLE_PATCH", detail);
}

/** The error for an item without the field that tells items apart. */
export function noMergeKey(item: unknown, mergeKey: string): InvalidInputError {
  return unmergeable(`map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`);
}

/** The error for a value of another type. */
export function wrongType(expected: "map" | "list", value: unknown): InvalidInputError {
  return unmergeable(`expected a ${goTypes[expected]}, but received a ${goTypeOf(value)}`);
}

const goTypes = { map: "map[string]interface {}", list: "[]interface {}" } as const;

function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return goTypes.list;
  if (isPlainObject(value)) return goTypes.map;
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (value === null || value === undefined) return "%!s(<nil>)";
  return Number.isInteger(value) || isRawJson(value) ? "int64" : "float64";
}

/** A value as Kubernetes' messages show it: `map[name:x ports:[80 81]]`. */
export function goValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goValue).join(" ")}]`;
  if (isRawJson(value)) return value.rawJSON;
  if (!isPlainObject(value)) return value === null || value === undefined ? "<nil>" : String(value);
  const names = Object.keys(value).toSorted();
  return `map[${names.map((name) => `${name}:${goValue(value[name])}`).join(" ")}]`;
}
