import { isExactInteger } from "../../model/index.ts";
import { compareTexts, jsonKind, mapOf } from "./json-kind.ts";

/** A value as Go prints it plainly: `map[a:1 b:[x y]]`. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (isExactInteger(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).toSorted(([a], [b]) => compareTexts(a, b));
  return `map[${members.map(([name, member]) => `${name}:${goText(member)}`).join(" ")}]`;
}

/** A value as Go's source would say it: `map[string]interface {}{"a":1}`. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return "interface {}(nil)";
  if (isExactInteger(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (typeof value !== "object") return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.entries(mapOf(value)).toSorted(([a], [b]) => compareTexts(a, b));
  return `map[string]interface {}{${members.map(([name, member]) => `${JSON.stringify(name)}:${goSyntax(member)}`).join(", ")}}`;
}

/** The type that Go has for a value of a document. */
export function goType(value: unknown): string {
  const kind = jsonKind(value);
  if (kind === "map") return "map[string]interface {}";
  if (kind === "list") return "[]interface {}";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return Number.isInteger(value) || isExactInteger(value) ? "int64" : "float64";
}
