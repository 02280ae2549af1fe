import { isRawJson } from "./exact-integer.ts";

/** An object literal, also one of another realm or without prototype. Neither an array, nor an instance of a class, nor an exact integer. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) return true;
  if (prototype === null) return !isRawJson(value);
  return Object.getPrototypeOf(prototype) === null && !Array.isArray(value);
}

/** What has levels below it in a document: an array or a plain object. */
export function isContainer(value: unknown): value is object {
  return Array.isArray(value) || isPlainObject(value);
}

/** A new array or object with the same members. Reads each once, also one behind a getter. */
export function shallowCopy(container: object): object {
  if (Array.isArray(container)) return (container as readonly unknown[]).slice();
  if (Object.getPrototypeOf(container) !== null) return { ...container };
  return Object.assign(Object.create(null) as object, container);
}
