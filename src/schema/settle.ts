import { deepEqual, getOwn } from "../model/index.ts";
import { unsupported } from "./errors.ts";
import { below } from "./place.ts";
import type { Document, Place } from "./place.ts";

/** A part of a schema without references and without unions of one, and where it is. */
export interface Settled {
  readonly node: Document;
  readonly at: Place;
}

/** The keywords that describe instead of constrain: of two, the outer one counts. */
const descriptions: readonly string[] = ["title", "description", "default", "nullable", "$schema", "$id"];

/**
 * Puts in place what a node only points to: a local `$ref`, the only member of an `allOf`, the only member but `null` of an `anyOf` or
 * `oneOf`; one of several types that is `null` becomes `nullable`.
 */
export function settle(given: unknown, at: Place): Settled {
  const node = withoutNullType(documentAt(given, at));
  const reference = getOwn(node, "$ref");
  if (reference !== undefined) {
    const target = dereference(reference, at);
    const inside = { ...at, followed: [...at.followed, String(reference)] };
    return settle(merged(target, without(node, "$ref"), at), inside);
  }
  const keyword = ["allOf", "anyOf", "oneOf"].find((name) => getOwn(node, name) !== undefined);
  if (keyword === undefined) return { node, at };
  const branches = branchesOf(node, keyword, at);
  const values = keyword === "allOf" ? branches : branches.filter((branch) => !isNull(branch));
  const whole = values.length < branches.length ? { ...node, nullable: true, [keyword]: values } : node;
  const [only] = values;
  if (values.length !== 1 || only === undefined) return { node: whole, at };
  return settle(merged(only, without(whole, keyword), at), at);
}

/** The members of an `allOf`, `anyOf` or `oneOf`. */
export function branchesOf(node: Document, keyword: string, at: Place): readonly Document[] {
  const branches = getOwn(node, keyword);
  if (!Array.isArray(branches)) throw unsupported(below(at, `.${keyword}`).path, "no list", "a list of schemas");
  return branches.map((branch: unknown) => documentAt(branch, at));
}

/** The node without some of its keywords. */
export function without(node: Document, ...keywords: readonly string[]): Document {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword)));
}

function documentAt(value: unknown, at: Place): Document {
  if (value === true) return {};
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Document;
  throw unsupported(at.path, value === false ? "allows no value at all" : "no schema", "a JSON Schema object");
}

function dereference(reference: unknown, at: Place): Document {
  if (typeof reference !== "string" || !reference.startsWith("#")) {
    throw unsupported(at.path, `refers to ${String(reference)}`, "references inside the schema only");
  }
  if (reference === "#" || at.followed.includes(reference)) {
    throw unsupported(at.path, `the schema contains itself, by ${reference}`, "a schema without recursion");
  }
  let found: unknown = at.root;
  for (const step of reference.slice(2).split("/")) {
    const name = decodedStep(step);
    if (name === undefined) throw unsupported(at.path, `${reference} can't be read`, "a reference in a fragment");
    found = typeof found === "object" && found !== null ? getOwn(found, name) : undefined;
  }
  if (found === undefined) throw unsupported(at.path, `${reference} is not there`, "a reference that leads somewhere");
  return documentAt(found, at);
}

function decodedStep(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

function merged(inner: Document, outer: Document, at: Place): Document {
  for (const keyword of Object.keys(outer)) {
    if (descriptions.includes(keyword) || !Object.hasOwn(inner, keyword)) continue;
    if (deepEqual(getOwn(inner, keyword), getOwn(outer, keyword))) continue;
    throw unsupported(at.path, `says ${keyword} twice, differently`, "one schema in one place");
  }
  const isNullable = getOwn(inner, "nullable") === true || getOwn(outer, "nullable") === true;
  return { ...inner, ...outer, ...(isNullable ? { nullable: true } : {}) };
}

function isNull(branch: Document): boolean {
  if (getOwn(branch, "type") === "null" || getOwn(branch, "const") === null) return true;
  const values = getOwn(branch, "enum");
  return Array.isArray(values) && values.length > 0 && values.every((value) => value === null);
}

function withoutNullType(node: Document): Document {
  const type = getOwn(node, "type");
  if (!Array.isArray(type)) return node;
  const types: readonly unknown[] = type.filter((name) => name !== "null");
  const isNullable = types.length < type.length ? { nullable: true } : {};
  if (types.length === 1) return { ...node, type: types[0], ...isNullable };
  return { ...without(node, "type"), anyOf: types.map((name) => ({ type: name })), ...isNullable };
}
