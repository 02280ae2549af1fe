import { isExactInteger } from "../../model/index.ts";

/** An object of a document. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** What a value of a document is. An integer too large for a number is a scalar. */
export type JsonKind = "null" | "scalar" | "list" | "map";

/** Tells what a value is. */
export function jsonKind(value: unknown): JsonKind {
  if (value === null) return "null";
  if (typeof value !== "object") return "scalar";
  if (Array.isArray(value)) return "list";
  return isExactInteger(value) ? "scalar" : "map";
}

/** The members of an object; none for any other value. */
export function mapOf(value: unknown): JsonMap {
  return typeof value === "object" && value !== null && jsonKind(value) === "map" ? (value as JsonMap) : {};
}

/** The items of a list; none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Orders texts for sorting. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
