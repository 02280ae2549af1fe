import { deepEqual, getOwn } from "../model/index.ts";
import { unsupported } from "./errors.ts";
import type { Document, Place } from "./place.ts";

/** Said in the same way in JSON Schema and in a CustomResourceDefinition. */
const same: readonly string[] = words(
  "type title description default nullable required multipleOf minLength maxLength minItems maxItems minProperties maxProperties",
);

/** Converted elsewhere, or without a meaning for a server. */
const left: readonly string[] = words(
  "properties items additionalProperties $schema $id $comment $defs definitions example examples deprecated readOnly writeOnly contentEncoding contentMediaType",
);

const types: readonly unknown[] = words("array boolean integer number object string");

/** Those of Kubernetes that mean the same in JSON Schema. A server ignores all others, but warns. */
const formats: readonly unknown[] = words(
  "byte cidr date date-time double email float hostname int32 int64 ipv4 ipv6 mac password uri uuid",
);

function words(text: string): readonly string[] {
  return text.split(" ");
}

/** The keywords of one node that constrain or describe its own value, as Kubernetes says them. What it cannot say is refused. */
export function keptKeywords(node: Document, at: Place): Document {
  const kept: [string, unknown][] = [];
  for (const keyword of Object.keys(node)) kept.push(...keep(keyword, node, at));
  return Object.fromEntries([...typeEntry(node, at), ...kept.filter(([keyword]) => keyword !== "type")]);
}

function keep(keyword: string, node: Document, at: Place): readonly [string, unknown][] {
  const value = getOwn(node, keyword);
  if (value === undefined || left.includes(keyword)) return [];
  switch (keyword) {
    case "const":
    case "enum":
      return [["enum", allowedValues(node, at)]];
    case "format":
      return formats.includes(value) ? [[keyword, value]] : [];
    case "minimum":
    case "exclusiveMinimum":
      return bound(node, "minimum", "exclusiveMinimum");
    case "maximum":
    case "exclusiveMaximum":
      return bound(node, "maximum", "exclusiveMaximum");
    case "pattern":
      return [[keyword, checkedPattern(value, at)]];
    case "uniqueItems":
      if (value === false) return [];
      break;
    case "propertyNames":
      if (isAnyText(value)) return [];
      break;
    default:
      if (same.includes(keyword) || keyword.startsWith("x-kubernetes-") || isUnion(keyword)) return [[keyword, value]];
  }
  throw unsupported(at.path, `${keyword} cannot be said in a CustomResourceDefinition`, "a schema without it");
}

/** By the time that keywords are looked at, the unions that are left are converted. */
function isUnion(keyword: string): boolean {
  return ["allOf", "anyOf", "oneOf"].includes(keyword);
}

function isAnyText(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.keys(schema).every((keyword) => keyword === "type") && ["string", undefined].includes(typeOf(schema));
}

function typeOf(schema: object): string | undefined {
  return getOwn(schema, "type") as string | undefined;
}

/**
 * Both ways to say that a bound itself is excluded, as a number of its own and as a mark on the bound, become the latter. The bounds of
 * whole numbers that every program has, 2^53, are none.
 */
function bound(node: Document, inclusive: string, exclusive: string): readonly [string, unknown][] {
  const limit = getOwn(node, inclusive);
  const other = getOwn(node, exclusive);
  const isTighter = inclusive === "minimum" ? (a: number, b: number) => a >= b : (a: number, b: number) => a <= b;
  const isExcluded =
    other === true || (typeof other === "number" && (typeof limit !== "number" || isTighter(other, limit)));
  const value = typeof other === "number" && isExcluded ? other : limit;
  if (typeof value !== "number") return [];
  if (getOwn(node, "type") === "integer" && Math.abs(value) >= Number.MAX_SAFE_INTEGER) return [];
  return isExcluded
    ? [
        [inclusive, value],
        [exclusive, true],
      ]
    : [[inclusive, value]];
}

/** Servers match patterns with RE2, which has neither look-around nor back references nor `\u`. */
function checkedPattern(value: unknown, at: Place): unknown {
  if (typeof value === "string" && !/\(\?(?:=|!|<=|<!)|\\[1-9]|\\k<|\\u/.test(value)) return value;
  throw unsupported(at.path, `the pattern ${String(value)} is more than a server understands`, "an RE2 pattern");
}

function typeEntry(node: Document, at: Place): readonly [string, unknown][] {
  const type = getOwn(node, "type") ?? typeOfValues(node);
  if (type === undefined) return [];
  if (types.includes(type)) return [["type", type]];
  throw unsupported(at.path, `the type ${String(type)}`, `a type of ${types.join(", ")}`);
}

/** What `const` and `enum` both allow. */
function allowedValues(node: Document, at: Place): unknown {
  const values = getOwn(node, "enum");
  const only = getOwn(node, "const");
  if (only === undefined) return values;
  if (values === undefined || (Array.isArray(values) && values.some((value) => deepEqual(value, only)))) return [only];
  throw unsupported(at.path, "the value of const is not in enum", "a value that both allow");
}

/** The type that all values of an `enum` or `const` have. */
function typeOfValues(node: Document): unknown {
  const values = Object.hasOwn(node, "const") ? [node["const"]] : getOwn(node, "enum");
  if (!Array.isArray(values)) return undefined;
  const found = new Set(values.map((value) => (Number.isSafeInteger(value) ? "integer" : typeof value)));
  return found.size === 1 ? [...found][0] : undefined;
}
