import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { Schema } from "./schema.ts";

/** Where to look, and where what is found belongs. */
export interface SchemaProblemsOptions {
  /** The field at which the value stands: `spec.template`. The object itself unless given. */
  readonly field?: string | undefined;
  /** Fields of the value to pass over, such as `status`, which has a writer of its own. */
  readonly except?: readonly string[] | undefined;
  /** What is looked for in objects of a type, instead of what the schema says of them: by group, version and name, `core.v1.Volume`. */
  readonly typeChecks?: Readonly<Record<string, TypeCheck>> | undefined;
  /** What is said of members that are missing, by type and name: `core.v1.Volume.name`. */
  readonly requiredWords?: Readonly<Record<string, string>> | undefined;
}

/** What is wrong with an object of a type. `generic` finds what the schema says of one member. */
export type TypeCheck = (
  value: Readonly<Record<string, unknown>>,
  field: string,
  generic: (member: string) => readonly StatusCause[],
) => readonly StatusCause[];

/**
 * The fields that a schema requires and that are missing or empty, and the values that are none of those that it names, each as the cause
 * that Kubernetes gives. The types have to be right (see `typeProblem`).
 */
export function schemaProblems(
  value: unknown,
  schema: Schema,
  { field = "", except = [], typeChecks = {}, requiredWords = {} }: SchemaProblemsOptions = {},
): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  visit({ value, schema, field, except, causes, typeChecks, requiredWords });
  return causes;
}

interface Visit {
  readonly value: unknown;
  readonly schema: Schema;
  readonly field: string;
  readonly except: readonly string[];
  readonly causes: StatusCause[];
  readonly typeChecks: Readonly<Record<string, TypeCheck>>;
  readonly requiredWords: Readonly<Record<string, string>>;
}

function visit(visited: Visit): void {
  const { value, schema, field, except, causes, typeChecks, requiredWords } = visited;
  if (value === null || value === undefined) return;
  if (typeof value !== "object") {
    if (isUnsupported(value, schema)) causes.push(notSupported(field, value, schema.enum ?? []));
    return;
  }
  const next = (inner: unknown, of: Schema, at: string): void =>
    visit({ value: inner, schema: of, field: at, except: [], causes, typeChecks, requiredWords });
  const own = checkOf(schema, typeChecks);
  if (own !== undefined && !Array.isArray(value)) {
    const fields = value as Readonly<Record<string, unknown>>;
    // One by one: all at once there may be more of them than a call can take.
    for (const cause of own(fields, field, (member) => memberProblems(visited, member))) causes.push(cause);
    return;
  }
  const { items, values, properties } = schema;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const [index, item] of value.entries()) next(item, items, `${field}[${index}]`);
  } else if (values !== undefined) {
    for (const key of Object.keys(value)) next(getOwn(value, key), values, `${field}[${key}]`);
  } else if (properties !== undefined) {
    for (const key of Object.keys(properties)) {
      const member = getOwn(value, key);
      const isRequired = schema.required?.includes(key) === true;
      // Most fields of most objects are not there.
      if ((member === undefined && !isRequired) || except.includes(key)) continue;
      const property = properties[key] as Schema;
      const at = field === "" ? key : `${field}.${key}`;
      if (!isRequired) next(member, property, at);
      else if (isMissing(member, property)) causes.push(required(at, wordsFor(visited, key)));
      else next(member ?? (property.properties === undefined ? undefined : {}), property, at);
    }
  }
}

function wordsFor({ schema, requiredWords }: Visit, member: string): string | undefined {
  const key = `${shortName(schema)}.${member}`;
  return Object.hasOwn(requiredWords, key) ? requiredWords[key] : undefined;
}

/** Group, version and name. */
function shortName({ name = "" }: Schema): string {
  const version = name.lastIndexOf(".", name.lastIndexOf(".") - 1);
  return version < 0 ? name : name.slice(name.lastIndexOf(".", version - 1) + 1);
}

function checkOf(schema: Schema, typeChecks: Visit["typeChecks"]): TypeCheck | undefined {
  const short = shortName(schema);
  return Object.hasOwn(typeChecks, short) ? typeChecks[short] : undefined;
}

/** What the schema of an object says of one of its members. */
function memberProblems(visited: Visit, member: string): readonly StatusCause[] {
  const { value, schema, typeChecks, requiredWords, field } = visited;
  const property = getOwn(schema.properties ?? {}, member) as Schema | undefined;
  if (property === undefined) return [];
  const causes: StatusCause[] = [];
  const inner = getOwn(value as object, member);
  const at = `${field}.${member}`;
  if (schema.required?.includes(member) === true && isMissing(inner, property)) {
    return [required(at, wordsFor(visited, member))];
  }
  visit({ value: inner, schema: property, field: at, except: [], causes, typeChecks, requiredWords });
  return causes;
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

function required(field: string, detail?: string): StatusCause {
  const message = detail === undefined ? "Required value" : `Required value: ${detail}`;
  return { reason: "FieldValueRequired", message, field };
}

function notSupported(field: string, value: unknown, supported: readonly unknown[]): StatusCause {
  const values = supported.map((one) => JSON.stringify(one)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`;
  return { reason: "FieldValueNotSupported", message, field };
}
