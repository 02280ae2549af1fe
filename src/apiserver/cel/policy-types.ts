import { typeNamed } from "./declaration.ts";
import { listOf, structType } from "./type.ts";
import type { Type } from "./type.ts";

/** Fields of types that expressions of policies see, as signatures write types. Names of other types here stand for themselves. */
const shapes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "kubernetes.GroupVersionKind": { group: "string", version: "string", kind: "string" },
  "kubernetes.GroupVersionResource": { group: "string", version: "string", resource: "string" },
  "kubernetes.UserInfo": {
    username: "string",
    uid: "string",
    groups: "list(string)",
    extra: "map(string, list(string))",
  },
  "kubernetes.AdmissionRequest": {
    kind: "kubernetes.GroupVersionKind",
    resource: "kubernetes.GroupVersionResource",
    subResource: "string",
    requestKind: "kubernetes.GroupVersionKind",
    requestResource: "kubernetes.GroupVersionResource",
    requestSubResource: "string",
    name: "string",
    namespace: "string",
    operation: "string",
    userInfo: "kubernetes.UserInfo",
    dryRun: "bool",
    options: "dyn",
  },
  "kubernetes.Namespace": {
    metadata: "kubernetes.NamespaceMetadata",
    spec: "kubernetes.NamespaceSpec",
    status: "kubernetes.NamespaceStatus",
  },
  "kubernetes.NamespaceMetadata": {
    name: "string",
    generateName: "string",
    namespace: "string",
    labels: "map(string, string)",
    annotations: "map(string, string)",
    UID: "string",
    creationTimestamp: "timestamp",
    deletionGracePeriodSeconds: "int",
    deletionTimestamp: "timestamp",
    generation: "int",
    resourceVersion: "string",
    finalizers: "list(string)",
  },
  "kubernetes.NamespaceSpec": { finalizers: "list(string)" },
  "kubernetes.NamespaceStatus": { conditions: "list(kubernetes.NamespaceCondition)", phase: "string" },
  "kubernetes.NamespaceCondition": {
    status: "string",
    type: "string",
    lastTransitionTime: "timestamp",
    message: "string",
    reason: "string",
  },
  JSONPatch: { op: "string", path: "string", from: "string", value: "dyn" },
};

/** The type of a field of one of the types that policies see; `undefined` if it has no such field. */
export function policyFieldType(name: string, field: string): Type | undefined {
  if (isObjectName(name)) return typeNamed("dyn");
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  const text = shape !== undefined && Object.hasOwn(shape, field) ? shape[field] : undefined;
  return text === undefined ? undefined : shapeType(text);
}

function shapeType(text: string): Type {
  if (text.startsWith("kubernetes.")) return structType(text);
  const item = /^list\((kubernetes\..*)\)$/.exec(text)?.[1];
  return item === undefined ? typeNamed(text) : listOf(structType(item));
}

/** The type of what policies that change objects can make by a name. */
export function patchTypeNamed(name: string): Type | undefined {
  return name === "JSONPatch" || isObjectName(name) ? structType(name) : undefined;
}

function isObjectName(name: string): boolean {
  return name === "Object" || name.startsWith("Object.");
}
