import { strictFindings, strictProblems, typeProblem, withMerged } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Patch, WriteOptions } from "./contract.ts";
import type { Refusal } from "./read-document.ts";

const operations: Readonly<Schema> = {
  type: "array",
  items: { type: "object", properties: { op: {}, path: {}, from: {}, value: {} } },
};

/**
 * Throws for a merge patch of a built-in kind with a number that is written as no integer where the schema wants one: `1.0` is none, whatever is
 * there. What other patches bring is not told from how it is written.
 */
export function assertNotation(
  { type }: Patch,
  text: string | undefined,
  { schema, refuse }: { readonly schema: Schema; readonly refuse: Refusal },
): void {
  if (type !== "merge" || text === undefined || !strictFindings(text, schema).hasNotation) return;
  const problem = typeProblem(withMerged(text, schema), schema);
  if (problem !== undefined) throw refuse(problem);
}

/** What a strict reader finds wrong with the text of a patch: what is there twice and, in an operation, what nobody knows. */
export function problemsOf({ type }: Patch, { text, fieldValidation }: WriteOptions): readonly string[] {
  if (text === undefined || fieldValidation === "Ignore") return [];
  if (type !== "json") return strictProblems(text, undefined);
  return strictProblems(text, operations).map((problem) => `json patch ${problem}`);
}
