import type { JsonObject } from "../../model/index.ts";
import { FieldSet } from "./field-set.ts";
import { jsonKind, mapOf } from "./json-kind.ts";
import { isUnknownElement, readElement, sortElements } from "./path-element.ts";

/** A set of fields as `fieldsV1` holds it, with its keys in Kubernetes' order. */
export function encodeFields(set: FieldSet): JsonObject {
  const { members, children } = set;
  const fields: Record<string, JsonObject> = {};
  // A step begins with what it is, so that none is a name that objects have of themselves.
  for (const element of sortElements(children.size === 0 ? members : members.union(children))) {
    const child = children.get(element);
    if (child === undefined) fields[element] = {};
    else fields[element] = members.has(element) ? { ".": {}, ...encodeFields(child) } : encodeFields(child);
  }
  return fields;
}

/** Reads a `fieldsV1`; `undefined` for what is none. Steps of a kind yet to come are left out. */
export function decodeFields(value: unknown): FieldSet | undefined {
  if (value !== null && jsonKind(value) !== "map") return undefined;
  const members = new Set<string>();
  const children = new Map<string, FieldSet>();
  for (const [text, below] of Object.entries(mapOf(value))) {
    if (text === "." || isUnknownElement(text)) continue;
    const element = readElement(text);
    const child = decodeFields(below);
    if (element === undefined || child === undefined) return undefined;
    if (child.isEmpty || Object.hasOwn(mapOf(below), ".")) members.add(element);
    if (!child.isEmpty) children.set(element, child);
  }
  return new FieldSet(members, children);
}
