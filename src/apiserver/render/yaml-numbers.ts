import { isExactInteger } from "../../model/index.ts";

/** The same value with integers that no number can hold as the platform's own long integers, which YAML can write. */
export function exactNumbers(value: unknown): unknown {
  if (isExactInteger(value)) return BigInt(value.rawJSON);
  if (Array.isArray(value)) return value.map(exactNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactNumbers(member)]));
}
