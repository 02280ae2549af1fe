import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { CustomResourceDefinitionVersion as Version } from "../../types/apiextensions/v1/index.ts";
import { duplicate, invalid, required, tooMany } from "./causes.ts";
import { schemaAt } from "./schema-at.ts";
import type { SchemaProps } from "./schema-props.ts";

const maxSelectableFields = 8;

/** What is wrong with the fields by which a version lets its objects be selected. */
export function checkSelectableFields(
  { selectableFields = [], schema }: Version,
  path: string,
): readonly StatusCause[] {
  const props = schema?.openAPIV3Schema ?? {};
  const paths = selectableFields.map(({ jsonPath }) => jsonPath ?? "");
  const unique = new Set(paths).size;
  return [
    ...paths.flatMap((jsonPath, index) => {
      const field = `${path}[${index}].jsonPath`;
      const causes = checkField(jsonPath, props, field);
      return paths.indexOf(jsonPath) < index && jsonPath !== "" ? [...causes, duplicate(field, jsonPath)] : causes;
    }),
    ...(unique > maxSelectableFields ? [tooMany(path, unique, maxSelectableFields)] : []),
  ];
}

const scalars: readonly (string | undefined)[] = ["string", "boolean", "integer"];

function checkField(jsonPath: string, props: SchemaProps, field: string): readonly StatusCause[] {
  if (jsonPath === "") return [required(field)];
  const found = jsonPath.includes("[") ? "array notation is not allowed" : schemaAt(jsonPath, props);
  if (typeof found === "string") return [invalid(field, jsonPath, `is an invalid path: ${found}`)];
  const rule =
    "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
  return [
    ...(/^\.metadata(?:\.|$)/.test(jsonPath) ? [invalid(field, jsonPath, "must not point to fields in metadata")] : []),
    ...(scalars.includes(found.type) ? [] : [invalid(field, jsonPath, rule)]),
  ];
}

/** A field by which objects can be selected. */
export interface SelectableField {
  /** As selectors say it: `spec.color`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** The fields by which the objects of a version can be selected, besides those of the metadata. */
export function selectableFieldsOf({ selectableFields = [] }: Version): readonly SelectableField[] {
  return selectableFields.map(({ jsonPath }) => {
    const name = jsonPath.replace(/^\./, "");
    return { name, path: name.split(".") };
  });
}

/** The text of a field of an object, as selectors compare it; empty if it is not there. */
export function selectableValue(object: object, { path }: SelectableField): string {
  let value: unknown = object;
  for (const key of path) {
    value = typeof value === "object" && value !== null ? getOwn(value, key) : undefined;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
