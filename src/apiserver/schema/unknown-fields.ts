import { getOwn } from "../../model/index.ts";
import { firstToTell } from "./first-to-tell.ts";
import type { Schema } from "./schema.ts";

/**
 * The paths of all fields that a schema does not know, as Kubernetes names them (`spec.containers[0].colour`), sorted. What a strategic merge
 * patch has made passes through a converter there, which leaves the keys of maps out: `isConverted`.
 */
export function unknownFields(value: unknown, schema: Schema, isConverted = false): readonly string[] {
  const found: string[] = [];
  collect({ value, schema, path: "", found, isConverted });
  return firstToTell(found, (path) => path.length).toSorted((left, right) => (left < right ? -1 : 1));
}

interface Visit {
  readonly value: unknown;
  readonly schema: Schema;
  readonly path: string;
  readonly found: string[];
  readonly isConverted: boolean;
}

function collect(visit: Visit): void {
  const { value, schema, path, found, isConverted } = visit;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const [index, item] of value.entries())
      collect({ ...visit, value: item, schema: items, path: `${path}[${index}]` });
    return;
  }
  const { properties, values } = schema;
  if (properties === undefined && values === undefined) return;
  for (const key of Object.keys(value)) {
    const inner = values ?? (getOwn(properties ?? {}, key) as Schema | undefined);
    const isLeftOut = isConverted && values !== undefined;
    const at = isLeftOut ? path : path === "" ? key : `${path}.${key}`;
    if (inner !== undefined) collect({ ...visit, value: getOwn(value, key), schema: inner, path: at });
    else if (schema.preservesUnknown !== true) found.push(at);
  }
}
