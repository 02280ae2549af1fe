import { getOwn } from "../model/index.ts";
import { unsupported } from "./errors.ts";
import { withoutNullableEnum } from "./nullable-enum.ts";
import { keptKeywords } from "./keywords.ts";
import { below } from "./place.ts";
import type { Document, Place } from "./place.ts";
import { branchesOf, settle, without } from "./settle.ts";
import { unionOf } from "./union.ts";

const preserved: Document = { "x-kubernetes-preserve-unknown-fields": true };
const descriptions: readonly string[] = ["title", "description", "default", "nullable"];
const unionKeywords: readonly ("allOf" | "anyOf" | "oneOf")[] = ["allOf", "anyOf", "oneOf"];

/**
 * The schema as a CustomResourceDefinition holds it: what JSON Schema says in another way is said in Kubernetes' way, what makes no
 * difference there is left out, and what Kubernetes refuses is refused here, with its place. `path` is where the schema belongs: `spec`.
 */
export function structuralSchema(schema: Document, path: string): Document {
  const converted = convert(schema, { path, root: schema, followed: [] });
  if (getOwn(converted, "type") === "object") return converted;
  throw unsupported(path, "the schema is not one of an object", "an object");
}

function convert(given: unknown, start: Place): Document {
  const { node, at } = settle(given, start);
  const [keyword, second] = unionKeywords.filter((name) => getOwn(node, name) !== undefined);
  if (second !== undefined) throw unsupported(at.path, `${keyword} together with ${second}`, "one of the two");
  const whole = keyword === undefined ? node : withUnion(node, keyword, at);
  const { type, ...kept } = withoutNullableEnum(keptKeywords(whole, at), at);
  const parts = { ...properties(whole, at), ...items(whole, type, at), ...additional(whole, at) };
  const result = { ...(type === undefined ? {} : { type }), ...kept, ...parts };
  if (type !== undefined || Object.keys(result).some((name) => name.startsWith("x-kubernetes-"))) return result;
  const constraint = Object.keys(result).find((name) => !descriptions.includes(name));
  if (constraint === undefined) return { ...result, ...preserved, nullable: true };
  throw unsupported(at.path, `${constraint} without a type`, "a type for each field");
}

/** The node with its union said in Kubernetes' way. Of an `allOf`, the branches may lack the type that stands outside. */
function withUnion(node: Document, keyword: "allOf" | "anyOf" | "oneOf", at: Place): Document {
  const { type } = node;
  const branches = branchesOf(node, keyword, at).map((branch) =>
    convert(type === undefined ? branch : { type, ...branch }, at),
  );
  return { ...without(node, keyword), ...unionOf(keyword, branches, at) };
}

function properties(node: Document, at: Place): Document {
  const given = getOwn(node, "properties");
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null)
    throw unsupported(at.path, "properties are no object", "schemas by name");
  const converted = Object.entries(given).map(([name, schema]) => [name, convert(schema, below(at, `.${name}`))]);
  return { properties: Object.fromEntries(converted) as Document };
}

function items(node: Document, type: unknown, at: Place): Document {
  const given = getOwn(node, "items");
  if (type !== "array") return {};
  if (Array.isArray(given))
    throw unsupported(at.path, "a schema for each position of a list", "one schema for all items");
  return { items: convert(given ?? {}, below(at, "[]")) };
}

/** Unknown fields are removed by every server, so refusing them says nothing; keeping them must be said. */
function additional(node: Document, at: Place): Document {
  const given = getOwn(node, "additionalProperties");
  if (given === undefined || given === false) return {};
  const values = convert(given, below(at, "[*]"));
  const isAnything = getOwn(values, "x-kubernetes-preserve-unknown-fields") === true;
  const hasNames = Object.keys((getOwn(node, "properties") as object | undefined) ?? {}).length > 0;
  if (isAnything) return preserved;
  if (!hasNames) return { additionalProperties: values };
  throw unsupported(at.path, "named fields together with a schema for all others", "one of the two");
}
