import type { Difference } from "./difference.ts";
import { fieldDifferences } from "./field-differences.ts";
import type { DifferenceClass, Verdict } from "./verdict.ts";

/** What a run comes to, for people: counts by kind, and each class with an example. */
export function printVerdict({ total, kinds, classes, problems }: Verdict): string {
  return [
    ...Object.entries(kinds)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([kind, { requests, differ }]) => `${kind}: ${differ} of ${requests} differ`),
    ...classes.map(printClass),
    `${total.requests} requests, ${total.differ} differ (${((100 * total.differ) / Math.max(1, total.requests)).toFixed(1)} %)`,
    ...problems.map((problem) => `FAILED: ${problem}`),
  ].join("\n");
}

function printClass({ name, count, isKnown, example }: DifferenceClass): string {
  return `\n${name}: ${count}${isKnown ? "" : " (not listed)"}\n${printDifference(example)}`;
}

/** One difference: the request, and where the answers differ. */
export function printDifference({ script, call, ours, real }: Difference): string {
  const fields = fieldDifferences({ ...ours }, { ...real }).slice(0, shownFields);
  return [
    `  ${script.id}: ${call.method} ${call.path} ${call.note ?? shortened(call.body)}`,
    ...fields.map((one) => `    ${one.path}\n      ours ${shortened(one.ours)}\n      real ${shortened(one.real)}`),
  ].join("\n");
}

const shownFields = 6;
const shownCharacters = 400;

function shortened(value: unknown): string {
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
