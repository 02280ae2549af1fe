import { valueAt } from "./edit-body.ts";
import type { Edit } from "./edit-body.ts";

/** What Go tells from nothing, and JSON in its one form does not: its own reasons for a difference, whatever the kind. */
export type Edge = "empty-value" | "zero-time";

const zeroTime = "0001-01-01T00:00:00Z";

/** Which of them the changes of a body have brought into it. */
export function edgeOf(changed: unknown, edits: readonly Edit[]): Edge | undefined {
  const left = edits.map(({ path, value }) => (value === undefined ? valueAt(changed, path.slice(0, -1)) : value));
  if (edits.some(({ value }) => value === zeroTime)) return "zero-time";
  return left.some(isEmpty) ? "empty-value" : undefined;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
