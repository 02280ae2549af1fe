import { apiVersionOf, getOwn } from "../model/index.ts";
import type { KubeObject, ObjectMeta, Resource } from "../model/index.ts";
import { KindError } from "./dynamic-errors.ts";

/** An object whose kind is known at run time only. Everything beside its metadata is data that nobody has checked. */
export interface Unstructured extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** An object as it is, after a look at its outside. Throws `SETPOINT_NOT_AN_OBJECT`; the value itself is not told. */
export function asUnstructured(value: unknown, place = "an object"): Unstructured {
  const missing = missingIn(value);
  if (missing === undefined) return value as Unstructured;
  throw new KindError("SETPOINT_NOT_AN_OBJECT", `Read ${place}: expected ${missing}`);
}

/**
 * The object as one of this resource: the same value, once its `apiVersion` and `kind` are the resource's and it has metadata with a name.
 * Throws a `KindError`. Its other fields are not checked: they are what its server made of them.
 */
export function asTyped<T extends KubeObject>(resource: Resource<T>, object: unknown): T {
  const { apiVersion, kind } = asUnstructured(object, `a ${resource.kind}`);
  const expected = apiVersionOf(resource);
  if (apiVersion === expected && kind === resource.kind) return object as T;
  throw new KindError(
    "SETPOINT_OTHER_KIND",
    `Read a ${resource.kind}: expected ${expected} ${resource.kind}, but it is ${shown(apiVersion)} ${shown(kind)}`,
  );
}

/** A typed object as an unstructured one: with the `apiVersion` and `kind` of its resource. Throws `SETPOINT_OTHER_KIND` if it has others. */
export function toUnstructured<T extends KubeObject>(resource: Resource<T>, object: T): Unstructured {
  const whole = {
    ...object,
    apiVersion: object.apiVersion ?? apiVersionOf(resource),
    kind: object.kind ?? resource.kind,
  };
  asTyped(resource, whole);
  return whole as KubeObject as Unstructured;
}

/** What stands at a path of field names, as `fieldOf(object, "spec", "replicas")`; `undefined` where the path ends before. */
export function fieldOf(object: unknown, ...path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = getOwn(value, name);
  }
  return value;
}

function missingIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "an object";
  for (const path of [["apiVersion"], ["kind"], ["metadata", "name"]]) {
    const text = fieldOf(value, ...path);
    if (typeof text !== "string" || text === "") return `a text in ${path.join(".")}`;
  }
  return undefined;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
