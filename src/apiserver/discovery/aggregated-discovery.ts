import type { GroupVersionKind } from "../../model/index.ts";
import type { Catalog, ServedResource } from "../registry/index.ts";
import { servedGroups, servedIn } from "./served-groups.ts";
import { servedParts, toldVerbs } from "./served-part.ts";

/** As what aggregated discovery is asked for. */
export const aggregatedForm: Readonly<GroupVersionKind> = {
  group: "apidiscovery.k8s.io",
  version: "v2",
  kind: "APIGroupDiscoveryList",
};

/** Everything about the core group, which `/api` answers with. */
export function aggregatedCore(catalog: Catalog): object {
  return listOf([{ metadata: {}, versions: [versionOf(catalog, "", "v1")] }]);
}

/** Everything about the other groups, which `/apis` answers with. */
export function aggregatedGroups(catalog: Catalog): object {
  const groups = servedGroups(catalog).map(({ group, versions }) => ({
    metadata: { name: group },
    versions: versions.map((version) => versionOf(catalog, group, version)),
  }));
  return listOf(groups);
}

function listOf(items: readonly object[]): object {
  const { group, version, kind } = aggregatedForm;
  return { kind, apiVersion: `${group}/${version}`, metadata: {}, items };
}

function versionOf(catalog: Catalog, group: string, version: string): object {
  return { version, resources: servedIn(catalog, group, version).map(resourceOf), freshness: "Current" };
}

function resourceOf(served: ServedResource): object {
  const { group, version, kind, plural, singular, scope, shortNames, categories } = served.resource;
  const parts = servedParts(served).map((part) => ({
    subresource: part.name,
    responseKind: responseKind(served, part.kind),
    verbs: part.verbs,
  }));
  return {
    resource: plural,
    responseKind: responseKind(served, { group, version, kind }),
    scope,
    singularResource: singular,
    verbs: toldVerbs(served),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(parts.length === 0 ? {} : { subresources: parts }),
  };
}

/** Of a built-in kind in the resource's own version only the name is told. */
function responseKind({ resource, isCustom }: ServedResource, { group, version, kind }: GroupVersionKind): object {
  const isOwn = !isCustom && group === resource.group && version === resource.version;
  return isOwn ? { group: "", version: "", kind } : { group, version, kind };
}
