import { deepEqual, getOwn, isExactInteger } from "../../model/index.ts";
import { correlatedField, correlatedItems } from "./correlate.ts";
import type { Before } from "./correlate.ts";
import { isAnything } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** A value and its schema, and what stood there before. */
export interface Compared {
  readonly value: unknown;
  readonly schema: ValueSchema;
  readonly before: Before | undefined;
}

/**
 * Whether a value is as it was before, as Kubernetes tells it: the items of a list with keys may stand in another order, and an object with
 * a member of which the schema says nothing counts as another one.
 */
export function isAsBefore({ value, schema, before }: Compared): boolean {
  if (before === undefined) return false;
  const old = before.value;
  if (Array.isArray(value)) return Array.isArray(old) && isSameList(value, schema, old);
  return isObject(value) ? isObject(old) && isSameObject(value, schema, old) : deepEqual(value, old);
}

function isSameList(list: readonly unknown[], schema: ValueSchema, old: readonly unknown[]): boolean {
  const { items, listType } = schema;
  if (listType !== "map" || items === undefined) return deepEqual(list, old);
  if (list.length !== old.length) return false;
  const beforeOf = correlatedItems({ value: old }, schema);
  return list.every((value) => isAsBefore({ value, schema: items, before: beforeOf(value) }));
}

function isSameObject(object: object, { properties, values }: ValueSchema, old: object): boolean {
  const keys = Object.keys(object);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const known = properties === undefined ? undefined : (getOwn(properties, key) as ValueSchema | undefined);
    const schema = known ?? values;
    if (schema === undefined || isAnything(schema)) return false;
    return isAsBefore({ value: getOwn(object, key), schema, before: correlatedField({ value: old }, key) });
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactInteger(value);
}
