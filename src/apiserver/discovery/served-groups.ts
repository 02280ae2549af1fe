import type { Catalog, ServedResource } from "../registry/index.ts";
import { compareVersions } from "../crd/index.ts";

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

/** The resources of one group and version, by name. */
export function servedIn(catalog: Catalog, group: string, version: string): readonly ServedResource[] {
  const own = catalog.all().filter(({ resource }) => resource.group === group && resource.version === version);
  return own.sort((a, b) => (a.resource.plural < b.resource.plural ? -1 : 1));
}

function rank(group: string): number {
  const index = groupOrder.indexOf(group);
  return index === -1 ? groupOrder.length : index;
}
