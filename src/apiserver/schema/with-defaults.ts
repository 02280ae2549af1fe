import { getOwn, setOwn } from "../../model/index.ts";
import type { Schema } from "./schema.ts";

/**
 * A value with the defaults of its schema where a field is missing, or `null` without being allowed to. A default is completed by the
 * defaults inside it. What stays as it was is shared, and the value itself is returned when nothing was missing.
 */
export function withDefaults<T>(value: T, schema: Schema): T {
  return completed(value, schema) as T;
}

function completed(value: unknown, schema: Schema): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { items, values, properties } = schema;
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    const list = value.map((item: unknown) => completed(filled(item, items), items));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  const result = {};
  let isSame = true;
  for (const key of Object.keys(value)) {
    const member = getOwn(value, key);
    const inner = (properties === undefined ? undefined : (getOwn(properties, key) as Schema | undefined)) ?? values;
    const next = inner === undefined ? member : completed(filled(member, inner), inner);
    if (next !== member) isSame = false;
    setOwn(result, key, next);
  }
  for (const key of Object.keys(properties ?? {})) {
    const inner = getOwn(properties ?? {}, key) as Schema;
    if (inner.default === undefined || Object.hasOwn(value, key)) continue;
    isSame = false;
    setOwn(result, key, completed(inner.default, inner));
  }
  return isSame ? value : result;
}

function filled(value: unknown, schema: Schema): unknown {
  const isMissing = value === undefined || (value === null && schema.isNullable !== true);
  return isMissing && schema.default !== undefined ? schema.default : value;
}
