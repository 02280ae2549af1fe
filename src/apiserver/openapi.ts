import { hash } from "node:crypto";
import { formatApiVersion } from "../model/index.ts";
import { serverVersion } from "./defaults.ts";
import { servedGroups, servedIn } from "./discovery.ts";
import type { Catalog, ServedResource } from "./registry/index.ts";

/** The answer to `/openapi/v3`: one document for each group and version, under an address that changes with its content. */
export function openApiIndex(catalog: Catalog): object {
  const places = [
    { group: "", version: "v1" },
    ...servedGroups(catalog).flatMap(({ group, versions }) => versions.map((version) => ({ group, version }))),
  ];
  const entries = places.map((place): [string, object] => {
    const root = rootOf(place.group, place.version);
    const digest = hash("sha256", JSON.stringify(openApiDocument(catalog, place.group, place.version)));
    return [root, { serverRelativeURL: `/openapi/v3/${root}?hash=${digest.toUpperCase()}` }];
  });
  return { paths: Object.fromEntries(entries) };
}

/**
 * The document of one group and version; undefined if nothing is served there. It holds what kubectl looks for before it writes, which
 * parameters a patch of a kind takes, and not yet what the kinds look like.
 */
export function openApiDocument(catalog: Catalog, group: string, version: string): object | undefined {
  const served = servedIn(catalog, group, version);
  if (served.length === 0) return undefined;
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: serverVersion.gitVersion },
    paths: Object.fromEntries(served.map((entry) => [objectPath(entry), { patch: patchOperation(entry) }])),
    components: { schemas: Object.fromEntries(served.map(schemaOf)) },
  };
}

function rootOf(group: string, version: string): string {
  return `${group === "" ? "api" : "apis"}/${formatApiVersion({ group, version })}`;
}

function objectPath({ resource: { group, version, scope, plural } }: ServedResource): string {
  return `/${rootOf(group, version)}/${scope === "Namespaced" ? "namespaces/{namespace}/" : ""}${plural}/{name}`;
}

function patchOperation({ resource: { group, version, kind } }: ServedResource): object {
  return {
    "x-kubernetes-action": "patch",
    "x-kubernetes-group-version-kind": { group, version, kind },
    // Without `dryRun`: whoever asks whether it is understood is told the truth.
    parameters: ["fieldManager", "fieldValidation"].map((name) => ({ name, in: "query", schema: { type: "string" } })),
    responses: { "200": { description: "OK" } },
  };
}

function schemaOf({ resource: { group, version, kind } }: ServedResource): [string, object] {
  const name = [...(group === "" ? ["core"] : group.split(".").reverse()), version, kind].join(".");
  return [name, { type: "object", "x-kubernetes-group-version-kind": [{ group, version, kind }] }];
}
