import { getOwn } from "../model/index.ts";

/** `P` if it is the path of a field in `T`, names joined by dots; otherwise `never`. */
export type PathOf<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T & string
    ? [PathOf<NonNullable<T[Head]>, Rest>] extends [never]
      ? never
      : P
    : never
  : P extends keyof T & string
    ? P
    : never;

/** The names on a path. A list of names is for names that have dots in them, such as those of labels. */
export type FieldPath = string | readonly string[];

/** The names on a path, one by one. */
export function namesOf(path: FieldPath): readonly string[] {
  return typeof path === "string" ? path.split(".") : [...path];
}

/** What stands at a path of own fields. `undefined` if there is nothing. */
export function valueAt(value: unknown, names: readonly string[]): unknown {
  let level = value;
  for (const name of names) {
    if (typeof level !== "object" || level === null) return undefined;
    level = getOwn(level, name);
  }
  return level;
}
