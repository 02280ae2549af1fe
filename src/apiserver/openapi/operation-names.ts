import type { GroupVersion } from "../../model/index.ts";

/** Under what operations are put together: `rbacAuthorization_v1`. */
export function tagOf({ group, version }: GroupVersion): string {
  return `${groupTag(group)}_${version}`;
}

/** The tag of a whole group: `rbacAuthorization`. */
export function groupTag(group: string): string {
  const [first = "", ...others] = (group === "" ? "core" : group.replace(/\.k8s\.io$/, "")).split(".");
  return [first, ...others.map(capitalized)].join("").replaceAll(/-(\w?)/g, (_all, next: string) => capitalized(next));
}

/** What the names of the operations of a version have in common: `RbacAuthorizationV1`. */
export function versionName({ group, version }: GroupVersion): string {
  return `${capitalized(groupTag(group))}${capitalized(version)}`;
}

/** The same text with a large first letter. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
