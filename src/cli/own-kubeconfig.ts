import { isDeepStrictEqual } from "node:util";

/** Whether a text is a kubeconfig as servers of ours write it, and holds nothing else. */
export function isOwnKubeconfig(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof value !== "object" || value === null) return false;
  const { clusters, users, contexts } = value as Readonly<Record<string, unknown>>;
  return [clusters, users, contexts].every((entries) => isDeepStrictEqual(namesOf(entries), ["setpoint"]));
}

function namesOf(entries: unknown): readonly unknown[] {
  return Array.isArray(entries) ? entries.map((entry: { readonly name?: unknown } | null) => entry?.name) : [];
}
