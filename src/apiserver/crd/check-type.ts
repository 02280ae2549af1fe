import { isExactInteger } from "../../model/index.ts";
import { typeInvalid } from "./causes.ts";
import { fits, found } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { is64Bits } from "./integers.ts";
import { fieldOf } from "./visit.ts";
import type { Visit } from "./visit.ts";

/** Whether a value has a type that its schema names. */
export function checkType({ value, schema, base, path, place }: Visit): Findings | undefined {
  const { types } = schema.rules;
  const { format } = schema;
  if (types.length === 0 && format === undefined) return undefined;
  const isPlain = typeof value === "string" || typeof value === "boolean";
  if (isPlain && types.length === 1 && types[0] === typeof value) return fits;
  const field = fieldOf({ base, place });
  const wrong = (expected: string, is: string): Findings =>
    found(typeInvalid(field, is, `${path} in body must be of type ${expected}: ${JSON.stringify(is)}`));
  if (value === null || value === undefined) {
    return types.length === 0 || schema.isNullable === true ? fits : wrong(types.join(","), "null");
  }
  const { type, format: own } = kindOf(value);
  const isNumber = type === "integer" || type === "number";
  const fitsNumber =
    (type === "number" && Number.isSafeInteger(value) && types.includes("integer")) ||
    (type === "integer" && types.includes("number"));
  const isText = type === "string" || type === "array";
  if (!isText && format !== undefined && !types.includes(type) && own !== format && !fitsNumber) {
    return wrong(format, own);
  }
  const wantsNumber = types.includes("number") || types.includes("integer");
  if (!wantsNumber && format !== undefined && isText) return fits;
  if (types.includes(type) || (isNumber && fitsNumber)) return fits;
  return wrong(types.join(","), type);
}

/** The type of a value, and the format that Go's types tell of it. */
function kindOf(value: unknown): { readonly type: string; readonly format: string } {
  if (typeof value === "string" || typeof value === "boolean") return { type: typeof value, format: "" };
  if (typeof value === "number" || isExactInteger(value)) {
    return is64Bits(value) ? { type: "integer", format: "int64" } : { type: "number", format: "float64" };
  }
  return { type: Array.isArray(value) ? "array" : "object", format: "" };
}
