import { compareText } from "./compare-text.ts";
import type { Schema } from "./schema.ts";

/** Gives the names under which the file being written knows other types. */
export interface TypeNames {
  /** The name of the type of a schema. */
  ofSchema(schemaName: string): string;
  /** The name of a type of `src/model`. */
  ofModel(typeName: string): string;
}

/**
 * Writes a schema as a TypeScript type that is readonly at every level. Values that the server names become a union of
 * exactly those, so that a misspelt one does not compile; a newer server may send others.
 */
export function typeOf(schema: Schema, names: TypeNames): string {
  switch (schema.type) {
    case "reference":
      return names.ofSchema(schema.name);
    case "object":
      return `{ ${fieldsOf(schema, names).join(" ")} }`;
    case "map":
      return `Readonly<Record<string, ${typeOf(schema.values, names)}>>`;
    case "array":
      return `readonly ${elementOf(schema.items, names)}[]`;
    case "union":
      return schema.members.map((member) => typeOf(member, names)).join(" | ");
    case "string":
      return schema.values.length === 0 ? "string" : schema.values.map((value) => JSON.stringify(value)).join(" | ");
    case "number":
    case "boolean":
      return schema.type;
    case "json":
      return names.ofModel("JsonValue");
    case "json-object":
      return names.ofModel("JsonObject");
  }
}

/** Writes the fields of an object, in the order of their names. */
export function fieldsOf(schema: Schema & { readonly type: "object" }, names: TypeNames): readonly string[] {
  return [...schema.properties]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([name, property]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      const type = typeOf(property, names);
      return schema.required.has(name) ? `readonly ${key}: ${type};` : `readonly ${key}?: ${type} | undefined;`;
    });
}

function elementOf(items: Schema, names: TypeNames): string {
  const type = typeOf(items, names);
  const isPlainName = /^[\w$]+$/.test(type);
  return isPlainName ? type : `(${type})`;
}
