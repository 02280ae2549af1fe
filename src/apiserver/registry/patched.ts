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
      return applyMergePatch(object, withoutNullsInLists(value));
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

/** The objects in the lists of a merge patch lose what is `null`. */
function withoutNullsInLists<T>(value: T, isInList = false): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNullsInLists(item, true)) as T;
  if (typeof value !== "object" || value === null || isExactInteger(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isInList || member !== null);
  return Object.fromEntries(
    members.map(([key, member]) => [key, withoutNullsInLists(member as unknown, isInList)]),
  ) as T;
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

/** Nothing can be added in the place of the whole object: it can only be replaced. */
function assertAddedInside(operation: unknown): void {
  if (typeof operation !== "object" || operation === null || getOwn(operation, "path") !== "") return;
  const isAdded = ["add", "copy", "move"].includes(String(getOwn(operation, "op")));
  if (isAdded) throw new StatusError("Invalid", "the server rejected our request due to an error in our request", {});
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
    throw new StatusError("Invalid", "the server rejected our request due to an error in our request", {});
  }
}
