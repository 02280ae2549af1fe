import { CodegenError } from "./errors.ts";
import type { CodegenErrorCode } from "./errors.ts";

/** A value inside a document, with the place to name when it is not what was expected. */
export interface JsonNode {
  readonly value: unknown;
  /** Where the value stands: `/apis: items[3].versions`. */
  readonly place: string;
  /** The code of the error that a wrong value gives. */
  readonly code: CodegenErrorCode;
}

/** Throws the error of a node that is not `expected`. */
export function refuse(node: JsonNode, expected: string): never {
  throw new CodegenError(node.code, `Reading ${node.place}: expected ${expected}, found ${describe(node.value)}.`);
}

/** The child `key` of an object, undefined in `value` when the object has no such own property. */
export function child(node: JsonNode, key: string): JsonNode {
  const value = Object.getOwnPropertyDescriptor(objectOf(node), key)?.value as unknown;
  return { ...node, value, place: `${node.place}.${key}` };
}

/** The own properties of an object, in the order of the document. */
export function entriesOf(node: JsonNode): readonly (readonly [string, JsonNode])[] {
  return Object.keys(objectOf(node)).map((key) => [key, child(node, key)]);
}

/** The elements of a list. A list that is absent is empty: that is how the API server writes an empty one. */
export function elementsOf(node: JsonNode): readonly JsonNode[] {
  if (node.value === undefined || node.value === null) return [];
  if (!Array.isArray(node.value)) return refuse(node, "a list");
  return node.value.map((value: unknown, index) => ({ ...node, value, place: `${node.place}[${index}]` }));
}

/** The text of a node. */
export function textOf(node: JsonNode): string {
  return typeof node.value === "string" ? node.value : refuse(node, "a string");
}

/** The text of a node, `""` when it is absent: that is how the API server writes an empty one. */
export function optionalTextOf(node: JsonNode): string {
  return node.value === undefined ? "" : textOf(node);
}

/** The strings of a list, in the order of the document. */
export function textsOf(node: JsonNode): readonly string[] {
  return elementsOf(node).map(textOf);
}

function objectOf(node: JsonNode): object {
  const { value } = node;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(node, "an object");
  return value;
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
