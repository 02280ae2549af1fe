import { getOwn, isExactInteger, setOwn } from "../../model/index.ts";
import { withDefaults } from "../schema/index.ts";
import type { ValueSchema } from "./value-schema.ts";

/**
 * A value with the defaults of its schema, and without the fields that are `null`, may not be, and have no default. What stays as it was is
 * shared with it.
 */
export function complete<T>(value: T, schema: ValueSchema): T {
  return withDefaults(withoutNulls(value, schema), schema);
}

/** A value without the fields that are `null`, may not be, and have no default. */
export function withoutNulls<T>(value: T, schema: ValueSchema): T {
  return withoutNull(value, schema) as T;
}

function withoutNull(value: unknown, schema: ValueSchema | undefined): unknown {
  if (schema === undefined || typeof value !== "object" || value === null || isExactInteger(value)) return value;
  if (Array.isArray(value)) {
    const list = value.map((item: unknown) => withoutNull(item, schema.items));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  const result = {};
  let isSame = true;
  for (const key of Object.keys(value)) {
    const member = getOwn(value, key);
    const property = schema.properties === undefined ? undefined : getOwn(schema.properties, key);
    const inner = (property as ValueSchema | undefined) ?? schema.values;
    const isDropped =
      member === null && inner !== undefined && inner.isNullable !== true && inner.default === undefined;
    const next = isDropped ? undefined : withoutNull(member, inner);
    if (next !== member) isSame = false;
    if (!isDropped) setOwn(result, key, next);
  }
  return isSame ? value : result;
}
