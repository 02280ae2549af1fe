import { compareTexts, jsonKind, mapOf } from "./json-kind.ts";
import type { JsonMap } from "./json-kind.ts";

/**
 * One step from a value to a part of it, as managed fields write it: `f:name` a field, `k:{"name":"x"}` the item of a list with these keys,
 * `v:"x"` the item of a set, `i:0` the item at a place. Two steps lead to the same part if their texts are equal.
 */
export type PathElement = string;

/** The steps from an object to one of its parts. */
export type Path = readonly PathElement[];

/** The step to a field. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** The step to the item of a list that has these values in its keys. */
export function keyElement(keys: JsonMap): PathElement {
  const names = Object.keys(keys);
  if (names.length > 1) names.sort(compareTexts);
  return `k:{${names.map((name) => `${goJson(name)}:${goJson(keys[name])}`).join(",")}}`;
}

/** The step to an item of a set. */
export function valueElement(value: unknown): PathElement {
  return `v:${goJson(value)}`;
}

/** The name of the field that a step leads to; `undefined` for a step into a list. */
export function fieldNameOf(element: PathElement): string | undefined {
  return element.startsWith("f:") ? element.slice(2) : undefined;
}

/** Whether the step leads to an item by its keys. */
export function isKeyElement(element: PathElement): boolean {
  return element.startsWith("k:");
}

/** Whether a text is a step of a kind that is not known yet. */
export function isUnknownElement(text: string): boolean {
  return /^[^fkvi]:/.test(text);
}

/** The same step in its one form; `undefined` if the text is none. */
export function readElement(text: string): PathElement | undefined {
  if (text.startsWith("f:")) return text;
  if (text.startsWith("i:")) return /^i:-?\d+$/.test(text) ? text : undefined;
  if (!text.startsWith("k:") && !text.startsWith("v:")) return undefined;
  try {
    const value = JSON.parse(text.slice(2)) as unknown;
    if (text.startsWith("v:")) return valueElement(value);
    return jsonKind(value) === "map" ? keyElement(mapOf(value)) : undefined;
  } catch {
    return undefined;
  }
}

/** The path as messages show it: `.spec.containers[name="c"].image`. */
export function formatPath(path: Path): string {
  return path.map(formatElement).join("");
}

/** How long a path is, about. */
export function lengthOf(path: Path): number {
  return path.reduce((sum, element) => sum + element.length, 0);
}

/** The step as messages show it. */
function formatElement(element: PathElement): string {
  const text = element.slice(2);
  if (element.startsWith("f:")) return `.${text}`;
  if (element.startsWith("i:")) return `[${text}]`;
  if (element.startsWith("v:")) return `[=${show(JSON.parse(text))}]`;
  const keys = Object.entries(JSON.parse(text) as JsonMap);
  return `[${keys.map(([name, value]) => `${name}=${show(value)}`).join(",")}]`;
}

/** The steps as Kubernetes orders them: fields, then keys, then values, then places. */
export function sortElements(elements: Iterable<PathElement>): readonly PathElement[] {
  const all = [...elements];
  if (all.length < 2) return all;
  if (all.every((element) => element.startsWith("f:"))) return all.sort(compareTexts);
  const read = all.map((element) => ({
    element,
    kind: kinds.indexOf(element.charAt(0)),
    value: element.startsWith("f:") ? undefined : (JSON.parse(element.slice(2)) as unknown),
  }));
  read.sort((a, b) => {
    if (a.kind !== b.kind) return a.kind - b.kind;
    if (a.value === undefined) return compareTexts(a.element, b.element);
    return jsonKind(a.value) === "map" ? compareKeys(mapOf(a.value), mapOf(b.value)) : compareValues(a.value, b.value);
  });
  return read.map(({ element }) => element);
}

const kinds = "fkvi";
const plain = /^[\w./:-]*$/;

function compareKeys(a: JsonMap, b: JsonMap): number {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  for (const [index, [name, value]] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareTexts(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const types: readonly string[] = ["number", "string", "boolean"];

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const type = rank(a) - rank(b);
  return type === 0 ? compareTexts(String(a), String(b)) : type;
}

function rank(value: unknown): number {
  const known = types.indexOf(typeof value);
  return known < 0 ? types.length : known;
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(",")}]`;
  if (jsonKind(value) !== "map") return JSON.stringify(value);
  return Object.entries(mapOf(value))
    .map(([name, member]) => `${name}=${show(member)}`)
    .join("");
}

/** JSON as Go writes it: the characters that matter to HTML are escaped. */
export function goJson(value: unknown): string {
  // Nearly all names and keys are plain, and asking is faster than writing.
  if (typeof value === "string" && plain.test(value)) return `"${value}"`;
  return goEscaped(JSON.stringify(value));
}

/** A text of JSON with the escapes that Go writes besides those that JSON needs. */
export function goEscaped(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
