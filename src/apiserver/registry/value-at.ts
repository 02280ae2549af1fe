import { getOwn } from "../../model/index.ts";

/** The value at a path of field names; `undefined` where there is none. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const name of path) value = typeof value === "object" && value !== null ? getOwn(value, name) : undefined;
  return value;
}

/** The document with another value at a path of field names; what leads there is made if it is missing. */
export function withValueAt<T extends object>(document: T, path: readonly string[], value: unknown): T {
  const [name, ...rest] = path;
  if (name === undefined) return document;
  const inner = getOwn(document, name);
  const parent = typeof inner === "object" && inner !== null ? inner : {};
  return { ...document, [name]: rest.length === 0 ? value : withValueAt(parent, rest, value) };
}
