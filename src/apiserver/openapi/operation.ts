import type { GroupVersionKind } from "../../model/index.ts";
import type { ServedResource } from "../registry/index.ts";
import type { ApiOperation } from "./api-path.ts";
import { metaSchema } from "./schema-names.ts";

const listQuery: readonly string[] = [
  "allowWatchBookmarks",
  "continue",
  "fieldSelector",
  "labelSelector",
  "limit",
  "pretty",
  "resourceVersion",
  "resourceVersionMatch",
  "sendInitialEvents",
  "shardSelector",
  "timeoutSeconds",
  "watch",
];
const writeQuery: readonly string[] = ["dryRun", "fieldManager", "fieldValidation", "pretty"];
const deleteQuery: readonly string[] = [
  "dryRun",
  "gracePeriodSeconds",
  "ignoreStoreReadErrorWithClusterBreakingPotential",
  "orphanDependents",
  "pretty",
  "propagationPolicy",
];
const forWatches: readonly string[] = ["allowWatchBookmarks", "watch"];
const deleteAllQuery: readonly string[] = [
  ...new Set([...deleteQuery, ...listQuery.filter((name) => !forWatches.includes(name))]),
].toSorted();

const customTypes: readonly string[] = ["application/json", "application/yaml"];
const objectTypes: readonly string[] = [...customTypes, "application/vnd.kubernetes.protobuf"];
const streamTypes: readonly string[] = [
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];
const customPatchTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
];
const patchTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

/** What operations are written from: a resource, or a part of its objects. */
export interface Subject {
  readonly served: ServedResource;
  /** What the operations are about. */
  readonly kind: GroupVersionKind;
  /** The name of the schema of what goes in and out. */
  readonly schema: string;
  readonly listSchema: string;
  readonly tag: string;
  /** The name of an operation without what it does: `PolicyV1NamespacedPodDisruptionBudgetStatus`. */
  readonly nameOf: (verb: string, ending?: string) => string;
}

type Made = Pick<ApiOperation, "method" | "id" | "query" | "body" | "answers"> & { readonly action: string };

function operation({ served, kind, tag }: Subject, made: Made, isStream = false): ApiOperation {
  const types = served.isCustom ? customTypes : objectTypes;
  return { tag, kind, ...made, types: isStream && !served.isCustom ? [...types, ...streamTypes] : types };
}

function sent({ served, schema }: Subject): ApiOperation["body"] {
  return { schema, isRequired: true, types: served.isCustom ? customTypes : ["*/*"] };
}

const deleteOptions: Readonly<ApiOperation["body"] & object> = {
  schema: metaSchema("DeleteOptions"),
  isRequired: false,
  types: ["*/*"],
};

/** Reads one object. A version may be named for a custom one. */
export function reading(subject: Subject): ApiOperation {
  const query = subject.served.isCustom ? ["pretty", "resourceVersion"] : ["pretty"];
  const id = subject.nameOf("read");
  return operation(subject, { method: "get", action: "get", id, query, answers: { 200: subject.schema } });
}

/** Lists a collection, of a namespace or of all. */
export function listing(subject: Subject, ending?: string): ApiOperation {
  const answers = { 200: subject.listSchema };
  const id = subject.nameOf("list", ending);
  return operation(subject, { method: "get", action: "list", id, query: listQuery, answers }, true);
}

/** Makes an object. */
export function creating(subject: Subject): ApiOperation {
  const { schema } = subject;
  const answers = { 200: schema, 201: schema, 202: schema };
  const made = { action: "post", id: subject.nameOf("create"), query: writeQuery, body: sent(subject), answers };
  return operation(subject, { method: "post", ...made });
}

/** Replaces an object. */
export function replacing(subject: Subject): ApiOperation {
  const answers = { 200: subject.schema, 201: subject.schema };
  const made = { action: "put", id: subject.nameOf("replace"), query: writeQuery, body: sent(subject), answers };
  return operation(subject, { method: "put", ...made });
}

/** Changes an object. */
export function patching(subject: Subject): ApiOperation {
  const { served, schema } = subject;
  const types = served.isCustom ? customPatchTypes : patchTypes;
  const body = { schema: metaSchema("Patch"), isRequired: true, types };
  const answers: ApiOperation["answers"] = served.isCustom ? { 200: schema } : { 200: schema, 201: schema };
  const query = [...writeQuery.slice(0, -1), "force", "pretty"];
  return operation(subject, { method: "patch", action: "patch", id: subject.nameOf("patch"), query, body, answers });
}

/** Deletes an object. */
export function deleting(subject: Subject): ApiOperation {
  const { served, schema } = subject;
  const isTold = !served.isCustom && toldWhenDeleted.has(served.resource.kind);
  const answer = isTold ? schema : metaSchema("Status");
  const made = { action: "delete", id: subject.nameOf("delete"), query: deleteQuery, body: bodyOfDelete(served) };
  return operation(subject, { method: "delete", ...made, answers: { 200: answer, 202: answer } });
}

/** Deletes many objects of a namespace, or of a resource that has none. Of custom ones it is told as if it were a list. */
export function deletingAll(subject: Subject): ApiOperation {
  const { isCustom } = subject.served;
  const id = subject.nameOf("delete", "Collection");
  const taken = isCustom ? { query: listQuery } : { query: deleteAllQuery, body: deleteOptions };
  const made = { action: "deletecollection", id, ...taken, answers: { 200: metaSchema("Status") } };
  return operation(subject, { method: "delete", ...made });
}

function bodyOfDelete({ isCustom }: ServedResource): ApiOperation["body"] {
  return isCustom ? { ...deleteOptions, types: customTypes } : deleteOptions;
}

/** Follows one object or, with `watchlist`, a collection. Deprecated, and still there. */
export function watching(subject: Subject, action: "watch" | "watchlist", ending?: string): ApiOperation {
  const id = subject.nameOf("watch", ending);
  const answers = { 200: metaSchema("WatchEvent") };
  return operation(subject, { method: "get", action, id, query: listQuery, answers }, true);
}

/** Kinds whose deletion is answered with the object, and not with a Status. */
const toldWhenDeleted: ReadonlySet<string> = new Set([
  "CSIDriver",
  "CSINode",
  "DeviceClass",
  "PersistentVolume",
  "PersistentVolumeClaim",
  "Pod",
  "PodTemplate",
  "ResourceClaim",
  "ResourceClaimTemplate",
  "ResourceQuota",
  "ResourceSlice",
  "Service",
  "ServiceAccount",
  "StorageClass",
  "VolumeAttachment",
  "VolumeAttributesClass",
]);
