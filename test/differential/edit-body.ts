import { getOwn } from "../../src/model/index.ts";
import type { Path } from "./schema-fields.ts";

/** One change of a body. Without a value, what is there goes. */
export interface Edit {
  readonly path: Path;
  readonly value?: unknown;
}

/** Ends the name of a field that is written a second time. */
export const twice = "__twice";

/** A body after some changes. What is missing on the way is made. */
export function edited(body: unknown, edits: readonly Edit[]): unknown {
  return edits.reduce(editedOnce, body);
}

function editedOnce(body: unknown, { path, value }: Edit): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = rest.length === 0 ? value : editedOnce(valueAt(body, [step]), { path: rest, value });
  if (typeof step === "number") {
    const list: readonly unknown[] = Array.isArray(body) ? body : [];
    const next = [...list];
    if (inner === undefined) next.splice(step, 1);
    else next.splice(step, 1, inner);
    return next;
  }
  const entries = Object.entries(isObject(body) ? body : {}).filter(([key]) => key !== step);
  const before = Object.keys(isObject(body) ? body : {}).indexOf(step);
  if (inner === undefined) return Object.fromEntries(entries);
  return Object.fromEntries(before < 0 ? [...entries, [step, inner]] : entries.toSpliced(before, 0, [step, inner]));
}

/** What is at a path; `undefined` if nothing is. */
export function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return typeof step === "number" ? (value as readonly unknown[])[step] : undefined;
    return isObject(value) && typeof step === "string" ? getOwn(value, step) : undefined;
  }, body);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The changes as operations of a JSON patch on this body. */
export function jsonPatch(body: unknown, edits: readonly Edit[]): readonly object[] {
  return edits.map((edit) => {
    const { path, value } = edit;
    const missing = path.findIndex((_, index) => valueAt(body, path.slice(0, index + 1)) === undefined);
    const at = missing < 0 ? path : path.slice(0, missing + 1);
    const pointer = at.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    if (value === undefined) return { op: "remove", path: pointer };
    const whole = valueAt(edited(body, [edit]), at);
    return { op: missing < 0 ? "replace" : "add", path: pointer, value: whole };
  });
}

/** The changes as a merge patch: lists are given whole, or only the items on the way if `isStrategic`. */
export function mergePatch(body: unknown, edits: readonly Edit[], isStrategic: boolean): unknown {
  return edits.reduce<unknown>((patch, edit) => merged(patch, partOf(body, edit, isStrategic)), {});
}

function partOf(body: unknown, { path, value }: Edit, isStrategic: boolean): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value === undefined ? null : value;
  if (typeof step === "string") return { [step]: partOf(valueAt(body, [step]), { path: rest, value }, isStrategic) };
  const whole = edited(body, [{ path, value }]) as readonly unknown[];
  return isStrategic && rest.length > 0 ? [whole[step]] : whole;
}

function merged(left: unknown, right: unknown): unknown {
  if (!isObject(left) || !isObject(right)) return right;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [one, other] = [getOwn(left, key), getOwn(right, key)];
      return [key, one !== undefined && other !== undefined ? merged(one, other) : (one ?? other)];
    }),
  );
}

/** The text of a body, with fields twice where that was asked for. */
export function textOf(body: unknown): string {
  return JSON.stringify(body).replaceAll(twice, "");
}
