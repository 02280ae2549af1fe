import { isPlainObject } from "./container.ts";
import { deepEqual } from "./deep-equal.ts";
import { getOwn, setOwn } from "./own-property.ts";

/** A JSON merge patch (RFC 7386) of `T`: what is there replaces, `null` removes, lists are replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: MergePatch<T[K]> | null | undefined }
    : T;

type Fields = Readonly<Record<string, unknown>>;

/** The document after the patch. Shares with the old one what did not change; `undefined` in the patch changes nothing. */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const fields: Fields = isPlainObject(document) ? document : {};
  const result: Record<string, unknown> = { ...fields };
  for (const key of Object.keys(patch)) {
    const change = getOwn(patch, key);
    if (change === undefined) continue;
    if (change === null) delete result[key];
    else setOwn(result, key, applyMergePatch(getOwn(fields, key), change));
  }
  return result;
}

/** The smallest merge patch that turns `from` into `to`, or `undefined` when they are equal. A field that is `undefined` is absent. */
export function createMergePatch(from: unknown, to: unknown): unknown {
  if (!isPlainObject(from) || !isPlainObject(to)) return deepEqual(from, to) ? undefined : to;
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    if (getOwn(from, key) !== undefined && getOwn(to, key) === undefined) setOwn(patch, key, null);
  }
  for (const key of Object.keys(to)) {
    const next = getOwn(to, key);
    const change = next === undefined ? undefined : createMergePatch(getOwn(from, key), next);
    if (change !== undefined) setOwn(patch, key, change);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
