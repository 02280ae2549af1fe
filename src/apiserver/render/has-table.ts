import type { ServedResource } from "../registry/index.ts";

/** Parts that Kubernetes shows as tables. */
const shownParts: ReadonlySet<string> = new Set(["", "status", "scale"]);

/** Where Kubernetes has forgotten that a status could be shown. */
const hiddenStatuses: ReadonlySet<string> = new Set(["customresourcedefinitions", "apiservices", "resourceclaims"]);

/** Whether objects are shown as tables where they are asked for. What is only posted to be answered never is. */
export function hasTable({ resource, isCustom }: ServedResource, subresource = ""): boolean {
  if (!resource.verbs.includes("get") || !shownParts.has(subresource)) return false;
  return isCustom || subresource !== "status" || !hiddenStatuses.has(resource.plural);
}
