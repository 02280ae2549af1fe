import { deepEqual, getOwn } from "../../model/index.ts";
import type { ValueSchema } from "./value-schema.ts";

/** The value that stood at the same place before. */
export interface Before {
  readonly value: unknown;
}

/** What a field of an object was before. */
export function correlatedField(before: Before | undefined, key: string): Before | undefined {
  const old = before?.value;
  if (typeof old !== "object" || old === null || Array.isArray(old) || !Object.hasOwn(old, key)) return undefined;
  return { value: getOwn(old, key) };
}

/** What an item of a list was before: only a list with keys tells which one that is. */
export function correlatedItem(
  before: Before | undefined,
  { schema, list, index }: { readonly schema: ValueSchema; readonly list: readonly unknown[]; readonly index: number },
): Before | undefined {
  const old = before?.value;
  if (schema.listType !== "map" || !Array.isArray(old)) return undefined;
  const keys = schema.listKeys ?? [];
  const wanted = keysOf(list[index], keys);
  const value: unknown = wanted && old.find((item) => deepEqual(keysOf(item, keys), wanted));
  return value === undefined ? undefined : { value };
}

/** The members that identify an item; `undefined` for what is no object. */
export function keysOf(item: unknown, keys: readonly string[]): object | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const present = keys.filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(present.map((key) => [key, getOwn(item, key)]));
}
