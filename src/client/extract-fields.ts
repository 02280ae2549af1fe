import { deepEqual, getOwn, parseJson, setOwn } from "../model/index.ts";
import { isFields } from "./read-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The parts of a value that a set of fields names. The set is written as servers record it: under `f:name` a member, under `k:{…}` the item
 * of a list with these keys, under `v:…` the item with this value, under `i:0` the item at this place; `.` is the value itself.
 *
 * What has nothing under it is owned whole, or is a container of which only the existence is owned; the record does not tell which. It is
 * the latter exactly if somebody else, whose records are `others`, owns something in it.
 */
export function takeOwned(value: unknown, owned: unknown, others: readonly unknown[]): unknown {
  const parts = partsOf(owned);
  if (parts.length === 0) return others.some((other) => partsOf(other).length > 0) ? emptyLike(value) : value;
  if (Array.isArray(value)) return takeItems(value, owned as Fields, others);
  return isFields(value) ? takeMembers(value, owned as Fields, others) : value;
}

function partsOf(owned: unknown): readonly string[] {
  return isFields(owned) ? Object.keys(owned).filter((key) => key !== ".") : [];
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isFields(value) ? {} : value;
}

function takeMembers(value: Fields, owned: Fields, others: readonly unknown[]): Fields {
  const taken: Record<string, unknown> = {};
  for (const part of partsOf(owned)) {
    const name = part.slice(2);
    // What was removed since is owned by nobody, whatever the record says.
    if (!part.startsWith("f:") || !Object.hasOwn(value, name)) continue;
    setOwn(taken, name, takeOwned(getOwn(value, name), getOwn(owned, part), under(others, part)));
  }
  return taken;
}

/** Items stay in the order of the list. An item that is named by keys has them, whoever owns these. */
function takeItems(items: readonly unknown[], owned: Fields, others: readonly unknown[]): readonly unknown[] {
  const taken: { readonly at: number; readonly item: unknown }[] = [];
  for (const part of partsOf(owned)) {
    const wanted = part.startsWith("i:") ? Number(part.slice(2)) : parseJson(part.slice(2));
    const keys = part.startsWith("k:") && isFields(wanted) ? wanted : undefined;
    const at = part.startsWith("i:")
      ? (wanted as number)
      : items.findIndex((item) => (keys === undefined ? deepEqual(item, wanted) : hasMembers(item, keys)));
    if (!Object.hasOwn(items, at)) continue;
    const item = takeOwned(items[at], getOwn(owned, part), under(others, part));
    taken.push({ at, item: isFields(item) && keys !== undefined ? { ...keys, ...item } : item });
  }
  return taken.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

function hasMembers(item: unknown, members: Fields): boolean {
  return isFields(item) && Object.keys(members).every((key) => deepEqual(getOwn(item, key), getOwn(members, key)));
}

function under(records: readonly unknown[], part: string): readonly unknown[] {
  return records.flatMap((record) => (isFields(record) && Object.hasOwn(record, part) ? [getOwn(record, part)] : []));
}
