import { isContainer } from "./container.ts";
import { deepEqual } from "./deep-equal.ts";
import { assertDepth } from "./depth.ts";
import type { InvalidInputError } from "./errors.ts";
import { invalidPatch, readJsonPatch } from "./json-patch.ts";
import type { JsonPatchDialect, PatchStep } from "./json-patch.ts";
import { childPointer } from "./json-pointer.ts";
import { setOwn } from "./own-property.ts";
import { PatchDocument } from "./patch-document.ts";
import { excerpt } from "./quote.ts";

/** How exactly a patch must fit. */
export interface JsonPatchOptions {
  /**
   * `rfc`, the default: as RFC 6902 says. `kubernetes`: as the library that Kubernetes uses takes it, which its clients count on. A member
   * that an object does not have can be replaced, and is null when it is copied or tested; an operation without a value has null; the
   * number of an item can have zeros before it and can count from the end; and paths need not be escaped to the letter.
   */
  readonly dialect?: JsonPatchDialect | undefined;
}

/**
 * The document after a JSON patch (RFC 6902). All operations are done, or it throws; neither the document nor the patch is ever written
 * to, and what did not change is shared. A member that is `undefined` is absent.
 *
 * What is no patch is refused with `SETPOINT_INVALID_PATCH`; one that does not fit the document, also because a `test` fails, with
 * `SETPOINT_PATCH_FAILED`; one with too many operations, or whose copies are too large, with `SETPOINT_PATCH_TOO_LARGE`.
 */
export function applyJsonPatch(document: unknown, patch: unknown, options: JsonPatchOptions = {}): unknown {
  const { dialect = "rfc" } = options;
  const steps = readJsonPatch(patch, dialect);
  const state = new PatchDocument(document, dialect);
  const read = dialect === "kubernetes" ? findOrNull : find;
  for (const step of steps) applyStep(state, step, read);
  // Values from the patch may be deep, and moves can nest what was flat.
  assertDepth(state.root, { attempt: "apply a JSON patch" });
  return state.root;
}

function applyStep(state: PatchDocument, step: PatchStep, read: typeof find): void {
  switch (step.op) {
    case "add":
      return put(state, step, step.value);
    case "remove":
      return remove(state, step, step.path);
    case "replace":
      read(state, step, step.path);
      return replace(state, step, step.value);
    case "move":
      return move(state, step, step.from);
    case "copy":
      return put(state, step, state.copy(read(state, step, step.from)));
    case "test":
      if (deepEqual(read(state, step, step.path), step.value)) return undefined;
      throw failed(step, `the test of ${show(step.path)} failed`);
  }
}

/** Adds at the path of the step: into a list before what stands there, or at its end; into an object in place of what stands there. */
function put(state: PatchDocument, step: PatchStep, value: unknown): void {
  const key = step.path.at(-1);
  if (key === undefined) return state.replaceRoot(value);
  const parent = state.parentOf(step.path);
  if (parent === undefined) throw missing(step, step.path);
  if (!Array.isArray(parent)) return setOwn(parent, key, value);
  const index = key === "-" ? parent.length : state.indexOf(key, parent.length + 1);
  if (index === undefined) throw missing(step, step.path);
  parent.splice(index, 0, value);
}

function remove(state: PatchDocument, step: PatchStep, path: readonly string[]): void {
  find(state, step, path);
  const key = path.at(-1);
  if (key === undefined) throw failed(step, "the whole document cannot be removed");
  const parent = state.parentOf(path) ?? {};
  if (Array.isArray(parent)) parent.splice(state.indexOf(key, parent.length) ?? parent.length, 1);
  else Reflect.deleteProperty(parent, key);
}

function replace(state: PatchDocument, step: PatchStep, value: unknown): void {
  const key = step.path.at(-1);
  if (key === undefined) return state.replaceRoot(value);
  const parent = state.parentOf(step.path) ?? {};
  setOwn(parent, state.keyIn(parent, key) ?? key, value);
}

function move(state: PatchDocument, step: PatchStep, from: readonly string[]): void {
  const value = find(state, step, from);
  if (from.every((key, depth) => key === step.path[depth])) {
    if (from.length < step.path.length) throw failed(step, "a value cannot be moved into itself");
    return;
  }
  remove(state, step, from);
  put(state, step, value);
}

function find(state: PatchDocument, step: PatchStep, path: readonly string[]): unknown {
  const value = state.find(path);
  if (value === undefined) throw missing(step, path);
  return value;
}

/** Elements of lists have no such grace. */
function findOrNull(state: PatchDocument, step: PatchStep, path: readonly string[]): unknown {
  const parent = state.find(path.slice(0, -1));
  if (path.length === 0 || !isContainer(parent) || Array.isArray(parent)) return find(state, step, path);
  return state.find(path) ?? null;
}

function missing(step: PatchStep, path: readonly string[]): InvalidInputError {
  return failed(step, `there is nothing at ${show(path)}`);
}

function failed(step: PatchStep, detail: string): InvalidInputError {
  const expected = "a document that the patch was made for";
  return invalidPatch({ code: "SETPOINT_PATCH_FAILED", index: step.index, detail: `${step.op}: ${detail}`, expected });
}

function show(path: readonly string[]): string {
  return excerpt(path.reduce((pointer, key) => childPointer(pointer, key), ""));
}
