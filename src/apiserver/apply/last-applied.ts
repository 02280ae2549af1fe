import { getOwn, InvalidInputError, parseJson, utf8Length } from "../../model/index.ts";
import { compareValues } from "./compare-values.ts";
import { maxAnnotationsBytes } from "./defaults.ts";
import { FieldSet } from "./field-set.ts";
import { fieldsOf } from "./fields-of.ts";
import { compareTexts, jsonKind, mapOf } from "./json-kind.ts";
import type { JsonMap } from "./json-kind.ts";
import { goJson } from "./path-element.ts";
import { typedProblem } from "./typed-problems.ts";
import type { Typed } from "./versions.ts";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The manager that may turn what kubectl applied on the client's side into an apply on the server's. */
export const kubectlManager = "kubectl";

/** What kubectl applied on the client's side and nobody changed since. It may be applied anew whoever owns it. */
export function lastAppliedFields({ object, apiVersion, shape }: Typed): FieldSet {
  const none = new FieldSet();
  const applied = readLastApplied(object);
  if (applied === undefined || getOwn(applied, "apiVersion") !== apiVersion) return none;
  if (getOwn(applied, "kind") !== object["kind"]) return none;
  if (typedProblem(applied, shape) !== undefined || typedProblem(object, shape) !== undefined) return none;
  const { removed, modified, added } = compareValues(applied, object, shape);
  return fieldsOf(applied, shape).difference(modified).difference(added).difference(removed);
}

/** The object with what was applied in the annotation of client-side applies, if it has one. Without it if all would be too large. */
export function withLastApplied(object: JsonMap, applied: JsonMap): JsonMap {
  const metadata = mapOf(object["metadata"]);
  const annotations = mapOf(metadata["annotations"]);
  if (!annotations[annotation]) return object;
  const next = { ...annotations, [annotation]: `${goJson(sorted(withoutAnnotation(applied)))}\n` };
  const { [annotation]: _dropped, ...without } = next;
  const size = Object.entries(next).reduce((sum, [key, value]) => sum + bytes(key) + bytes(value), 0);
  return { ...object, metadata: { ...metadata, annotations: size > maxAnnotationsBytes ? without : next } };
}

function readLastApplied(object: JsonMap): JsonMap | undefined {
  const text = getOwn(mapOf(mapOf(object["metadata"])["annotations"]), annotation);
  if (typeof text !== "string") return undefined;
  try {
    const applied = parseJson(text);
    return jsonKind(applied) === "map" ? mapOf(applied) : undefined;
  } catch (error) {
    if (InvalidInputError.is(error)) return undefined;
    throw error;
  }
}

function withoutAnnotation(applied: JsonMap): JsonMap {
  const metadata = mapOf(applied["metadata"]);
  if (metadata["annotations"] === undefined) return applied;
  const { [annotation]: _dropped, ...annotations } = mapOf(metadata["annotations"]);
  return { ...applied, metadata: { ...metadata, annotations } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (jsonKind(value) !== "map") return value;
  const members = Object.entries(mapOf(value)).toSorted(([a], [b]) => compareTexts(a, b));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

function bytes(text: string): number {
  return utf8Length(text);
}
