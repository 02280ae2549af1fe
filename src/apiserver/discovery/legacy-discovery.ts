import { formatApiVersion } from "../../model/index.ts";
import type { Catalog, ServedResource } from "../registry/index.ts";
import { servedGroups, servedIn } from "./served-groups.ts";
import type { ServedGroup } from "./served-groups.ts";
import { servedParts, toldVerbs } from "./served-part.ts";
import type { ServedPart } from "./served-part.ts";
import { storageVersionHash } from "./storage-version-hash.ts";

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
  // Versions that definitions add to a group of built-in resources are only listed.
  if (catalog.isBuiltIn(group) && served.every(({ isCustom }) => isCustom)) return undefined;
  if (served.length === 0) return undefined;
  const resources = served.flatMap((entry) => [
    mainEntry(entry, storageVersionHash(catalog, entry)),
    ...servedParts(entry).map((part) => partEntry(entry, part)),
  ]);
  const groupVersion = formatApiVersion({ group, version });
  return { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion, resources };
}

function mainEntry(served: ServedResource, hash: string | undefined): object {
  const { plural, singular, scope, kind, shortNames, categories } = served.resource;
  return {
    name: plural,
    singularName: singular,
    namespaced: scope === "Namespaced",
    kind,
    verbs: toldVerbs(served),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
}

/** The group and the version are told only where the kind is of others than the resource. */
function partEntry({ resource }: ServedResource, { name, kind: { group, version, kind }, verbs }: ServedPart): object {
  const isOther = group !== resource.group || version !== resource.version;
  return {
    name: `${resource.plural}/${name}`,
    singularName: "",
    namespaced: resource.scope === "Namespaced",
    ...(isOther ? { group, version } : {}),
    kind,
    verbs,
  };
}
