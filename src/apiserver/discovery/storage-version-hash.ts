import { hash } from "node:crypto";
import type { Catalog, ServedResource } from "../registry/index.ts";

/** Resources that Kubernetes keeps in a version which it does not serve. The hashes are those that its clients know. */
const keptInBeta: ReadonlySet<string> = new Set([
  "customresourcedefinitions",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
]);

/** What tells clients that objects are kept in another version than before; undefined for a resource that keeps none. */
export function storageVersionHash(catalog: Catalog, served: ServedResource): string | undefined {
  if (!served.resource.verbs.includes("watch")) return undefined;
  const { resource } = storedAs(catalog, served);
  const version = !served.isCustom && keptInBeta.has(resource.plural) ? "v1beta1" : resource.version;
  const digest = hash("sha256", `${resource.group}/${version}/${resource.kind}`, "buffer");
  return digest.subarray(0, 8).toString("base64");
}

/** Kubernetes keeps both kinds of events as one, in the core group. */
function storedAs(catalog: Catalog, served: ServedResource): ServedResource {
  const { group, plural } = served.resource;
  if (group === "events.k8s.io") return catalog.find("", "v1", plural) ?? served;
  if (served.isStorageVersion) return served;
  const isStored = (other: ServedResource): boolean => other.collection === served.collection && other.isStorageVersion;
  return catalog.all().find(isStored) ?? served;
}
