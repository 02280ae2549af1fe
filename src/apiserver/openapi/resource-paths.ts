import { formatApiVersion } from "../../model/index.ts";
import type { GroupVersion } from "../../model/index.ts";
import { servedParts } from "../discovery/index.ts";
import type { ServedPart } from "../discovery/index.ts";
import type { ServedResource } from "../registry/index.ts";
import type { ApiOperation, ApiPath } from "./api-path.ts";
import { creating, deleting, deletingAll, listing, patching, reading, replacing, watching } from "./operation.ts";
import type { Subject } from "./operation.ts";
import { capitalized, tagOf, versionName } from "./operation-names.ts";
import { metaSchema, schemaName } from "./schema-names.ts";
import type { SchemaSource } from "../schema/index.ts";

/** The paths of a resource and of its parts, and what can be done there. */
export function resourcePaths(
  served: ServedResource,
  schemas: SchemaSource,
  listKind = `${served.resource.kind}List`,
): readonly ApiPath[] {
  const { resource, isCustom } = served;
  const listSchema = schemaName({ ...resource, kind: listKind }, schemas);
  const subject: Subject = { ...subjectOf(served), schema: schemaName(resource, schemas), listSchema };
  const root = versionPath(resource);
  const isNamespaced = resource.scope === "Namespaced";
  const collection = `${isNamespaced ? "/namespaces/{namespace}" : ""}/${resource.plural}`;
  const canList = resource.verbs.includes("list");
  const paths: readonly (readonly [string, readonly ApiOperation[]])[] = [
    [collection, collectionOperations(subject)],
    [`${collection}/{name}`, objectOperations(subject, resource.verbs)],
    ...servedParts(served).map(
      (part) => [`${collection}/{name}/${part.name}`, partOperations(subject, part, schemas)] as const,
    ),
    [`/${resource.plural}`, isNamespaced && canList ? [listing(subject, "ForAllNamespaces")] : []],
    ...(isCustom ? [] : watchPaths(subject, collection)),
  ];
  return paths
    .filter(([, operations]) => operations.length > 0)
    .map(([path, operations]) => ({ path: `${root}${path}`, operations }));
}

/** Where the resources of a version are, without a slash at the end. */
export function versionPath(version: GroupVersion): string {
  return `/${version.group === "" ? "api" : "apis"}/${formatApiVersion(version)}`;
}

/** The one path that lists what there is in a version. */
export function discoveryPath(version: GroupVersion): ApiPath {
  const id = `get${versionName(version)}APIResources`;
  const types = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
  const answers = { 200: metaSchema("APIResourceList") };
  return {
    path: `${versionPath(version)}/`,
    operations: [{ method: "get", id, tag: tagOf(version), query: [], answers, types }],
  };
}

function subjectOf(served: ServedResource): Omit<Subject, "schema" | "listSchema"> {
  const { resource } = served;
  const { group, version, kind, scope } = resource;
  const middle = `${scope === "Namespaced" ? "Namespaced" : ""}${kind}`;
  return {
    served,
    kind: { group, version, kind },
    tag: tagOf(resource),
    nameOf: (verb, ending = "") => {
      const scoped = ending.endsWith("ForAllNamespaces") ? kind : middle;
      const [before, after] = ending === "Collection" ? [ending, ""] : ["", ending];
      return `${verb}${versionName(resource)}${before}${scoped}${after}`;
    },
  };
}

function collectionOperations(subject: Subject): readonly ApiOperation[] {
  const { verbs } = subject.served.resource;
  return [
    ...(verbs.includes("list") ? [listing(subject)] : []),
    ...(verbs.includes("create") ? [creating(subject)] : []),
    ...(verbs.includes("deletecollection") ? [deletingAll(subject)] : []),
  ];
}

function objectOperations(subject: Subject, verbs: readonly string[]): readonly ApiOperation[] {
  return [
    ...(verbs.includes("get") ? [reading(subject)] : []),
    ...(verbs.includes("update") ? [replacing(subject)] : []),
    ...(verbs.includes("delete") ? [deleting(subject)] : []),
    ...(verbs.includes("patch") ? [patching(subject)] : []),
  ];
}

/** Operations on parts of custom resources are told to be about the resource, whatever goes in and out. */
function partOperations(
  subject: Subject,
  { name, kind, verbs }: ServedPart,
  schemas: SchemaSource,
): readonly ApiOperation[] {
  const part: Subject = {
    ...subject,
    kind: subject.served.isCustom ? subject.kind : kind,
    schema: schemaName(kind, schemas),
    nameOf: (verb) => subject.nameOf(verb, capitalized(name)),
  };
  return verbs.includes("create") ? [creating(part)] : objectOperations(part, verbs);
}

function watchPaths(subject: Subject, collection: string): readonly (readonly [string, readonly ApiOperation[]])[] {
  const { plural, scope, verbs } = subject.served.resource;
  if (!verbs.includes("watch")) return [];
  const everywhere = watching(subject, "watchlist", "ListForAllNamespaces");
  return [
    [`/watch${collection}`, [watching(subject, "watchlist", "List")]],
    [`/watch${collection}/{name}`, [watching(subject, "watch")]],
    ...(scope === "Namespaced" ? [[`/watch/${plural}`, [everywhere]] as const] : []),
  ];
}
