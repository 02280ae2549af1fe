import type { StatusCause } from "../../../model/index.ts";
import { rawEqual, stringifyRaw } from "../../schema/index.ts";

/** What stands at a field stays for ever, by the byte where it is kept as a text. */
export function fixedCauses(field: string, next: unknown, old: unknown): readonly StatusCause[] {
  if (rawEqual(next, old)) return [];
  const message = `Invalid value: ${stringifyRaw(next ?? null)}: field is immutable`;
  return [{ reason: "FieldValueInvalid", message, field }];
}
