import {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  getOwn,
  isExactInteger,
  parseQuantity,
} from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, notSupported, required } from "../../crd/index.ts";
import type { Fields } from "./places.ts";

/** What is wrong with a value at a field. Such checks are put together from each other, in the order in which causes are told. */
export type FieldCheck = (value: unknown, field: string) => readonly StatusCause[];

/** What keeps a text from having a form, in words. */
export type Problems = (text: string) => readonly string[];

/** An object; what is not there is one without members, as Go has it. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A list; what is not there is one without items. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A text; what is not there is an empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A number, rounded if it is an integer that no number can hold; what is not there is 0. */
export function numberOf(value: unknown): number {
  if (isExactInteger(value)) return Number(value.rawJSON);
  return typeof value === "number" ? value : 0;
}

/** Whether something stands there: Go has a pointer for it. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** All checks, one after the other. */
export function every(...checks: readonly FieldCheck[]): FieldCheck {
  return (value, field) => checks.flatMap((check) => check(value, field));
}

/** The members of an object, in this order. */
export function members(checks: Readonly<Record<string, FieldCheck>>): FieldCheck {
  return (value, field) =>
    Object.entries(checks).flatMap(([name, check]) =>
      check(getOwn(fieldsOf(value), name), field === "" ? name : `${field}.${name}`),
    );
}

/** Only what is there. */
export function optional(check: FieldCheck): FieldCheck {
  return (value, field) => (isGiven(value) ? check(value, field) : []);
}

/** Only what is there and not empty. */
export function unlessEmpty(check: FieldCheck): FieldCheck {
  return (value, field) => (isGiven(value) && value !== "" ? check(value, field) : []);
}

/** The items of a list. */
export function items(check: FieldCheck): FieldCheck {
  return (value, field) => itemsOf(value).flatMap((item, index) => check(item, `${field}[${index}]`));
}

/** Something has to be there and not empty, and is then looked at. */
export function needed(check: FieldCheck = () => [], detail?: string): FieldCheck {
  return (value, field) => (isEmpty(value) ? [required(field, detail)] : check(value, field));
}

/** Something has to be there, be it empty, and is then looked at. */
export function present(check: FieldCheck): FieldCheck {
  return (value, field) => (isGiven(value) ? check(value, field) : [required(field)]);
}

/** A text, be it empty, has a form. */
export function formed(problems: Problems): FieldCheck {
  return (value, field) => problems(textOf(value)).map((problem) => invalid(field, textOf(value), problem));
}

/** The name of a part of something: of a container, of a namespace. */
export const label: FieldCheck = formed(dns1123LabelProblems);

/** The name of an object. */
export const subdomain: FieldCheck = formed(dns1123SubdomainProblems);

/** A text, be it empty, is one of some. */
export function among(values: readonly string[]): FieldCheck {
  return (value, field) => (values.includes(textOf(value)) ? [] : [notSupported(field, textOf(value), values)]);
}

/** A number, 0 if there is none, is in a range. */
export function from(least: number, words: string): FieldCheck {
  return (value, field) => (numberOf(value) < least ? [invalid(field, numberOf(value), words)] : []);
}

/** A number, 0 if there is none, is not above another. */
export function upTo(most: number, words = `must be less than or equal to ${most}`): FieldCheck {
  return (value, field) => (numberOf(value) > most ? [invalid(field, numberOf(value), words)] : []);
}

/** The number of a port. */
export const portNumber: FieldCheck = (value, field) =>
  numberOf(value) < 1 || numberOf(value) > 65_535
    ? [invalid(field, numberOf(value), "must be between 1 and 65535, inclusive")]
    : [];

/** The positions of what stood in a list before. Takes time in proportion to the list, which whoever asks may make long. */
export function repeats(keys: readonly unknown[]): ReadonlySet<number> {
  const seen = new Set<unknown>();
  const positions = new Set<number>();
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) positions.add(index);
    seen.add(key);
  }
  return positions;
}

/** No two items of a list are the same; `keyOf` says what of them counts. */
export function distinct(keyOf: (item: unknown) => unknown = (item) => item): FieldCheck {
  return (value, field) => {
    const keys = itemsOf(value).map(keyOf);
    const again = repeats(keys);
    return keys.flatMap((key, index) => (again.has(index) ? [duplicate(`${field}[${index}]`, key)] : []));
  };
}

/** The items of a list, each followed by whether an earlier one has the same text at a member. An empty text is no text. */
export function named(member: string, check: FieldCheck): FieldCheck {
  return (value, field) => {
    const names = itemsOf(value).map((item) => textOf(fieldsOf(item)[member]));
    const again = repeats(names);
    return itemsOf(value).flatMap((item, index) => {
      const name = names[index] ?? "";
      const at = `${field}[${index}]`;
      const isTaken = name !== "" && again.has(index);
      return [...check(item, at), ...(isTaken ? [duplicate(`${at}.${member}`, name)] : [])];
    });
  };
}

/** The sign of a quantity: -1, 0 or 1. What is no quantity was refused before. */
export function signOf(value: unknown): number {
  return parseQuantity(String(value)).compare(parseQuantity("0"));
}

function isEmpty(value: unknown): boolean {
  if (!isGiven(value) || value === "") return true;
  return Array.isArray(value) && value.length === 0;
}
