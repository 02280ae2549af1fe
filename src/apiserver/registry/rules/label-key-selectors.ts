import { getOwn } from "../../../model/index.ts";
import { listAt, partAt } from "./members.ts";
import { changedAt, pathOf } from "./places.ts";
import type { Fields, Path } from "./places.ts";

const preferred = "preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm";
const needed = "requiredDuringSchedulingIgnoredDuringExecution[]";

/** Where the spec of a pod chooses other pods that have, or have not, the values of its own labels. */
const terms: readonly Path[] = [
  ...["podAffinity", "podAntiAffinity"].flatMap((name) => [
    `affinity.${name}.${preferred}`,
    `affinity.${name}.${needed}`,
  ]),
  "topologySpreadConstraints[]",
].map(pathOf);

/** The spec of a new pod whose selectors say what the keys of its own labels stand for. */
export function withLabelKeys(spec: Fields, labels: Fields): Fields {
  return terms.reduce((whole, path) => changedAt(whole, path, (term) => withSelector(term, labels)), spec);
}

/** No selector chooses nothing, and stays. */
function withSelector(term: unknown, labels: Fields): unknown {
  const given = (term ?? {}) as Fields;
  const selector = partAt(given, "labelSelector");
  if (selector === undefined) return term;
  const added = [...requirements(given, "matchLabelKeys", labels), ...requirements(given, "mismatchLabelKeys", labels)];
  if (added.length === 0) return term;
  const matchExpressions = [...listAt(selector, "matchExpressions"), ...added];
  return { ...given, labelSelector: { ...selector, matchExpressions } };
}

function requirements(term: Fields, member: "matchLabelKeys" | "mismatchLabelKeys", labels: Fields): readonly object[] {
  const operator = member === "matchLabelKeys" ? "In" : "NotIn";
  return countedKeys(term, member).flatMap(([key]) => {
    const value = getOwn(labels, key);
    return isCopied(value) ? [{ key, operator, values: [value] }] : [];
  });
}

/** What is far too long is refused as a label, and need not be told again for every selector. */
function isCopied(value: unknown): boolean {
  return value !== undefined && String(value).length <= longestCopy;
}

const longestCopy = 1024;

/**
 * The keys of labels in a list with their indices, each at most twice: what comes of them does not grow with repeats, and a key that is
 * repeated can still be told from one that is not. Kubernetes counts every repeat.
 */
export function countedKeys(term: Fields, member: string): readonly (readonly [key: string, index: number])[] {
  const counts = new Map<string, number>();
  return listAt(term, member).flatMap((item, index) => {
    const key = String(item);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > 2 ? [] : [[key, index] as const];
  });
}
