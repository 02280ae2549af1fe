import { exactIntegerText, getOwn, isExactInteger } from "../../model/index.ts";
import type { Schema } from "./schema.ts";
import { goTypeOf, innerType, typeProblem } from "./type-problem.ts";

/**
 * Says what in a value has the wrong type, in the words of the converter through which Kubernetes passes what a strategic merge patch has
 * made; `undefined` when nothing has. It names no places, and takes whole numbers that are too large.
 */
export function conversionProblem(value: unknown, schema: Schema): string | undefined {
  if (value === null || value === undefined) return undefined;
  const { format, isIntOrString, preservesUnknown, type } = schema;
  if (preservesUnknown === true) return undefined;
  if (isIntOrString === true || format === "quantity" || format === "date-time") return typeProblem(value, schema);
  if (type === "object") return objectProblem(value, schema);
  if (type === "array") return listProblem(value, schema);
  return type === undefined ? undefined : scalarProblem(value, schema);
}

function objectProblem(value: unknown, { properties, values, goType }: Schema): string | undefined {
  const kind = kindOf(value);
  if (kind !== "map")
    return values === undefined ? `cannot restore struct from: ${kind}` : `cannot restore map from ${kind}`;
  const keys = values === undefined ? Object.keys(properties ?? {}) : Object.keys(value as object);
  return firstOf(keys, (key) => {
    const schema = values === undefined ? (getOwn(properties ?? {}, key) as Schema) : named(values, goType);
    return conversionProblem(getOwn(value as object, key), schema);
  });
}

function listProblem(value: unknown, { items = {}, goType }: Schema): string | undefined {
  if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`;
  const inner = named(items, goType);
  return firstOf(value as readonly unknown[], (item) => conversionProblem(item, inner));
}

/** The schema of the items of a list or map, with the type that the name of the whole tells. */
function named(items: Schema, outer: string | undefined): Schema {
  const goType = innerType(outer);
  return goType === undefined || items.goType !== undefined ? items : { ...items, goType };
}

function scalarProblem(value: unknown, schema: Schema): string | undefined {
  const { type, format } = schema;
  const kind = kindOf(value);
  if (format === "byte") {
    if (kind === "slice") return undefined;
    const problem = kind === "string" ? typeProblem(value, schema) : undefined;
    if (kind !== "string") return `cannot restore slice from ${kind}`;
    return problem === undefined ? undefined : `error decoding from json: ${problem}`;
  }
  const wanted =
    type === "integer" ? (format ?? "int64") : type === "number" ? "float64" : type === "boolean" ? "bool" : "string";
  if (kind === wanted || (kind === "int64" && wanted !== "string" && wanted !== "bool")) return undefined;
  const isNear = (kind === "int64" && wanted === "string") || (kind === "float64" && wanted.startsWith("int"));
  return isNear ? `cannot convert ${kind} to ${goTypeOf(schema)}` : `unrecognized type: ${wanted}`;
}

/** What Go holds a value of a document in. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number")
    return Number.isInteger(value) && exactIntegerText(value) !== undefined ? "int64" : "float64";
  if (isExactInteger(value)) return "int64";
  return typeof value === "object" ? "map" : typeof value;
}

function firstOf<T>(items: readonly T[], problem: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = problem(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
