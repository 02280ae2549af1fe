import type { Resource } from "../../model/index.ts";
import type { ServedResource } from "./contract.ts";

/** What the body of a subresource is, where it is no object of the resource itself. */
export const scaleKind: ServedResource = part("autoscaling", "v1", "Scale");
/** A decision where a pod runs. */
export const bindingKind: ServedResource = part("", "v1", "Binding");
/** A wish that a pod goes. */
export const evictionKind: ServedResource = part("policy", "v1", "Eviction");

function part(group: string, version: string, kind: string): ServedResource {
  const plural = `${kind.toLowerCase()}s`;
  const resource = { group, version, kind, plural, scope: "Namespaced", verbs: [], subresources: [] };
  return {
    resource: resource as unknown as Resource,
    collection: `${group}/${plural}`,
    isCustom: false,
    isStorageVersion: true,
  };
}
