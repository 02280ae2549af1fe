import { exactIntegerText, getOwn } from "../../model/index.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A value as it is kept, with the empty lists and objects that were sent with it, and nothing else that is not kept. */
export function withEmptyOf<T>(sent: unknown, kept: T): T {
  return restored(sent, kept) as T;
}

/** Whether something in a value is an empty list or object: of keywords that say nothing Kubernetes tells whether they are there. */
export function hasEmpty(value: unknown): boolean {
  return isEmpty(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasEmpty));
}

function restored(sent: unknown, kept: unknown): unknown {
  if (Array.isArray(kept)) {
    const items: readonly unknown[] = kept;
    const isSame = Array.isArray(sent) && sent.length === items.length;
    return isSame ? items.map((item, index) => restored(sent[index], item)) : items;
  }
  if (!isFields(sent) || !isFields(kept)) return kept;
  const members = Object.entries(kept).map(([key, value]) => [key, restored(getOwn(sent, key), value)] as const);
  const empty = Object.entries(sent).filter(([key, value]) => !Object.hasOwn(kept, key) && isEmpty(value));
  return Object.fromEntries([...members, ...empty]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && exactIntegerText(value) === undefined;
}

/** Whether a value is an empty list or object. */
export function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
