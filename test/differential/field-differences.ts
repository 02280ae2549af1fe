import { deepEqual } from "../../src/model/index.ts";

/** Where two values differ, and how. */
export interface FieldDifference {
  readonly path: string;
  readonly ours: unknown;
  readonly real: unknown;
}

/** The innermost places at which two JSON values differ. */
export function fieldDifferences(ours: unknown, real: unknown, path = ""): readonly FieldDifference[] {
  if (deepEqual(ours, real)) return [];
  if (!areAlike(ours, real)) return [{ path, ours, real }];
  const [our, their] = [ours, real] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  const keys = new Set([...Object.keys(our), ...Object.keys(their)]);
  return [...keys].flatMap((key) =>
    fieldDifferences(our[key], their[key], path === "" || key.startsWith("[") ? `${path}${key}` : `${path}.${key}`),
  );
}

function areAlike(ours: unknown, real: unknown): boolean {
  const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
  return isObject(ours) && isObject(real) && Array.isArray(ours) === Array.isArray(real);
}
