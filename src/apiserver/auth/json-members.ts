import { getOwn } from "../../model/index.ts";

// What comes from a store or a token has to be survived, whatever it is: what has another type than it should counts as absent.

/** The value if it is an object, or one without members. */
export function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

/** The items of a list; none of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A member that is a text; the empty one for anything else. */
export function textOf(value: object, key: string): string {
  const text = getOwn(value, key);
  return typeof text === "string" ? text : "";
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((text) => typeof text === "string");
}
