import type { Schema } from "./schema.ts";
import { strictProblems } from "./strict-problems.ts";
import { unknownFields } from "./unknown-fields.ts";

/** What is done about fields that are not known or are there twice: nothing, a warning for each, or a refusal. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** What to look at. */
export interface FieldsToValidate {
  /** The body, if it is the JSON text of the object. Without it only unknown fields are found, as after a patch. */
  readonly text?: string | undefined;
  /** What `strictFindings` found in the text, if somebody has looked already: it is not read again then. */
  readonly found?: readonly string[] | undefined;
  readonly value: unknown;
  readonly schema: Schema;
  readonly mode: FieldValidation;
  /** A strategic merge patch made it. */
  readonly isConverted?: boolean | undefined;
}

/** What was found: `unknown field "spec.colour"`, `duplicate field "spec.replicas"`. */
export interface ValidatedFields {
  readonly warnings: readonly string[];
  /** Not empty: the write has to be refused, with all of them joined by `, ` after `strict decoding error: `. */
  readonly problems: readonly string[];
}

/** Finds the fields of a body that Kubernetes would drop. In document order where there is a text, else sorted, as Kubernetes tells them. */
export function validateFields(fields: FieldsToValidate): ValidatedFields {
  const { mode } = fields;
  if (mode === "Ignore") return { warnings: [], problems: [] };
  const found = fields.found ?? foundIn(fields);
  return mode === "Warn" ? { warnings: found, problems: [] } : { warnings: [], problems: found };
}

function foundIn({ text, value, schema, isConverted }: FieldsToValidate): readonly string[] {
  if (text !== undefined) return strictProblems(text, schema);
  return unknownFields(value, schema, isConverted).map((path) => `unknown field ${JSON.stringify(path)}`);
}
