import { getOwn } from "../../model/index.ts";
import type { Schema } from "./schema.ts";

/** The paths of all fields that a schema does not know, as Kubernetes names them (`spec.containers[0].colour`), sorted. */
export function unknownFields(value: unknown, schema: Schema): readonly string[] {
  const found: string[] = [];
  collect({ value, schema, path: "", found });
  return found.toSorted((left, right) => (left < right ? -1 : 1));
}

interface Visit {
  readonly value: unknown;
  readonly schema: Schema;
  readonly path: string;
  readonly found: string[];
}

function collect({ value, schema, path, found }: Visit): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const [index, item] of value.entries())
      collect({ value: item, schema: items, path: `${path}[${index}]`, found });
    return;
  }
  const { properties, values } = schema;
  if (properties === undefined && values === undefined) return;
  for (const key of Object.keys(value)) {
    const inner = values ?? (getOwn(properties ?? {}, key) as Schema | undefined);
    const at = path === "" ? key : `${path}.${key}`;
    if (inner !== undefined) collect({ value: getOwn(value, key), schema: inner, path: at, found });
    else if (schema.preservesUnknown !== true) found.push(at);
  }
}
