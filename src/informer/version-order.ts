import { compareResourceVersions, isResourceVersion } from "../model/index.ts";

/** Whether `a` is certainly older than `b`. Versions that are no numbers have no order. */
export function isOlder(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !isResourceVersion(a) || !isResourceVersion(b)) return false;
  return compareResourceVersions(a, b) < 0;
}

/** Whether `a` brings nothing that `b` does not have: it is the same version, or an older one. */
export function isNoNewer(a: string | undefined, b: string | undefined): boolean {
  return (a !== undefined && a === b) || isOlder(a, b);
}
