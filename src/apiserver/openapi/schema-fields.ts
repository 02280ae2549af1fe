import { anyField, booleanField, countField, doubleField, listField, textField } from "./protobuf-fields.ts";
import type { Members, WriteField } from "./protobuf-fields.ts";

/** Several texts. */
export const textsField: WriteField = listField(textField);

/** What a schema says of the values that it allows: the same members in the same order in both versions, from a number on. */
export function limitsFrom(first: number): Members {
  const limits: readonly (readonly [string, WriteField])[] = [
    ["multipleOf", doubleField],
    ["maximum", doubleField],
    ["exclusiveMaximum", booleanField],
    ["minimum", doubleField],
    ["exclusiveMinimum", booleanField],
    ["maxLength", countField],
    ["minLength", countField],
    ["pattern", textField],
    ["maxItems", countField],
    ["minItems", countField],
    ["uniqueItems", booleanField],
    ["maxProperties", countField],
    ["minProperties", countField],
    ["required", textsField],
    ["enum", listField(anyField)],
  ];
  return Object.fromEntries(limits.map(([name, field], index) => [name, [first + index, field] as const]));
}

/** The schema of the values of a map, or whether there may be any. */
export function valuesField(schemaField: WriteField): WriteField {
  return (to, number, value) => {
    to.message(number, () => {
      if (typeof value === "boolean") to.count(2, Number(value));
      else schemaField(to, 1, value);
    });
  };
}
