import { formatApiVersion } from "../../src/model/index.ts";
import type { GroupVersion, GroupVersionKind } from "../../src/model/index.ts";
import { CodegenError } from "./errors.ts";
import { parseGroup, parseGroupVersionKind, parseKind, parseVersion } from "./group-version-kind.ts";
import { child, elementsOf, optionalTextOf, refuse, textOf, textsOf } from "./json-document.ts";
import type { JsonNode } from "./json-document.ts";

/** The media type of aggregated discovery. A server without it answers with another kind, which is refused. */
export const discoveryMediaType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** A resource that has its own path. Lists are in the order of the server. */
export interface DiscoveredResource {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly DiscoveredSubresource[];
}

/** A path below a resource. `kind` is what is sent or answered there, undefined when the server does not say. */
export interface DiscoveredSubresource {
  readonly name: string;
  readonly kind: GroupVersionKind | undefined;
}

/** One version of one group, with everything it serves. */
export interface DiscoveredVersion extends GroupVersion {
  readonly resources: readonly DiscoveredResource[];
}

/**
 * Reads a document of aggregated discovery. Groups, and the versions of a group, keep the server's order: the first
 * version is the preferred one. Refuses a document that the server marks as incomplete.
 */
export function parseDiscovery(document: unknown, place: string): readonly DiscoveredVersion[] {
  const root: JsonNode = { value: document, place, code: "SETPOINT_CODEGEN_DISCOVERY" };
  const kind = child(root, "kind");
  if (kind.value !== "APIGroupDiscoveryList")
    refuse(kind, "APIGroupDiscoveryList, which Kubernetes has served since 1.30");
  const apiVersion = child(root, "apiVersion");
  if (apiVersion.value !== "apidiscovery.k8s.io/v2") refuse(apiVersion, "apidiscovery.k8s.io/v2");
  return elementsOf(child(root, "items")).flatMap((item) => {
    const group = parseGroup(child(child(item, "metadata"), "name"));
    return elementsOf(child(item, "versions")).map((version) => parseGroupVersion(version, group));
  });
}

function parseGroupVersion(node: JsonNode, group: string): DiscoveredVersion {
  const version = parseVersion(child(node, "version"));
  const freshness = child(node, "freshness");
  if (freshness.value !== "Current")
    refuse(freshness, `"Current", so that ${formatApiVersion({ group, version })} is whole`);
  const resources = elementsOf(child(node, "resources")).map((resource) => parseResource(resource, { group, version }));
  const kinds = new Set<string>();
  for (const { kind, plural } of resources) {
    if (kinds.has(kind)) {
      throw new CodegenError(
        node.code,
        `Reading ${node.place}: ${plural} serves ${kind}, as another resource does already.`,
      );
    }
    kinds.add(kind);
  }
  return { group, version, resources };
}

function parseResource(node: JsonNode, served: GroupVersion): DiscoveredResource {
  const responseKind = parseResponseKind(child(node, "responseKind"), served);
  if (formatApiVersion(responseKind) !== formatApiVersion(served)) {
    refuse(child(node, "responseKind"), `a kind of ${formatApiVersion(served)}, which serves the resource`);
  }
  const scope = child(node, "scope");
  if (scope.value !== "Namespaced" && scope.value !== "Cluster") return refuse(scope, '"Namespaced" or "Cluster"');
  return {
    plural: textOf(child(node, "resource")),
    singular: optionalTextOf(child(node, "singularResource")),
    kind: responseKind.kind,
    scope: scope.value,
    verbs: textsOf(child(node, "verbs")),
    shortNames: textsOf(child(node, "shortNames")),
    categories: textsOf(child(node, "categories")),
    subresources: elementsOf(child(node, "subresources")).map((subresource) => parseSubresource(subresource, served)),
  };
}

function parseSubresource(node: JsonNode, served: GroupVersion): DiscoveredSubresource {
  const responseKind = child(node, "responseKind");
  return {
    name: textOf(child(node, "subresource")),
    kind: responseKind.value === undefined ? undefined : parseResponseKind(responseKind, served),
  };
}

/** A kind without a version is one of the version that serves it. */
function parseResponseKind(node: JsonNode, served: GroupVersion): GroupVersionKind {
  if (child(node, "version").value === "") return { ...served, kind: parseKind(child(node, "kind")) };
  return parseGroupVersionKind(node);
}
