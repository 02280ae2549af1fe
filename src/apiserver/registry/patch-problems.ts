import { strictProblems } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Patch, WriteOptions } from "./contract.ts";

const operations: Readonly<Schema> = {
  type: "array",
  items: { type: "object", properties: { op: {}, path: {}, from: {}, value: {} } },
};

/** What a strict reader finds wrong with the text of a patch: what is there twice and, in an operation, what nobody knows. */
export function problemsOf({ type }: Patch, { text, fieldValidation }: WriteOptions): readonly string[] {
  if (text === undefined || fieldValidation === "Ignore") return [];
  if (type !== "json") return strictProblems(text, undefined);
  return strictProblems(text, operations).map((problem) => `json patch ${problem}`);
}
