import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { duplicate, invalid } from "./causes.ts";
import { keysOf } from "./correlate.ts";
import { inGoOrder } from "./in-go-order.ts";
import type { ValueSchema } from "./value-schema.ts";

/** Which items of the sets and the keyed lists in a value are there twice. */
export function checkLists(value: unknown, schema: ValueSchema | undefined, path = ""): readonly StatusCause[] {
  if (schema === undefined || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    const inner = value.flatMap((item: unknown, index) => checkLists(item, schema.items, `${path}[${index}]`));
    return [...checkList(value, schema, path), ...inner];
  }
  return Object.keys(value).flatMap((key) => {
    const member = getOwn(value, key);
    const property = schema.properties === undefined ? undefined : getOwn(schema.properties, key);
    if (property !== undefined)
      return checkLists(member, property as ValueSchema, path === "" ? key : `${path}.${key}`);
    return checkLists(member, schema.values, `${path}[${key}]`);
  });
}

function checkList(
  list: readonly unknown[],
  { listType, listKeys = [] }: ValueSchema,
  path: string,
): readonly StatusCause[] {
  if (listType === "set") return repeated(list).map((index) => duplicate(`${path}[${index}]`, inGoOrder(list[index])));
  if (listType !== "map") return [];
  const wrong = list.findIndex((item) => item !== null && keysOf(item, []) === undefined);
  if (wrong >= 0) return [invalid(`${path}[${wrong}]`, list[wrong], "must be an object for an array of list-type map")];
  const keys = list.map((item) => keysOf(item, listKeys) ?? {});
  return repeated(keys).map((index) => duplicate(`${path}[${index}]`, inGoOrder(keys[index])));
}

/** The second appearance of each item that appears more than once. */
function repeated(list: readonly unknown[]): readonly number[] {
  const times = new Map<string, number>();
  return list.flatMap((item, index) => {
    const text = JSON.stringify(inGoOrder(item));
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before === 1 ? [index] : [];
  });
}
