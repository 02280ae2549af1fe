import { formatApiVersion } from "../model/index.ts";
import { servedSubresources, subresourceVerbs } from "./registry/index.ts";
import type { Catalog, ServedResource } from "./registry/index.ts";
import { compareVersions } from "./version-order.ts";

/** The built-in groups in the order in which Kubernetes lists them. Groups of custom resources follow, by name. */
const groupOrder: readonly string[] = [
  "apiregistration.k8s.io",
  "apps",
  "events.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "networking.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "storage.k8s.io",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "scheduling.k8s.io",
  "coordination.k8s.io",
  "node.k8s.io",
  "discovery.k8s.io",
  "resource.k8s.io",
  "flowcontrol.apiserver.k8s.io",
];

/** A group with its versions, best first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
}

/** What is served now, the core group left out. */
export function servedGroups(catalog: Catalog): readonly ServedGroup[] {
  const versions = Map.groupBy(
    catalog.all().map(({ resource }) => resource),
    ({ group }) => group,
  );
  versions.delete("");
  const groups = [...versions].map(([group, resources]) => ({
    group,
    versions: [...new Set(resources.map(({ version }) => version))].sort(compareVersions),
  }));
  return groups.sort((a, b) => rank(a.group) - rank(b.group) || (a.group < b.group ? -1 : 1));
}

function rank(group: string): number {
  const index = groupOrder.indexOf(group);
  return index === -1 ? groupOrder.length : index;
}

/** The answer to `/api`. */
export function coreVersions(host: string): object {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: host }],
  };
}

/** The answer to `/apis`. */
export function groupList(catalog: Catalog): object {
  return { kind: "APIGroupList", apiVersion: "v1", groups: servedGroups(catalog).map(groupOf) };
}

/** The answer to `/apis/{group}`; undefined if there is none. */
export function groupDocument(catalog: Catalog, name: string): object | undefined {
  const found = servedGroups(catalog).find(({ group }) => group === name);
  return found === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...groupOf(found) };
}

function groupOf({ group, versions }: ServedGroup): object {
  const entries = versions.map((version) => ({ groupVersion: formatApiVersion({ group, version }), version }));
  return { name: group, versions: entries, preferredVersion: entries[0] };
}

/** The answer to `/api/v1` and `/apis/{group}/{version}`; undefined if nothing is served there. */
export function resourceList(catalog: Catalog, group: string, version: string): object | undefined {
  const served = servedIn(catalog, group, version);
  if (served.length === 0) return undefined;
  const resources = served.flatMap((entry) => [mainEntry(entry), ...subresourceEntries(entry)]);
  resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  const groupVersion = formatApiVersion({ group, version });
  return { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion, resources };
}

/** The resources of one group and version. */
export function servedIn(catalog: Catalog, group: string, version: string): readonly ServedResource[] {
  return catalog.all().filter(({ resource }) => resource.group === group && resource.version === version);
}

/** Parts whose bodies are of a kind of their own. */
const otherKinds: Readonly<Record<string, Pick<ResourceEntry, "group" | "version" | "kind">>> = {
  token: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" },
};

interface ResourceEntry {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  /** Only of a kind in another group. */
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

function mainEntry({ resource }: ServedResource): ResourceEntry {
  const { plural, singular, scope, kind, verbs, shortNames, categories } = resource;
  return {
    name: plural,
    singularName: singular,
    namespaced: scope === "Namespaced",
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
}

function subresourceEntries(served: ServedResource): readonly ResourceEntry[] {
  const { plural, scope, kind } = served.resource;
  return servedSubresources(served).map((name) => ({
    name: `${plural}/${name}`,
    singularName: "",
    namespaced: scope === "Namespaced",
    kind,
    ...otherKinds[name],
    verbs: subresourceVerbs[name] ?? [],
  }));
}
