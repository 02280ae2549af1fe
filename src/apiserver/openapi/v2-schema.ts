import type { SchemaDocument } from "./schema-document.ts";

/** What the second version of OpenAPI, or whoever reads that, has no words for. */
const dropped: ReadonlySet<string> = new Set(["default", "nullable", "oneOf", "anyOf", "not", "allOf", "$ref"]);
/** What would be said too strictly of a value that may be null, or that may have any fields. */
const tooStrict: ReadonlySet<string> = new Set(["type", "items", "properties"]);

type Members = Readonly<Record<string, SchemaDocument>>;

/** A schema in words of the second version. */
export function v2Schema(schema: SchemaDocument): SchemaDocument {
  const reference = referenceOf(schema);
  const isLoose = schema["nullable"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true;
  const own = Object.entries(schema).filter(([key]) => !dropped.has(key) && !(isLoose && tooStrict.has(key)));
  const { required: _all, ...said } = Object.fromEntries(own.map(([key, value]) => [key, v2Value(key, value)]));
  const required = requiredOf(schema, isLoose);
  return {
    ...(reference === undefined ? {} : { $ref: reference }),
    ...said,
    ...(required.length === 0 ? {} : { required }),
    ...alternative(schema),
  };
}

/** The schema of a kind. One that may have any fields says nothing but its name. */
export function v2Kind(schema: SchemaDocument): SchemaDocument {
  if (schema["x-kubernetes-preserve-unknown-fields"] !== true) return v2Schema(schema);
  const { type, description, ...others } = schema;
  const known = "x-kubernetes-group-version-kind";
  return { ...(description === undefined ? {} : { description }), type, [known]: others[known] };
}

function v2Value(key: string, value: unknown): unknown {
  if (key === "properties") {
    return Object.fromEntries(Object.entries(value as Members).map(([name, field]) => [name, v2Schema(field)]));
  }
  const isSchema = (key === "items" || key === "additionalProperties") && typeof value === "object";
  return isSchema ? v2Schema(value as SchemaDocument) : value;
}

/** A field that may be null is not required, nor are those that were only added to an embedded resource. */
function requiredOf(schema: SchemaDocument, isLoose: boolean): readonly string[] {
  const properties = (schema["properties"] ?? {}) as Members;
  const isAdded = (name: string): boolean => isLoose && (name === "kind" || name === "apiVersion");
  const all = (schema["required"] ?? []) as readonly string[];
  return all.filter((name) => properties[name]?.["nullable"] !== true && !isAdded(name));
}

function referenceOf({ $ref, allOf }: SchemaDocument): string | undefined {
  const found: unknown = $ref ?? (allOf as readonly SchemaDocument[] | undefined)?.[0]?.["$ref"];
  return typeof found === "string" ? found.replace("#/components/schemas/", "#/definitions/") : undefined;
}

/** A built-in value that may be a number as well is told to be a text. */
function alternative(schema: SchemaDocument): SchemaDocument {
  const isBuiltIn =
    schema["oneOf"] !== undefined && Object.keys(schema).every((key) => key === "oneOf" || key === "format");
  return isBuiltIn ? { type: "string" } : {};
}
