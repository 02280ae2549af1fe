import { NoSuchPathError } from "./errors.ts";
import { assertSubresource, StatusError, subresourceVerbs } from "./registry/index.ts";
import type { Catalog, ServedResource } from "./registry/index.ts";
import type { ResourcePath } from "./request-path.ts";

/** What can be done to a resource. */
export type ResourceVerb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** The error for a path that names nothing: in a built-in group, or anywhere else. */
export function noSuchPath(catalog: Catalog, group: string): Error {
  return catalog.isBuiltIn(group) ? StatusError.noSuchResource() : new NoSuchPathError();
}

/** What whoever leaves the name of a namespace empty is told, unless they ask for all. */
const unnamed = "Namespace parameter required.";

/** The resource that a path is about. Throws if the path does not fit it: its scope, or the part of an object that is asked for. */
export function findResource(catalog: Catalog, path: ResourcePath): ServedResource {
  const { group, version, plural, namespace, name, subresource, isUnnamed = false } = path;
  const served = catalog.find(group, version, plural);
  if (served === undefined) throw noSuchPath(catalog, group);
  const isNamespaced = served.resource.scope === "Namespaced";
  const isMissing = isUnnamed && !served.isCustom;
  const isMisplaced = isNamespaced ? namespace === "" && name !== "" : namespace !== "" || isMissing;
  if (isNamespaced && isMisplaced && isMissing) throw StatusError.badRequest(unnamed);
  if (isMisplaced) throw noSuchPath(catalog, group);
  assertSubresource(served, name, subresource);
  return served;
}

/** What a method means on a path. Throws 405 when the resource does not do that. */
export function verbOf(
  method: string,
  { name, namespace, isUnnamed = false, subresource, isWatch: isWatchPath = false }: ResourcePath,
  { served, isWatch }: { readonly served: ServedResource; readonly isWatch: boolean },
): ResourceVerb {
  const { resource } = served;
  const isAcross = resource.scope === "Namespaced" && namespace === "";
  if (isWatchPath && !resource.verbs.includes("watch")) throw StatusError.noSuchResource();
  if (isWatchPath && !isWatch) throw StatusError.methodNotAllowed();
  // Kubernetes watches a single object only if it is a custom one, or if the path says so.
  const isWatchOfOne = isWatch && (served.isCustom || isWatchPath) && subresource === undefined;
  const verb = name === "" ? collectionVerb(method, isWatch) : objectVerb(method, isWatchOfOne, subresource);
  if (name !== "" && !resource.verbs.includes("get")) throw StatusError.noSuchResource();
  if (isAcross && !resource.verbs.includes("list")) throw StatusError.noSuchResource();
  if (verb === "watch" && !resource.verbs.includes("watch") && resource.verbs.includes("list")) return verb;
  const allowed = subresource === undefined ? resource.verbs : subresourceVerbs[subresource];
  if (verb === undefined || allowed?.includes(verb) !== true) throw StatusError.methodNotAllowed();
  if (isAcross && verb !== "list" && verb !== "watch") {
    if (served.isCustom) throw new NoSuchPathError();
    throw isUnnamed ? StatusError.badRequest(unnamed) : StatusError.methodNotAllowed();
  }
  return verb;
}

function collectionVerb(method: string, isWatch: boolean): ResourceVerb | undefined {
  if (method === "GET") return isWatch ? "watch" : "list";
  if (method === "POST") return "create";
  return method === "DELETE" ? "deletecollection" : undefined;
}

/** Only to a part of an object can something be posted. */
function objectVerb(method: string, isWatch: boolean, subresource: string | undefined): ResourceVerb | undefined {
  if (method === "POST") return subresource === undefined ? undefined : "create";
  if (method === "GET") return isWatch ? "watch" : "get";
  if (method === "PUT") return "update";
  if (method === "PATCH") return "patch";
  return method === "DELETE" ? "delete" : undefined;
}
