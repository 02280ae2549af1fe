import { exactIntegerText, getOwn, isExactInteger } from "../../model/index.ts";
import type { Schema } from "./schema.ts";
import { goTypeOf, innerType, typeProblem } from "./type-problem.ts";

/**
 * Says what in a value has the wrong type, in the words of the converter through which Kubernetes passes what a strategic merge patch has
 * made; `undefined` when nothing has. It names no places, and takes whole numbers that are too large.
 */
export function conversionProblem(value: unknown, schema: Schema): string | undefined {
  return problemOf(value, schema, schema.goType);
}

/** `goType` is what the type around the value tells, where the schema alone does not. */
function problemOf(value: unknown, schema: Schema, goType: string | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  const { format, isIntOrString, preservesUnknown, type } = schema;
  if (preservesUnknown === true) return undefined;
  if (isIntOrString === true || format === "quantity" || format === "date-time") return typeProblem(value, schema);
  if (type === "object") return objectProblem(value, schema, goType);
  if (type === "array") return listProblem(value, schema, goType);
  return type === undefined ? undefined : scalarProblem(value, schema, goType);
}

function objectProblem(value: unknown, { properties, values }: Schema, goType: string | undefined): string | undefined {
  const kind = kindOf(value);
  if (kind !== "map")
    return values === undefined ? `cannot restore struct from: ${kind}` : `cannot restore map from ${kind}`;
  if (values !== undefined) {
    const inner = values.goType ?? innerType(goType);
    return firstOf(Object.values(value as object), (one) => problemOf(one, values, inner));
  }
  return firstOf(Object.keys(properties ?? {}), (key) =>
    conversionProblem(getOwn(value as object, key), getOwn(properties ?? {}, key) as Schema),
  );
}

function listProblem(value: unknown, { items = {} }: Schema, goType: string | undefined): string | undefined {
  if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`;
  const inner = items.goType ?? innerType(goType);
  return firstOf(value as readonly unknown[], (item) => problemOf(item, items, inner));
}

function scalarProblem(value: unknown, schema: Schema, goType = goTypeOf(schema)): string | undefined {
  const { type, format } = schema;
  const kind = kindOf(value);
  if (format === "byte") {
    if (kind === "slice") return firstOf(value as readonly unknown[], byteProblem);
    const problem = kind === "string" ? typeProblem(value, schema) : undefined;
    if (kind !== "string") return `cannot restore slice from ${kind}`;
    return problem === undefined ? undefined : `error decoding from json: ${problem}`;
  }
  const wanted =
    type === "integer" ? (format ?? "int64") : type === "number" ? "float64" : type === "boolean" ? "bool" : "string";
  if (kind === wanted || (kind === "int64" && wanted !== "string" && wanted !== "bool")) return undefined;
  const isNear = (kind === "int64" && wanted === "string") || (kind === "float64" && wanted.startsWith("int"));
  return isNear ? `cannot convert ${kind} to ${goType}` : `unrecognized type: ${wanted}`;
}

function byteProblem(value: unknown): string | undefined {
  const kind = kindOf(value);
  if (value === null || kind === "int64") return undefined;
  return kind === "float64" ? "cannot convert float64 to uint8" : "unrecognized type: uint8";
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
