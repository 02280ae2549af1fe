import { isPlainObject } from "./container.ts";
import { maxJsonPatchOperations } from "./defaults.ts";
import { InvalidInputError } from "./errors.ts";
import type { InvalidInputCode } from "./errors.ts";
import { parseJsonPointer, parseLoosePointer } from "./json-pointer.ts";
import { getOwn } from "./own-property.ts";
import { excerpt } from "./quote.ts";

/** One step of a JSON patch (RFC 6902). `path` and `from` are JSON pointers. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** A JSON patch (RFC 6902): its steps are done one after the other, all or none. */
export type JsonPatch = readonly JsonPatchOperation[];

/** A step with its pointers read. */
export type PatchStep = { readonly index: number; readonly path: readonly string[] } & (
  | { readonly op: "add" | "replace" | "test"; readonly value: unknown }
  | { readonly op: "remove" }
  | { readonly op: "move" | "copy"; readonly from: readonly string[] }
);

/** How a patch is read: to the letter, or as the library that Kubernetes uses does. */
export type JsonPatchDialect = "rfc" | "kubernetes";

/** Reads a patch whole before anything is done. */
export function readJsonPatch(patch: unknown, dialect: JsonPatchDialect): readonly PatchStep[] {
  if (!Array.isArray(patch)) throw malformed("the patch is no list", "a list of operations");
  if (patch.length > maxJsonPatchOperations) {
    throw invalidPatch({
      code: "SETPOINT_PATCH_TOO_LARGE",
      detail: `The allowed maximum operations in a JSON patch is ${maxJsonPatchOperations}, got ${patch.length}`,
      expected: `at most ${maxJsonPatchOperations} operations`,
    });
  }
  return (patch as readonly unknown[]).map((operation, index) => readStep(operation, { index, dialect }));
}

/** Why a patch cannot be applied. */
interface PatchProblem {
  readonly code: Extract<InvalidInputCode, `SETPOINT_${string}PATCH${string}`>;
  /** The number of the operation, from 0. */
  readonly index?: number | undefined;
  readonly detail: string;
  readonly expected: string;
}

/** The error for a patch that cannot be applied. */
export function invalidPatch({ index, ...problem }: PatchProblem): InvalidInputError {
  const place = index === undefined ? undefined : `operation ${index}`;
  return new InvalidInputError({ ...problem, attempt: "apply a JSON patch", place });
}

interface Reading {
  readonly index: number;
  readonly dialect: JsonPatchDialect;
}

function readStep(operation: unknown, { index, dialect }: Reading): PatchStep {
  if (!isPlainObject(operation)) throw malformed("the operation is no object", "an object", index);
  const op = getOwn(operation, "op");
  const path = readPointer(operation, "path", { index, dialect });
  switch (op) {
    case "add":
    case "replace":
    case "test": {
      const value = getOwn(operation, "value");
      if (value === undefined && dialect === "kubernetes") return { index, op, path, value: null };
      if (value === undefined) throw malformed(`${op} has no value`, "a value, which may be null", index);
      return { index, op, path, value };
    }
    case "remove":
      return { index, op, path };
    case "move":
    case "copy":
      return { index, op, path, from: readPointer(operation, "from", { index, dialect }) };
    default:
      throw malformed(`found the operation ${excerpt(op)}`, "add, remove, replace, move, copy or test", index);
  }
}

function readPointer(operation: object, member: "path" | "from", { index, dialect }: Reading): readonly string[] {
  const text = getOwn(operation, member);
  const parse = dialect === "rfc" ? parseJsonPointer : parseLoosePointer;
  const pointer = typeof text === "string" ? parse(text) : undefined;
  if (pointer === undefined)
    throw malformed(`${member} is ${excerpt(text)}`, "a JSON pointer such as /spec/a~1b/0", index);
  return pointer;
}

function malformed(detail: string, expected: string, index?: number): InvalidInputError {
  return invalidPatch({ code: "SETPOINT_INVALID_PATCH", detail, expected, index });
}
