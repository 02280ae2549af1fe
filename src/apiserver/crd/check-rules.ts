import type { StatusCause } from "../../model/index.ts";
import type { ValidationRule } from "../../types/apiextensions/v1/index.ts";
import { invalid, notSupported, required } from "./causes.ts";
import { schemaAt } from "./schema-at.ts";
import type { SchemaProps } from "./schema-props.ts";

/** What is wrong with the CEL rules of a schema, without reading their expressions. */
export function checkRules(schema: SchemaProps, path: string): readonly StatusCause[] {
  const rules = schema["x-kubernetes-validations"] ?? [];
  return rules.flatMap((rule, index) => checkRule(rule, schema, `${path}.x-kubernetes-validations[${index}]`));
}

const reasons: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

const lineBreak = /[\n\r]/;

function checkRule(rule: Partial<ValidationRule>, schema: SchemaProps, path: string): readonly StatusCause[] {
  const { messageExpression = "", reason, fieldPath = "" } = rule;
  const isReason = reason === undefined || reasons.includes(reason);
  return [
    ...checkMessage(rule, path),
    ...(isBlank(messageExpression)
      ? [required(`${path}.messageExpression`, "messageExpression must be non-empty if specified")]
      : []),
    ...(isReason ? [] : [notSupported(`${path}.reason`, reason, reasons)]),
    ...(isBlank(fieldPath) ? [invalid(`${path}.fieldPath`, fieldPath, "must be non-empty if specified")] : []),
    ...(lineBreak.test(fieldPath) ? [invalid(`${path}.fieldPath`, fieldPath, "must not contain line breaks")] : []),
    ...(typeof schemaAt(fieldPath, schema) === "string"
      ? [invalid(`${path}.fieldPath`, fieldPath, "must be a valid path")]
      : []),
  ];
}

/** The first thing that is wrong. */
function checkMessage({ rule = "", message = "" }: Partial<ValidationRule>, path: string): readonly StatusCause[] {
  if (rule.trim() === "") return [required(`${path}.rule`, "rule is not specified")];
  if (isBlank(message)) return [invalid(`${path}.message`, message, "must be non-empty if specified")];
  if (lineBreak.test(message.trim())) return [invalid(`${path}.message`, message, "must not contain line breaks")];
  if (!lineBreak.test(rule.trim()) || message !== "") return [];
  return [required(`${path}.message`, "message must be specified if rule contains line breaks")];
}

function isBlank(text: string): boolean {
  return text !== "" && text.trim() === "";
}
