import { selectableValue } from "../crd/index.ts";
import type { SelectableField } from "../crd/index.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { valueAt } from "./value-at.ts";

type Read = (document: Document) => string;

/** The fields by which objects of a resource can be selected, besides name and namespace. */
export function selectableFieldsOf({ collection, custom }: ServedResource): Readonly<Record<string, Read>> {
  if (custom === undefined) return builtIn[collection] ?? {};
  return Object.fromEntries(custom.selectableFields.map((field) => [field.name, readCustom(field)]));
}

function readCustom(field: SelectableField): Read {
  return (document) => selectableValue(document, field);
}

/** Fields that are read where their name says, as text; what is not there is what `absent` says. */
function fields(names: readonly string[], absent = ""): Readonly<Record<string, Read>> {
  return Object.fromEntries(names.map((name) => [name, readAt(name.split("."), absent)]));
}

function readAt(path: readonly string[], absent: string): Read {
  return (document) => {
    const value = valueAt(document, path);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : absent;
  };
}

const references: readonly string[] = [
  "kind",
  "namespace",
  "name",
  "uid",
  "apiVersion",
  "resourceVersion",
  "fieldPath",
];

const builtIn: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  "/pods": {
    ...fields(["spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName"]),
    ...fields(["status.phase", "status.podIP", "status.nominatedNodeName"]),
    ...fields(["spec.hostNetwork"], "false"),
    "status.podIPs": podIps,
  },
  "/nodes": fields(["spec.unschedulable"], "false"),
  "/namespaces": fields(["status.phase"]),
  "/replicationcontrollers": fields(["status.replicas"], "0"),
  "/events": {
    ...fields(references.map((name) => `involvedObject.${name}`)),
    ...fields(["reason", "reportingComponent", "type"]),
    source: sourceOf,
  },
  "events.k8s.io/events": {
    ...fields(references.map((name) => `regarding.${name}`)),
    ...fields(["reason", "reportingController", "type"]),
  },
  "/secrets": fields(["type"]),
  "/services": fields(["spec.clusterIP", "spec.type"]),
  "batch/jobs": { "status.successful": readAt(["status", "succeeded"], "0") },
  "certificates.k8s.io/certificatesigningrequests": fields(["spec.signerName"]),
  "resource.k8s.io/resourceslices": fields(["spec.nodeName", "spec.driver"]),
};

function podIps(pod: Document): string {
  const ips = valueAt(pod, ["status", "podIPs"]);
  return Array.isArray(ips) ? ips.map((one) => String(valueAt(one, ["ip"]) ?? "")).join(",") : "";
}

function sourceOf(event: Document): string {
  const read = (path: readonly string[]): string => readAt(path, "")(event);
  return read(["source", "component"]) || read(["reportingComponent"]);
}
