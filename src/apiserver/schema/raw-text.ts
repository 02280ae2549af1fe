import { compareUtf8, deepEqual, getOwn, isExactInteger } from "../../model/index.ts";
import { memoryOf, readRaw } from "./raw-text-reader.ts";
import type { Schema } from "./schema.ts";

/**
 * Whether Kubernetes keeps the values of a schema as the text that was sent. Such a value is another one when its keys stand in another
 * order, or one of them twice, or a number is written otherwise. Ours keeps all that, but neither spaces nor escapes.
 */
export function isRaw({ name }: Schema): boolean {
  return name === "io.k8s.apimachinery.pkg.runtime.RawExtension";
}

/** The text of a value: what it was read from or, for one that was made, what Go writes, which sorts keys by their bytes. */
export function rawTextOf(value: unknown): string {
  if (!isContainer(value)) return JSON.stringify(value);
  const known = memoryOf(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return `[${value.map(rawTextOf).join(",")}]`;
  return membersText(value, Object.keys(value).toSorted(compareUtf8), rawTextOf);
}

/** A value that remembers its text: the same one if it does already. */
export function withRawText(value: unknown): unknown {
  return isContainer(value) && memoryOf(value) !== undefined ? value : readRaw(rawTextOf(value));
}

/** Writes a document down, and in it each value that remembers its text as that. */
export function stringifyRaw(value: unknown): string {
  if (!isContainer(value)) return JSON.stringify(value);
  const known = memoryOf(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return `[${value.map(stringifyRaw).join(",")}]`;
  return membersText(value, Object.keys(value), stringifyRaw);
}

function membersText(value: object, keys: readonly string[], write: (member: unknown) => string): string {
  const members = keys.map((key) => [key, getOwn(value, key)] as const);
  const given = members.filter(([, member]) => member !== undefined);
  return `{${given.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(",")}}`;
}

/** Whether two documents say the same, also in the texts that their values remember. */
export function rawEqual(one: unknown, other: unknown): boolean {
  return deepEqual(one, other) && haveSameTexts(one, other);
}

function haveSameTexts(one: unknown, other: unknown): boolean {
  if (one === other || !isContainer(one) || !isContainer(other)) return true;
  if (memoryOf(one) !== undefined || memoryOf(other) !== undefined) return rawTextOf(one) === rawTextOf(other);
  return Object.keys(one).every((key) => haveSameTexts(getOwn(one, key), getOwn(other, key)));
}

/** A document in which nothing remembers its text, as after a patch for which Kubernetes reads every value. */
export function withoutRawTexts<T>(value: T): T {
  return changed(value, (member) => withoutRawTexts(member));
}

/** A document in which the values that an older one has as well, in whatever order, are those of the older one. */
export function withRawTextsOf<T>(value: T, old: unknown, isSame: typeof deepEqual = deepEqual): T {
  if (!isContainer(old) || !isContainer(value)) return value;
  if (memoryOf(old) !== undefined) return isSame(value, old) ? (old as T) : value;
  return changed(value, (member, key) => withRawTextsOf(member, getOwn(old, key), isSame));
}

/** The same for values of the same text only. Nothing differs by it, but whoever compares the two need not look inside. */
export function withSharedTextsOf<T>(value: T, old: unknown): T {
  return withRawTextsOf(value, old, (one, other) => memoryOf(one as object) === memoryOf(other as object));
}

function changed<T>(value: T, change: (member: unknown, key: string) => unknown): T {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => change(item, String(index))) as T;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)])) as T;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isExactInteger(value);
}
