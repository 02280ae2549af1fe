import { deepEqual } from "../../../model/index.ts";
import { invalid } from "../../crd/index.ts";
import { fieldsOf } from "./field-checks.ts";
import { milliAmounts } from "./milli-amounts.ts";
import type { Fields } from "./places.ts";
import { completed, defaults, immutable, within } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Service accounts: of their secrets only the names are kept. */
export const serviceAccount: readonly Rule[] = [
  completed("secrets[]", ({ name }) => (name === undefined ? {} : { name })),
];

const hasAddresses = ({ type }: Fields): boolean => type !== "ExternalName";
const isExposed = ({ type, externalIPs }: Fields): boolean =>
  type === "NodePort" || type === "LoadBalancer" || (type === "ClusterIP" && Array.isArray(externalIPs));

/** Services. Their addresses and ports on nodes are given elsewhere. */
export const service: readonly Rule[] = [
  defaults("spec", {
    type: "ClusterIP",
    sessionAffinity: "None",
    internalTrafficPolicy: (spec) => (hasAddresses(spec) ? "Cluster" : undefined),
    externalTrafficPolicy: (spec) => (isExposed(spec) ? "Cluster" : undefined),
    allocateLoadBalancerNodePorts: (spec) => (spec["type"] === "LoadBalancer" ? true : undefined),
  }),
  completed("spec", withAffinity),
  completed("spec.ports[]", withTargetPort),
  defaults("status.loadBalancer.ingress[]", {
    ipMode: ({ ip = "" }, { spec }) => (ip !== "" && fieldsOf(spec)["type"] === "LoadBalancer" ? "VIP" : undefined),
  }),
];

/** How long clients stay with an endpoint is told of those that do. */
function withAffinity(spec: Fields): Fields {
  const { sessionAffinityConfig: given, ...rest } = spec;
  if (spec["sessionAffinity"] === "None") return given === undefined ? spec : rest;
  const { timeoutSeconds } = fieldsOf(fieldsOf(given)["clientIP"]);
  if (spec["sessionAffinity"] !== "ClientIP" || timeoutSeconds !== undefined) return spec;
  return { ...spec, sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } };
}

function withTargetPort(port: Fields): Fields {
  const { targetPort = 0 } = port;
  return targetPort === 0 || targetPort === "" ? { ...port, targetPort: port["port"] } : port;
}

const rbac = "rbac.authorization.k8s.io";

function inGroup(object: Fields): Fields {
  return (object["apiGroup"] ?? "") === "" ? { ...object, apiGroup: rbac } : object;
}

/** Bindings of roles. */
export const roleBinding: readonly Rule[] = [
  completed("roleRef", inGroup),
  completed("subjects[]", (subject) => (subject["kind"] === "ServiceAccount" ? subject : inGroup(subject))),
  {
    at: "roleRef",
    checkUpdate: (next, old) => {
      if (deepEqual(next.value, old.value)) return [];
      const { apiGroup, kind, name } = next.value as Fields;
      return [invalid(next.field, { APIGroup: apiGroup, Kind: kind, Name: name }, "cannot change roleRef")];
    },
  },
];

/** Endpoints, the old form. */
export const endpoints: readonly Rule[] = [defaults("subsets[].ports[]", { protocol: "TCP" })];

/** Limits: what a container gets if it asks for nothing follows from what it may have. */
export const limitRange: readonly Rule[] = [
  completed("spec.limits[]", (limit) => {
    if (limit["type"] !== "Container") return limit;
    const given = { ...(limit["max"] as object | undefined), ...(limit["default"] as object | undefined) };
    const asked = {
      ...(limit["min"] as object | undefined),
      ...given,
      ...(limit["defaultRequest"] as object | undefined),
    };
    return { ...limit, ...known("default", given), ...known("defaultRequest", asked) };
  }),
  ...milliAmounts(
    ...["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"].map((member) => `spec.limits[].${member}`),
  ),
];

function known(name: string, members: object): object {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}

/** Claims of volumes. */
export const volumeClaim: readonly Rule[] = [defaults("spec", { volumeMode: "Filesystem" })];

/** Volumes. */
export const volume: readonly Rule[] = [
  defaults("spec", { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" }),
  defaults("spec.azureDisk", { readOnly: false }),
  defaults("spec.hostPath", { type: "" }),
];

/** Classes of storage. */
export const storageClass: readonly Rule[] = [
  defaults("", { reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  immutable("provisioner"),
  immutable("parameters"),
  immutable("reclaimPolicy"),
  immutable("volumeBindingMode"),
];

/** Classes of priority. */
export const priorityClass: readonly Rule[] = [defaults("", { preemptionPolicy: "PreemptLowerPriority" })];

/** Policies for networks: what they say something about. */
export const networkPolicy: readonly Rule[] = [
  defaults("spec.ingress[].ports[]", { protocol: "TCP" }),
  defaults("spec.egress[].ports[]", { protocol: "TCP" }),
  defaults("spec", { policyTypes: ({ egress }) => (egress === undefined ? ["Ingress"] : ["Ingress", "Egress"]) }),
];

/** Slices of endpoints. */
export const endpointSlice: readonly Rule[] = [defaults("ports[]", { name: "", protocol: "TCP" })];

const metrics: readonly object[] = [
  { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
];

/** Its target is completed where it is kept. */
function isFirstVersion({ apiVersion }: Fields): boolean {
  return apiVersion === "autoscaling/v1";
}

const downPolicies: readonly object[] = [{ type: "Percent", value: 100, periodSeconds: 15 }];
const upPolicies: readonly object[] = [{ type: "Pods", value: 4, periodSeconds: 15 }, ...downPolicies];

/** Autoscalers. */
export const autoscaler: readonly Rule[] = [
  defaults("spec", {
    minReplicas: 1,
    metrics: (_spec, root) => (isFirstVersion(root) ? undefined : metrics),
  }),
  defaults("spec.behavior", { scaleUp: {}, scaleDown: {} }),
  defaults("spec.behavior.scaleUp", { stabilizationWindowSeconds: 0, selectPolicy: "Max", policies: () => upPolicies }),
  defaults("spec.behavior.scaleDown", { selectPolicy: "Max", policies: () => downPolicies }),
];

/** Classes of ingresses. */
export const ingressClass: readonly Rule[] = within("spec", [defaults("parameters", { scope: "Cluster" })]);
