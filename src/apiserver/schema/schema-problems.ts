import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { Schema } from "./schema.ts";

/** Where to look, and where what is found belongs. */
export interface SchemaProblemsOptions {
  /** The field at which the value stands: `spec.template`. The object itself unless given. */
  readonly field?: string | undefined;
  /** Fields of the value to pass over, such as `status`, which has a writer of its own. */
  readonly except?: readonly string[] | undefined;
}

/**
 * The fields that a schema requires and that are missing or empty, and the values that are none of those that it names, each as the cause
 * that Kubernetes gives. The types have to be right (see `typeProblem`).
 */
export function schemaProblems(
  value: unknown,
  schema: Schema,
  { field = "", except = [] }: SchemaProblemsOptions = {},
): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  visit({ value, schema, field, except, causes });
  return causes;
}

interface Visit {
  readonly value: unknown;
  readonly schema: Schema;
  readonly field: string;
  readonly except: readonly string[];
  readonly causes: StatusCause[];
}

function visit({ value, schema, field, except, causes }: Visit): void {
  if (value === null || value === undefined) return;
  if (typeof value !== "object") {
    if (isUnsupported(value, schema)) causes.push(notSupported(field, value, schema.enum ?? []));
    return;
  }
  const next = (inner: unknown, of: Schema, at: string): void =>
    visit({ value: inner, schema: of, field: at, except: [], causes });
  const { items, values, properties } = schema;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const [index, item] of value.entries()) next(item, items, `${field}[${index}]`);
  } else if (values !== undefined) {
    for (const key of Object.keys(value)) next(getOwn(value, key), values, `${field}[${key}]`);
  } else if (properties !== undefined) {
    for (const key of Object.keys(properties)) {
      if (except.includes(key)) continue;
      const property = properties[key] as Schema;
      const at = field === "" ? key : `${field}.${key}`;
      const member = getOwn(value, key);
      if (schema.required?.includes(key) !== true) next(member, property, at);
      else if (isMissing(member, property)) causes.push(required(at));
      else next(member ?? (property.properties === undefined ? undefined : {}), property, at);
    }
  }
}

/**
 * An empty text or list is as good as none: Go does not tell them apart. A number may be meant to be 0, and a struct that was not given is
 * one without fields, unless Go has a pointer there.
 */
function isMissing(value: unknown, { type, properties, items, values, emptyValue }: Schema): boolean {
  if (value === undefined || value === null) {
    if (properties !== undefined) return emptyValue !== "written";
    return type !== "integer" && type !== "boolean" && type !== "number";
  }
  if (emptyValue === "kept") return false;
  if (typeof value !== "object") return value === "";
  return (items !== undefined || values !== undefined) && Object.keys(value).length === 0;
}

function isUnsupported(value: unknown, { enum: supported, emptyValue }: Schema): boolean {
  if (supported === undefined || supported.includes(value)) return false;
  return value !== "" || emptyValue === "kept";
}

function required(field: string): StatusCause {
  return { reason: "FieldValueRequired", message: "Required value", field };
}

function notSupported(field: string, value: unknown, supported: readonly unknown[]): StatusCause {
  const values = supported.map((one) => JSON.stringify(one)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`;
  return { reason: "FieldValueNotSupported", message, field };
}
