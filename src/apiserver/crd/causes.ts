import type { StatusCause } from "../../model/index.ts";
import { goQuoted, shownValue } from "./go-quoted.ts";

/** A field that must be there is not. */
export function required(field: string, detail = ""): StatusCause {
  return { reason: "FieldValueRequired", message: `Required value${detail === "" ? "" : `: ${detail}`}`, field };
}

/** The value of a field is not what it has to be. */
export function invalid(field: string, value: unknown, detail: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${shownValue(value)}: ${detail}`, field };
}

/** The value of a field is none of those that there are. */
export function notSupported(field: string, value: unknown, supported: readonly string[]): StatusCause {
  const values = supported.map(goQuoted).join(", ");
  return {
    reason: "FieldValueNotSupported",
    message: `Unsupported value: ${shownValue(value)}: supported values: ${values}`,
    field,
  };
}

/** The field may not be set, or not so. */
export function forbidden(field: string, detail: string): StatusCause {
  return { reason: "FieldValueForbidden", message: `Forbidden: ${detail}`, field };
}

/** The value of a field has another type than it has to have. */
export function typeInvalid(field: string, value: unknown, detail: string): StatusCause {
  return { ...invalid(field, value, detail), reason: "FieldValueTypeInvalid" };
}

/** The text of a field is too long. */
export function tooLong(field: string, max: number): StatusCause {
  return {
    reason: "FieldValueTooLong",
    message: `Too long: may not be more than ${max} ${max === 1 ? "byte" : "bytes"}`,
    field,
  };
}

/** A field has too many items or members. */
export function tooMany(field: string, count: number, max: number): StatusCause {
  const items = max === 1 ? "item" : "items";
  return { reason: "FieldValueTooMany", message: `Too many: ${count}: must have at most ${max} ${items}`, field };
}

/** The value of a field is there already. */
export function duplicate(field: string, value: unknown): StatusCause {
  return { reason: "FieldValueDuplicate", message: `Duplicate value: ${shownValue(value)}`, field };
}

/** What the value of a field names is not there. */
export function notFound(field: string, value: unknown, detail = ""): StatusCause {
  const why = detail === "" ? "" : `: ${detail}`;
  return { reason: "FieldValueNotFound", message: `Not found: ${shownValue(value)}${why}`, field };
}
