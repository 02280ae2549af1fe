import { isPlainObject } from "./container.ts";
import { defaultMaxDepth, manyVisits } from "./defaults.ts";
import { assertDepth } from "./depth.ts";
import { isRawJson } from "./exact-integer.ts";

/**
 * Whether two documents say the same. Arrays and plain objects are compared by their own enumerable members, in any order of keys;
 * everything else by value, and instances of classes by identity. What JSON cannot tell apart is equal: a member that is `undefined`
 * and one that is absent, 0 and -0, an exact integer and a number of the same digits. NaN equals itself. Throws `SETPOINT_TOO_DEEP` rather than overflow the stack.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  return a === b || equal(a, b, { root: a, depth: 0, visits: 0, seen: undefined });
}

/** Shared by all levels of one comparison. */
interface Walk {
  readonly root: unknown;
  depth: number;
  visits: number;
  /** What was compared already, once that is much: an object that occurs again and again must not be walked each time. */
  seen: Map<object, Set<object>> | undefined;
}

function equal(a: unknown, b: unknown, walk: Walk): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return Object.is(a, b) || isSameText(a, b);
  }
  // The level is counted on the way down only as far as both sides go: a difference ends the walk first.
  if (++walk.depth > defaultMaxDepth) assertDepth(walk.root, { attempt: "compare documents" });
  if (++walk.visits > manyVisits && isSeen(a, b, walk)) {
    walk.depth--;
    return true;
  }
  const same = Array.isArray(a) ? Array.isArray(b) && equalArrays(a, b, walk) : equalObjects(a, b, walk);
  walk.depth--;
  return same;
}

/** Whether one is an integer too large for a number and the other is written the same. */
function isSameText(a: unknown, b: unknown): boolean {
  if (isRawJson(a)) return isRawJson(b) ? a.rawJSON === b.rawJSON : typeof b === "number" && a.rawJSON === String(b);
  return typeof a === "number" && isRawJson(b) && String(a) === b.rawJSON;
}

/** Whether the two were met before. They were equal as far as was seen then, or the walk would have ended. */
function isSeen(a: object, b: object, walk: Walk): boolean {
  walk.seen ??= new Map();
  const others = walk.seen.get(a) ?? new Set();
  walk.seen.set(a, others);
  const met = others.has(b);
  others.add(b);
  return met;
}

function equalArrays(a: readonly unknown[], b: readonly unknown[], walk: Walk): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!equal(a[index], b[index], walk)) return false;
  return true;
}

function equalObjects(a: object, b: object, walk: Walk): boolean {
  if (!isPlainObject(a) || !isPlainObject(b)) return isSameText(a, b);
  const keys = Object.keys(a);
  const otherKeys = Object.keys(b);
  let unmatched = otherKeys.length;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const inOrder = key === otherKeys[index];
    if (inOrder || Object.hasOwn(b, key)) unmatched--;
    else if (a[key] === undefined) continue;
    else return false;
    if (!equal(a[key], b[key], walk)) return false;
  }
  return unmatched === 0 || countUndefined(b, otherKeys, a) === unmatched;
}

/** How many members that only `object` has are `undefined`. */
function countUndefined(object: Readonly<Record<string, unknown>>, keys: readonly string[], other: object): number {
  return keys.reduce((count, key) => count + Number(object[key] === undefined && !Object.hasOwn(other, key)), 0);
}
