import { getOwn, isExactInteger, setOwn } from "../../model/index.ts";

/** A value as Kubernetes quotes it: the members of objects are sorted, however they were sent. */
export function inGoOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isExactInteger(value)) return value;
  if (Array.isArray(value)) return value.map(inGoOrder);
  const result = {};
  for (const key of Object.keys(value).toSorted()) setOwn(result, key, inGoOrder(getOwn(value, key)));
  return result;
}
