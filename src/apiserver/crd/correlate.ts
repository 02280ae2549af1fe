import { getOwn, isExactInteger } from "../../model/index.ts";
import { inGoOrder } from "./in-go-order.ts";
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

/** What the items of a list were before: only a list with keys tells which one that is. The old list is gone through once, not for each item. */
export function correlatedItems(
  before: Before | undefined,
  { listType, listKeys = [] }: ValueSchema,
): (item: unknown) => Before | undefined {
  const old = before?.value;
  if (listType !== "map" || !Array.isArray(old)) return () => undefined;
  const known = new Map<string, Before>();
  for (const value of old as readonly unknown[]) {
    const text = keyText(value, listKeys);
    if (text !== undefined && !known.has(text)) known.set(text, { value });
  }
  return (item) => known.get(keyText(item, listKeys) ?? "");
}

/** An item without a key, or with one that is no scalar, is nobody's successor. */
function keyText(item: unknown, keys: readonly string[]): string | undefined {
  const found = keysOf(item, keys);
  if (found === undefined) return undefined;
  const values = Object.values(found);
  const isWhole = values.length === keys.length && values.every(isScalar);
  return isWhole ? JSON.stringify(inGoOrder(found)) : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || isExactInteger(value);
}

/** The members that identify an item; `undefined` for what is no object. */
export function keysOf(item: unknown, keys: readonly string[]): object | undefined {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
  const present = keys.filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(present.map((key) => [key, getOwn(item, key)]));
}
