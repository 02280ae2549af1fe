import { isPlainObject } from "./container.ts";
import { deepEqual } from "./deep-equal.ts";
import { assertDepth } from "./depth.ts";
import type { JsonPatch, JsonPatchOperation } from "./json-patch.ts";
import { childPointer } from "./json-pointer.ts";
import { getOwn } from "./own-property.ts";

/**
 * A JSON patch that turns `from` into `to`, empty when they are equal. Objects are compared member by member; of lists, what is equal at
 * both ends stays and the rest is changed place by place. Not the smallest patch that there could be. A member that is `undefined` is
 * absent.
 */
export function createJsonPatch(from: unknown, to: unknown): JsonPatch {
  const options = { attempt: "create a JSON patch" };
  assertDepth(from, options);
  assertDepth(to, options);
  const patch: JsonPatchOperation[] = [];
  compare(patch, "", [from, to]);
  return patch;
}

type Pair<T> = readonly [from: T, to: T];

function compare(patch: JsonPatchOperation[], path: string, [from, to]: Pair<unknown>): void {
  if (deepEqual(from, to)) return;
  if (Array.isArray(from) && Array.isArray(to)) compareLists(patch, path, [from, to]);
  else if (isPlainObject(from) && isPlainObject(to)) compareObjects(patch, path, [from, to]);
  else patch.push({ op: "replace", path, value: to });
}

function compareObjects(patch: JsonPatchOperation[], path: string, [from, to]: Pair<object>): void {
  for (const key of Object.keys(from)) {
    if (getOwn(from, key) === undefined || getOwn(to, key) !== undefined) continue;
    patch.push({ op: "remove", path: childPointer(path, key) });
  }
  for (const key of Object.keys(to)) {
    const value = getOwn(to, key);
    if (value === undefined) continue;
    const before = getOwn(from, key);
    const child = childPointer(path, key);
    if (before === undefined) patch.push({ op: "add", path: child, value });
    else compare(patch, child, [before, value]);
  }
}

function compareLists(patch: JsonPatchOperation[], path: string, [from, to]: Pair<readonly unknown[]>): void {
  const least = Math.min(from.length, to.length);
  let start = 0;
  while (start < least && deepEqual(from[start], to[start])) start++;
  let kept = 0;
  while (kept < least - start && deepEqual(from[from.length - 1 - kept], to[to.length - 1 - kept])) kept++;
  const common = least - kept;
  for (let index = start; index < common; index++) {
    compare(patch, childPointer(path, index), [from[index], to[index]]);
  }
  // From the back, so that the places of the others stay what they are.
  for (let index = from.length - kept - 1; index >= common; index--) {
    patch.push({ op: "remove", path: childPointer(path, index) });
  }
  for (let index = common; index < to.length - kept; index++) {
    patch.push({ op: "add", path: childPointer(path, index), value: to[index] });
  }
}
