import type { Schema } from "../../src/apiserver/schema/index.ts";

/** One step into a value: a field or a key of a map, or an item of a list. */
export type Path = readonly (string | number)[];

/** A place in the objects of a kind. */
export interface Field {
  readonly path: Path;
  readonly schema: Schema;
}

/** How often a schema may stand inside itself. */
const maxNesting = 1;

/** Every place that a schema describes: each field once, the first item of lists and one entry of maps. */
export function schemaFields(schema: Schema): readonly Field[] {
  const found: Field[] = [];
  visit({ path: [], schema }, [], found);
  return found;
}

function visit({ path, schema }: Field, within: readonly string[], found: Field[]): void {
  const { name = "", properties, items, values } = schema;
  if (path.length > 0) found.push({ path, schema });
  if (name !== "" && within.filter((outer) => outer === name).length >= maxNesting) return;
  const around = name === "" ? within : [...within, name];
  if (items !== undefined) visit({ path: [...path, 0], schema: items }, around, found);
  if (values !== undefined) visit({ path: [...path, "k"], schema: values }, around, found);
  for (const key of Object.keys(properties ?? {})) {
    visit(
      { path: [...path, key], schema: (properties as Readonly<Record<string, Schema>>)[key] as Schema },
      around,
      found,
    );
  }
}

/** Every place that is in a value. */
export function presentPaths(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const inner: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : Object.entries(value);
  return [
    ...(path.length === 0 ? [] : [path]),
    ...inner.flatMap(([step, item]) => presentPaths(item, [...path, step])),
  ];
}
