import { getOwn, isExactInteger } from "../../../model/index.ts";
import { fieldsOf, itemsOf, numberOf, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";

/** A text that an object has; empty if it has none, which Go does not tell apart. */
export function textAt(value: Fields, member: string): string {
  return textOf(getOwn(value, member));
}

/** A number that an object has, rounded if it is an integer that no number can hold. */
export function numberAt(value: Fields, member: string): number | undefined {
  const number = getOwn(value, member);
  return typeof number === "number" || isExactInteger(number) ? numberOf(number) : undefined;
}

/** An object in an object. */
export function partAt(value: Fields, member: string): Fields | undefined {
  const part = getOwn(value, member);
  return typeof part === "object" && part !== null && !Array.isArray(part) ? (part as Fields) : undefined;
}

/** The objects of a list that an object has. */
export function partsAt(value: Fields, member: string): readonly Fields[] {
  return listAt(value, member).map(fieldsOf);
}

/** The items of a list that an object has. */
export function listAt(value: Fields, member: string): readonly unknown[] {
  return itemsOf(getOwn(value, member));
}

/** Whether an object says something there, be it an empty text. */
export function isGiven(value: Fields, member: string): boolean {
  return (getOwn(value, member) ?? undefined) !== undefined;
}
