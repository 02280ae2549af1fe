import { deepEqual, getOwn, isExactInteger, parseJson, setOwn } from "../../model/index.ts";
import { JsonCursor } from "./json-cursor.ts";
import type { Schema } from "./schema.ts";

/** Under what a value has the text that it was read from. It is no member: copies, and what is written, are without it. */
const raw: unique symbol = Symbol("raw text");

/**
 * Whether Kubernetes keeps the values of a schema as the text that was sent. Such a value is another one when its keys stand in another
 * order, or one of them twice, or a number is written otherwise. Ours keeps all that, but neither spaces nor escapes.
 */
export function isRaw({ name }: Schema): boolean {
  return name === "io.k8s.apimachinery.pkg.runtime.RawExtension";
}

/** The value of a JSON text, in which every object and every list remembers its own. The text has to be valid, of bounded depth. */
export function readRaw(text: string): unknown {
  const pieces: string[] = [];
  collect(new JsonCursor(text), pieces);
  return read(new JsonCursor(pieces.join("")));
}

/** Collects the text at the cursor without spaces, and with texts in their one form. */
function collect(cursor: JsonCursor, pieces: string[]): void {
  cursor.space();
  const opens = cursor.first;
  if (opens !== "{" && opens !== "[") {
    pieces.push(scalarAt(cursor));
    return;
  }
  let before = opens;
  const visit = (key: string | number): void => {
    pieces.push(before);
    before = ",";
    if (typeof key === "string") pieces.push(JSON.stringify(key), ":");
    collect(cursor, pieces);
  };
  if (opens === "{") cursor.members(visit);
  else cursor.items(visit);
  const closes = opens === "{" ? "}" : "]";
  pieces.push(before === opens ? `${opens}${closes}` : closes);
}

function scalarAt(cursor: JsonCursor): string {
  const start = cursor.at;
  cursor.scalar();
  const text = cursor.text.slice(start, cursor.at);
  return text.includes("\\") ? JSON.stringify(JSON.parse(text)) : text;
}

function read(cursor: JsonCursor): unknown {
  const start = cursor.at;
  if (cursor.first === "{") {
    const members = {};
    cursor.members((key) => setOwn(members, key, read(cursor)));
    return remembering(members, cursor.text.slice(start, cursor.at));
  }
  if (cursor.first === "[") {
    const items: unknown[] = [];
    cursor.items(() => items.push(read(cursor)));
    return remembering(items, cursor.text.slice(start, cursor.at));
  }
  return parseJson(scalarAt(cursor));
}

function remembering(value: object, text: string): object {
  return Object.defineProperty(value, raw, { value: text });
}

function memoryOf(value: object): string | undefined {
  return (value as { readonly [raw]?: string })[raw];
}

/** The text of a value: what it was read from or, for one that was made, what Go writes, which sorts keys. */
export function rawTextOf(value: unknown): string {
  if (!isContainer(value)) return JSON.stringify(value);
  const known = memoryOf(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) return `[${value.map(rawTextOf).join(",")}]`;
  return membersText(value, Object.keys(value).toSorted(), rawTextOf);
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
export function withRawTextsOf<T>(value: T, old: unknown): T {
  if (!isContainer(old)) return value;
  if (memoryOf(old) !== undefined) return deepEqual(value, old) ? (old as T) : value;
  return isContainer(value) ? changed(value, (member, key) => withRawTextsOf(member, getOwn(old, key))) : value;
}

function changed<T>(value: T, change: (member: unknown, key: string) => unknown): T {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => change(item, String(index))) as T;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)])) as T;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isExactInteger(value);
}
