import { child, elementsOf, entriesOf, refuse, textOf, textsOf } from "../json-document.ts";
import type { JsonNode } from "../json-document.ts";

/** Writes the name of a schema that another one refers to. */
export type NameOf = (schemaName: string) => string;

/** Keywords that a line does not tell: prose, and what the server itself does not act on. */
const dropped: ReadonlySet<string> = new Set([
  "description",
  "x-kubernetes-group-version-kind",
  "x-kubernetes-unions",
  // Told by their neighbours.
  "format",
  "items",
  "additionalProperties",
  "properties",
  "required",
  "oneOf",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-patch-merge-key",
]);

/** The letters of types that are told by a type and a format. */
const letters: ReadonlyMap<string, string> = new Map([
  ["", "a"],
  ["boolean", "b"],
  ["integer", "n"],
  ["integer int32", "i"],
  ["integer int64", "l"],
  ["number double", "d"],
  ["object", "o"],
  ["string", "s"],
  ["string byte", "y"],
  ["string date-time", "t"],
  ["integer,string int-or-string", "x"],
  ["string,number", "q"],
]);

/** Writes a schema without its properties: what it is, then what is known of it. */
export function schemaText(node: JsonNode, nameOf: NameOf): string {
  const marks = entriesOf(node).map(([keyword, value]) => {
    if (dropped.has(keyword)) return "";
    const write = marksByKeyword.get(keyword);
    return write === undefined ? refuse(node, `no keyword ${keyword}`) : write(value, node);
  });
  return `${core(node, nameOf)}${marks.join("")}`;
}

function core(node: JsonNode, nameOf: NameOf): string {
  const reference = referenceOf(node);
  if (reference !== undefined) return nameOf(reference);
  const items = child(node, "items");
  if (items.value !== undefined) return `[${schemaText(items, nameOf)}]`;
  const values = child(node, "additionalProperties");
  if (values.value !== undefined) return `{${schemaText(values, nameOf)}}`;
  const types = [child(node, "type"), ...elementsOf(child(node, "oneOf")).map((member) => child(member, "type"))];
  const names = types.flatMap(({ value }) => (value === undefined ? [] : [value])).join(",");
  const { value: format } = child(node, "format");
  const key = format === undefined ? names : `${names} ${String(format)}`;
  return letters.get(key) ?? refuse(node, `one of the types ${[...letters.keys()].join("; ")}`);
}

function referenceOf(node: JsonNode): string | undefined {
  const [only] = elementsOf(child(node, "allOf"));
  const reference = child(only ?? node, "$ref");
  return reference.value === undefined ? undefined : textOf(reference).replace("#/components/schemas/", "");
}

type Mark = (value: JsonNode, owner: JsonNode) => string;

const listLetters: ReadonlyMap<string, string> = new Map([
  ["atomic", "#a"],
  ["set", "#s"],
  ["map", "#m"],
]);

const mapMarks: ReadonlyMap<string, string> = new Map([
  ["atomic", "%"],
  ["granular", "/"],
]);

const marksByKeyword: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ["type", () => ""],
  ["$ref", () => ""],
  ["allOf", () => ""],
  ["default", defaultMark],
  [
    "enum",
    (value) =>
      `(${textsOf(value)
        .map((text) => word(text, value))
        .join(",")})`,
  ],
  [
    "x-kubernetes-list-type",
    (value, owner) => {
      const keys = textsOf(child(owner, "x-kubernetes-list-map-keys")).map((key) => word(key, value));
      return `${oneOf(value, listLetters)}${keys.join(",")};`;
    },
  ],
  ["x-kubernetes-map-type", (value) => oneOf(value, mapMarks)],
  [
    "x-kubernetes-patch-strategy",
    (value, owner) => {
      const key = child(owner, "x-kubernetes-patch-merge-key");
      return `^${word(textOf(value).replaceAll(",", "+"), value)}${key.value === undefined ? "" : `@${word(textOf(key), key)}`};`;
    },
  ],
]);

/** The zero of a type is what Go has when nothing was set. It is a mark of its own, because nobody needs to be given it. */
function defaultMark(node: JsonNode): string {
  const { value } = node;
  if (value === "" || value === 0 || value === false || isEmptyObject(value)) return "=;";
  if (typeof value === "string") return `="${word(value, node)};`;
  return typeof value === "object" ? refuse(node, "a text, a number, a boolean or {}") : `=${String(value)};`;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function oneOf(node: JsonNode, known: ReadonlyMap<string, string>): string {
  return known.get(textOf(node)) ?? refuse(node, `one of ${[...known.keys()].join(", ")}`);
}

/** A text that has none of the characters of the pack's own; a space is written as `&`. */
function word(text: string, node: JsonNode): string {
  const isPlain = /^[\w./+$* -]*$/.test(text);
  return isPlain ? text.replaceAll(" ", "&") : refuse(node, "a text of letters, digits, spaces and . / + $ * -");
}
