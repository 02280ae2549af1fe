import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  getOwn,
  InvalidInputError,
  isExactInteger,
} from "../../model/index.ts";
import { jsonType } from "../crd/index.ts";
import { rawTextOf, readRaw, withMerged } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Patch, PatchType } from "./contract.ts";
import { StatusError } from "./errors.ts";

/** What a patch that is no apply makes of an object. Throws the Status of Kubernetes for what is no patch, or does not fit. */
export function patched(object: object, { type, value }: Patch, schema: Schema): unknown {
  switch (type) {
    case "json":
      if (value === null) return object;
      assertOperations(value);
      return orRefused(type, () => applyJsonPatch(object, value, { dialect: "kubernetes" }));
    case "merge":
      if (value === null) throw StatusError.badRequest("Invalid JSON Patch");
      assertObject(value, "error decoding patch: ");
      return applyMergePatch(object, withoutNullsInLists(value, object));
    case "strategic":
      if (value === null) return object;
      assertObject(value, "");
      return orRefused(type, () => applyStrategicMergePatch(object, value, schema));
    case "apply":
      throw StatusError.internal("an apply is no change that can be done without knowing who owns what");
  }
}

/** The same for a JSON patch, given as its text, of an object that keeps values as texts: those that it puts in are kept as it has them. */
export function patchedInText(object: object, text: string, schema: Schema): unknown {
  return withMerged(rawTextOf(patched(object, { type: "json", value: readRaw(text) }, schema)), schema);
}

/** The objects in the lists of a merge patch lose what is `null`, but for lists that take the place of an object. */
function withoutNullsInLists(patch: unknown, current: unknown): unknown {
  const isOver = isObject(current);
  if (Array.isArray(patch)) return isOver ? patch : withoutNulls(patch);
  if (!isObject(patch)) return patch;
  return mapMembers(patch, (member, key) => withoutNullsInLists(member, isOver ? getOwn(current, key) : undefined));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return mapMembers(Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)), withoutNulls);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isExactInteger(value);
}

function mapMembers(object: object, map: (member: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([key, member]: [string, unknown]) => [key, map(member, key)]));
}

/** Throws unless what is applied is an object. */
export function assertApplied(value: unknown): asserts value is object {
  if (value === null || value === undefined) throw StatusError.badRequest("invalid object type: /, Kind=");
  assertObject(value, "error decoding YAML: error unmarshaling JSON: while decoding JSON: ");
}

function assertOperations(value: unknown): void {
  if (!Array.isArray(value)) throw undecodable(value, "[]handlers.jsonPatchOp", "error decoding patch: ");
  for (const operation of value as readonly unknown[]) {
    assertAddedInside(operation);
    if (jsonType(operation) !== "object" && operation !== null) {
      throw undecodable(operation, "handlers.jsonPatchOp", "error decoding patch: ");
    }
    assertTexts(operation ?? {});
  }
}

/** Throws for what has to be a text and is none. Nothing at all passes for one. */
function assertTexts(operation: object): void {
  for (const [name, value] of Object.entries(operation)) {
    if (!["op", "path", "from"].includes(name) || typeof value === "string" || value === null) continue;
    const type = jsonType(value);
    throw StatusError.badRequest(
      `error decoding patch: json: cannot unmarshal ${type} into Go struct field jsonPatchOp.${name} of type string`,
    );
  }
}

/** The whole object can only be replaced, and only by an object or a list; it can neither be copied nor moved. */
function assertAddedInside(operation: unknown): void {
  if (typeof operation !== "object" || operation === null) return;
  const [op, path, from, value] = ["op", "path", "from", "value"].map((name) => getOwn(operation, name));
  const isMoved = op === "copy" || op === "move";
  const isWhole = path === "" && (isMoved || op === "add" || (op === "replace" && typeof (value ?? 0) !== "object"));
  if (isWhole || (isMoved && from === "")) throw misfit();
}

function misfit(): StatusError {
  return new StatusError("Invalid", "the server rejected our request due to an error in our request", {});
}

function assertObject(value: unknown, attempt: string): asserts value is object {
  if (jsonType(value) !== "object") throw undecodable(value, "map[string]interface {}", attempt);
}

function undecodable(value: unknown, goType: string, attempt: string): StatusError {
  const why =
    value === undefined
      ? "unexpected end of JSON input"
      : `json: cannot unmarshal ${jsonType(value)} into Go value of type ${goType}`;
  return StatusError.badRequest(`${attempt}${why}`);
}

function orRefused<T>(type: PatchType, apply: () => T): T {
  try {
    return apply();
  } catch (error) {
    if (!InvalidInputError.is(error)) throw error;
    if (error.code === "SETPOINT_PATCH_TOO_LARGE") throw new StatusError("RequestEntityTooLarge", error.detail);
    if (error.code === "SETPOINT_UNMERGEABLE_PATCH") throw StatusError.withoutReason(error.detail);
    if (type === "strategic" && error.code !== "SETPOINT_PATCH_FAILED") throw StatusError.badRequest(error.detail);
    throw misfit();
  }
}
