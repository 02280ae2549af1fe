import type { GroupVersion } from "../../model/index.ts";

/**
 * The version that a body names, as Kubernetes reads it where there is none like that: `/v1` is `v1`, `/` names nothing, and `apps/` only a
 * group. Undefined for what is none.
 */
export function readSentVersion(text: string): GroupVersion | undefined {
  const [first = "", second, ...beyond] = text.split("/", 3);
  if (beyond.length > 0) return undefined;
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}
