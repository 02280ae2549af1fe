import { getOwn } from "../../model/index.ts";
import { adapt, integer } from "./adapt.ts";
import type { ValueSchema } from "../crd/index.ts";
import { Failure, ListValue, MapValue, Opaque } from "./value.ts";
import type { Value } from "./value.ts";

/**
 * What an optional `oldSelf` holds. Objects and lists have lost their schema on the way, as in Kubernetes: fields that are `null` are there,
 * lists are compared in their order, and a text is nothing but a text, whatever its format.
 */
export function optionalValue(value: unknown, schema: ValueSchema): Value {
  const adapted = adapt(value, schema);
  if (adapted instanceof Failure) {
    return new Failure(`unsupported conversion to ref.Val: (*errors.errorString)${adapted.message}`);
  }
  const isPlain = adapted instanceof MapValue || adapted instanceof ListValue || adapted instanceof Opaque;
  return isPlain ? plain(value) : adapted;
}

function plain(value: unknown): Value {
  if (typeof value === "string" || typeof value === "boolean") return value;
  const whole = integer(value);
  if (whole !== undefined) return whole;
  if (typeof value === "number") return value;
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return new ListValue({ size: value.length, get: (index) => plain(value[index]) });
  const keys = Object.keys(value);
  return new MapValue({
    size: keys.length,
    keys: () => keys,
    find: (key) => (typeof key === "string" && Object.hasOwn(value, key) ? plain(getOwn(value, key)) : undefined),
  });
}
