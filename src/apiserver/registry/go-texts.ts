import { exactIntegerText, getOwn, InvalidInputError, parseJson } from "../../model/index.ts";
import { goEscaped } from "../apply/index.ts";
import { normalized, typeProblem } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";

export const text: Readonly<Schema> = { type: "string", emptyValue: "written" };
export const optionalText: Readonly<Schema> = { type: "string" };
export const amount: Readonly<Schema> = { format: "quantity", emptyValue: "written" };
export const optionalAmount: Readonly<Schema> = { format: "quantity", emptyValue: "kept" };
export const optionalNumber: Readonly<Schema> = { type: "integer", format: "int32", emptyValue: "kept" };
export const number: Readonly<Schema> = { type: "integer", format: "int32", emptyValue: "written" };

/** The schema of a Go struct: its fields in their order. */
export function struct(properties: Readonly<Record<string, Schema>>, emptyValue?: Schema["emptyValue"]): Schema {
  return { type: "object", properties, emptyValue };
}

/** The schema of a list. */
export function listOf(items: Schema): Schema {
  return { type: "array", items };
}

/** The value that a text is, in its one form; `undefined` if it is not JSON, or not of the type. */
export function readText(source: unknown, schema: Schema): unknown {
  if (typeof source !== "string") return undefined;
  try {
    const value = named(parseJson(source), schema);
    if (typeProblem(value, schema) !== undefined) return undefined;
    return value === null ? null : normalized(value, schema);
  } catch (error) {
    if (InvalidInputError.is(error)) return undefined;
    throw error;
  }
}

/** A value with the fields of a schema only. Go finds them in any case. */
function named(value: unknown, { properties, items }: Schema): unknown {
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => named(item, items));
  if (properties === undefined || typeof value !== "object" || value === null) return value;
  if (exactIntegerText(value) !== undefined) return value;
  const names = Object.keys(properties);
  const members = Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const own = names.includes(key) ? key : names.find((one) => one.toLowerCase() === key.toLowerCase());
    return own === undefined ? [] : [[own, named(member, properties[own] as Schema)] as const];
  });
  return Object.fromEntries(members);
}

/** A value as the text that Go writes of it; `undefined` if it is not of the type. */
export function textOf(value: unknown, schema: Schema): string | undefined {
  if (typeProblem(value, schema) !== undefined) return undefined;
  return goEscaped(JSON.stringify(inOrder(normalized(value, schema), schema)));
}

function inOrder(value: unknown, { properties, items, values }: Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, items ?? {}));
  if (typeof value !== "object" || value === null) return value;
  if (values !== undefined) return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const members = Object.entries(properties ?? {}).map(
    ([key, schema]) => [key, inOrder(getOwn(value, key), schema)] as const,
  );
  return Object.fromEntries(members);
}
