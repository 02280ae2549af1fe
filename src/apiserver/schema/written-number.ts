import { parseJson } from "../../model/index.ts";
import type { Schema } from "./schema.ts";

/** A leaf of a document that remembers how it was written. */
interface Written {
  readonly rawJSON: string;
}

/** What the platform has and the compiler's library does not yet know. */
const platform = JSON as unknown as { rawJSON(text: string): Written; isRawJSON(value: unknown): value is Written };

const notated = /^-?\d+(?:\.|[eE])/;

/** Whether it matters to Kubernetes how a number is written: it takes `1.0` for no integer, and keeps the exponent of a quantity. */
export function keepsNotation({ type, isIntOrString, format }: Schema): boolean {
  return type === "integer" || isIntOrString === true || format === "quantity";
}

/** Whether a text is that of a number with a point or an exponent. */
export function isNotated(text: string): boolean {
  return notated.test(text);
}

/** The value of a JSON text. A number with a point or an exponent is a value that remembers them. */
export function writtenValue(text: string): unknown {
  return isNotated(text) ? platform.rawJSON(text) : parseJson(text);
}

/** How a number is written that remembers it. */
export function notationOf(value: unknown): string | undefined {
  return platform.isRawJSON(value) && isNotated(value.rawJSON) ? value.rawJSON : undefined;
}
