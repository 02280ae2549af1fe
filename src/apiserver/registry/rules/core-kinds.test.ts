import { test } from "vitest";
import type { Document } from "../document.ts";
import { coreKinds } from "./core-kinds.ts";

/** What is said of an object, as the real server says it; the words about names are shortened. */
function saidOf(kind: string, next: object, old?: object): readonly string[] {
  const causes = coreKinds[kind]?.check?.(next as Document, old as Document | undefined) ?? [];
  return causes.map(({ field, message }) =>
    `${field}: ${message}`
      .replace(/a lowercase RFC 1123 subdomain.*/, "SUBDOMAIN")
      .replace(/a lowercase RFC 1123 label.*/, "LABEL")
      .replace(/a valid label must be an empty.*/, "VALUE")
      .replace(/name part must consist.*/, "NAME"),
  );
}

test("taints and ranges of a node are told in the words of Kubernetes [apiserver/rules-as-data]", ({ expect }) => {
  const taint = { key: "a", effect: "NoExecute" };
  const twice =
    'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"","Effect":"NoExecute","TimeAdded":null}: taints must be unique by key and effect pair';
  const spec = { podCIDRs: ["x", "10.0.0.0/8"], taints: [taint, taint, { key: "a b", value: "c d", effect: "x" }] };
  expect(saidOf("/nodes", { spec })).toEqual([
    'metadata.taints[2].key: Invalid value: "a b": NAME',
    'metadata.taints[2].value: Invalid value: "c d": VALUE',
    'metadata.taints[2].effect: Unsupported value: "x": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    twice,
    'spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[0]: <nil> (invalid CIDR address: x)",
    'spec.podCIDRs: Invalid value: ["x","10.0.0.0/8"]: may specify no more than one CIDR for each IP family',
  ]);
  const old = { spec: { podCIDRs: ["10.0.0.0/8"] } };
  expect(saidOf("/nodes", { spec: { podCIDRs: ["11.0.0.0/8"], taints: [taint, taint] } }, old)).toEqual([
    twice,
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    twice,
  ]);
});

test("the first range of a node counts where its two fields differ [apiserver/rules-as-data]", ({ expect }) => {
  const filled = (spec: object): unknown => coreKinds["/nodes"]?.defaulted?.({ spec } as unknown as Document)["spec"];
  expect(filled({ podCIDR: "a", podCIDRs: ["b", "c"] })).toEqual({ podCIDR: "a", podCIDRs: ["a"] });
  expect(filled({ podCIDRs: ["b", "c"] })).toEqual({ podCIDR: "b", podCIDRs: ["b", "c"] });
});

test("limits are refused in the words and the order of Kubernetes [apiserver/rules-as-data]", ({ expect }) => {
  const container = {
    type: "Container",
    min: { cpu: "3" },
    max: { cpu: "2" },
    default: { cpu: "4" },
    defaultRequest: { cpu: "5", k: "1" },
  };
  const limits = [{ type: "Pod", default: { cpu: "1" } }, { type: "x" }, { type: "PersistentVolumeClaim" }, container];
  expect(saidOf("/limitranges", { spec: { limits } })).toEqual([
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
    'spec.limits[1].type: Invalid value: "x": must be a standard limit type or fully qualified',
    "spec.limits[2].limits: Required value: either minimum or maximum storage value is required, but neither was provided",
    'spec.limits[3].defaultRequest[k]: Invalid value: "k": must be a standard resource type or fully qualified',
    'spec.limits[3].defaultRequest[k]: Invalid value: "k": must be a standard resource for containers',
    'spec.limits[3].min[cpu]: Invalid value: "3": min value 3 is greater than max value 2',
    'spec.limits[3].defaultRequest[cpu]: Invalid value: "5": default request value 5 is greater than max value 2',
    'spec.limits[3].defaultRequest[cpu]: Invalid value: "5": default request value 5 is greater than default limit value 4',
    'spec.limits[3].default[cpu]: Invalid value: "2": default value 4 is greater than max value 2',
  ]);
});

test("a quota limits what its scopes can use, and its scopes stay [apiserver/rules-as-data]", ({ expect }) => {
  const expressions = [
    { scopeName: "Terminating", operator: "In" },
    { scopeName: "PriorityClass", operator: "Exists", values: ["a"] },
  ];
  const applied = "unsupported scope applied to resource";
  const selected = { hard: { services: "1" }, scopeSelector: { matchExpressions: expressions } };
  expect(saidOf("/resourcequotas", { spec: selected }).map((text) => text.replace(/\{.*\}/, "{}"))).toEqual([
    `spec.scopeSelector.matchExpressions: Invalid value: {}: ${applied}`,
    "spec.scopeSelector.matchExpressions.operator: Invalid value: \"In\": must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
    "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
    `spec.scopeSelector.matchExpressions: Invalid value: {}: ${applied}`,
    "spec.scopeSelector.matchExpressions.values: Invalid value: [\"a\"]: must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
  ]);
  const scopes = ["BestEffort", "NotBestEffort"];
  const all = JSON.stringify(scopes);
  expect(saidOf("/resourcequotas", { spec: { hard: { pods: "1500m", k: "-1" }, scopes } }, { spec: {} })).toEqual([
    'spec.hard[pods]: Invalid value: "1500m": must be an integer',
    'spec.hard[k]: Invalid value: "k": must be a standard resource type or fully qualified',
    'spec.hard[k]: Invalid value: "k": must be a standard resource for quota',
    'spec.hard[k]: Invalid value: "-1": must be greater than or equal to 0',
    `spec.scopes: Invalid value: ${all}: conflicting scopes`,
    `spec.scopes: Invalid value: ${all}: field is immutable`,
  ]);
});

const noAddress = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

test("endpoints have addresses that others reach, and ports that have names [apiserver/rules-as-data]", ({
  expect,
}) => {
  const ports = [
    { port: 0, protocol: "x", appProtocol: "a b" },
    { name: "A_", port: 1, protocol: "TCP" },
  ];
  const addresses = [{ ip: "127.0.0.1", hostname: "A_", nodeName: "A_" }, { ip: "0.0.0.0" }, { ip: "169.254.1.1" }];
  expect(saidOf("/endpoints", { subsets: [{ addresses, ports }, { notReadyAddresses: [{ ip: "" }] }, {}] })).toEqual([
    'subsets[0].addresses[0].hostname: Invalid value: "A_": LABEL',
    'subsets[0].addresses[0].nodeName: Invalid value: "A_": SUBDOMAIN',
    'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    'subsets[0].addresses[1].ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
    'subsets[0].addresses[2].ip: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    "subsets[0].ports[0].name: Required value",
    "subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
    'subsets[0].ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
    'subsets[0].ports[0].appProtocol: Invalid value: "a b": NAME',
    'subsets[0].ports[1].name: Invalid value: "A_": LABEL',
    `subsets[1].notReadyAddresses[0].ip: Invalid value: "": ${noAddress}`,
    'subsets[1].notReadyAddresses[0].ip: Invalid value: "": must be a valid IP address',
    "subsets[2]: Required value: must specify `addresses` or `notReadyAddresses`",
  ]);
});

test("a slice of endpoints has addresses of one type [apiserver/rules-as-data]", ({ expect }) => {
  const hints = { forZones: [{ name: "a b" }, { name: "a" }, { name: "a" }], forNodes: [{}] };
  const slice = {
    addressType: "IPv4",
    endpoints: [{ addresses: ["x", "2001:db8::1"], nodeName: "A_", hostname: "A_", hints }, {}],
    ports: [
      { name: "b", protocol: "TCP" },
      { name: "b", protocol: "TCP" },
    ],
  };
  expect(saidOf("discovery.k8s.io/endpointslices", slice)).toEqual([
    'ports[1].name: Duplicate value: "b"',
    `endpoints[0].addresses[0]: Invalid value: "x": ${noAddress}`,
    'endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address',
    'endpoints[0].nodeName: Invalid value: "A_": SUBDOMAIN',
    'endpoints[0].hostname: Invalid value: "A_": LABEL',
    'endpoints[0].hints.forZones[0].name: Invalid value: "a b": VALUE',
    'endpoints[0].hints.forZones[2].name: Duplicate value: "a"',
    'endpoints[0].hints.forNodes[0].name: Invalid value: "": SUBDOMAIN',
    "endpoints[1].addresses: Required value: must contain at least 1 address",
  ]);
});

test("a service is refused in the words and the order of Kubernetes [apiserver/rules-as-data]", ({ expect }) => {
  const shared = { type: "ClusterIP", sessionAffinity: "None" };
  const port = { name: "A_", port: 0, protocol: "x", targetPort: "A_", appProtocol: "a b" };
  const wrong = {
    ...shared,
    ports: [port],
    selector: { "a b": "c d" },
    externalIPs: ["x", "127.0.0.1"],
    loadBalancerSourceRanges: ["x"],
  };
  expect(saidOf("/services", { spec: wrong })).toEqual([
    'spec.ports[0].name: Invalid value: "A_": LABEL',
    "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
    'spec.ports[0].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
    'spec.ports[0].targetPort: Invalid value: "A_": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    'spec.ports[0].targetPort: Invalid value: "A_": must contain at least one letter (a-z)',
    'spec.ports[0].appProtocol: Invalid value: "a b": NAME',
    'spec.selector: Invalid value: "a b": NAME',
    'spec.selector: Invalid value: "c d": VALUE',
    `spec.externalIPs[0]: Invalid value: "x": ${noAddress}`,
    'spec.externalIPs[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
    'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
  ]);
  const named = { type: "ExternalName", sessionAffinity: "None" };
  expect(saidOf("/services", { spec: named })).toEqual(["spec.externalName: Required value"]);
});

test("a way to run pods is refused in the words of Kubernetes [apiserver/rules-as-data]", ({ expect }) => {
  const tolerations = [{ key: "a b", operator: "x", effect: "y" }, { operator: "Exists" }, { operator: "Exists" }];
  const wrong = { overhead: { podFixed: { x: "-1" } }, scheduling: { nodeSelector: { "a b": "c d" }, tolerations } };
  expect(saidOf("node.k8s.io/runtimeclasses", wrong)).toEqual([
    "handler: Required value",
    'overhead.limits[x]: Invalid value: "x": must be a standard resource type or fully qualified',
    'overhead.limits[x]: Invalid value: "x": must be a standard resource for containers',
    'overhead.limits[x]: Invalid value: "-1": must be greater than or equal to 0',
    'scheduling.nodeSelector: Invalid value: "a b": NAME',
    'scheduling.nodeSelector: Invalid value: "c d": VALUE',
    'scheduling.tolerations[0].key: Invalid value: "a b": NAME',
    'scheduling.tolerations[0].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
    'scheduling.tolerations[0].effect: Unsupported value: "y": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    'scheduling.tolerations[2]: Duplicate value: {"Key":"","Operator":"Exists","Value":"","Effect":"","TolerationSeconds":null}',
  ]);
});

test("what a slice said of places in its former version is left out [apiserver/rules-as-data]", ({ expect }) => {
  const slice = { endpoints: [{ addresses: ["10.0.0.1"], deprecatedTopology: { a: "b" } }] } as unknown as Document;
  const kept = coreKinds["discovery.k8s.io/endpointslices"]?.completed?.(slice, undefined, "");
  expect(kept).toEqual({ endpoints: [{ addresses: ["10.0.0.1"] }] });
});

test("amounts are kept in thousandths, and all that a node has can be used unless it says otherwise [apiserver/rules-as-data]", ({
  expect,
}) => {
  const node = { status: { capacity: { cpu: "0.0001", memory: "1Gi" } } } as unknown as Document;
  const amounts = { cpu: "1m", memory: "1Gi" };
  expect(coreKinds["/nodes"]?.defaulted?.(node)["status"]).toEqual({ capacity: amounts, allocatable: amounts });
  const quota = { spec: { hard: { "requests.cpu": "-0.0001" } } } as unknown as Document;
  expect(coreKinds["/resourcequotas"]?.defaulted?.(quota)["spec"]).toEqual({ hard: { "requests.cpu": "-1m" } });
});

test("whoever writes a service is told what of it does nothing or will end [apiserver/rules-as-data]", ({ expect }) => {
  const toldOf = (spec: object): readonly string[] => {
    const told: string[] = [];
    const service = {
      spec: { sessionAffinity: "None", ports: [{ port: 1, protocol: "TCP", targetPort: 1 }], ...spec },
    };
    const causes = coreKinds["/services"]?.check?.(service as unknown as Document, undefined, (text) =>
      told.push(text),
    );
    return [...(causes ?? []).map(({ message = "" }) => message), ...told];
  };
  const outer = { externalIPs: ["192.0.2.1"] };
  const headless = { type: "ClusterIP", clusterIP: "None", clusterIPs: ["None"] };
  expect(toldOf({ ...headless, ...outer, loadBalancerIP: "x", sessionAffinity: "ClientIP" })).toEqual([
    "spec.loadBalancerIP is ignored for headless services",
    "spec.externalIPs is ignored for headless services",
    "spec.SessionAffinity is ignored for headless services",
  ]);
  expect(toldOf({ type: "ClusterIP", ...outer, externalName: "a", trafficDistribution: "PreferClose" })).toEqual([
    "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
    'spec.externalName is ignored when spec.type is not "ExternalName"',
    'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ]);
  expect(toldOf({ type: "ExternalName", externalName: "a.b", ...outer })).toEqual([
    'spec.externalIPs is ignored when spec.type is "ExternalName"',
  ]);
});

test("a slice of endpoints has so many addresses, hints, endpoints and ports at most [apiserver/rules-as-data]", ({
  expect,
}) => {
  const many = (count: number): readonly object[] =>
    Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
  const addresses = ["x", ...Array.from({ length: 100 }, (_, index) => `10.1.1.${index + 1}`)];
  const shared = { addressType: "IPv4", ports: [] };
  const of = (hints: object, own: object = {}): readonly string[] =>
    saidOf("discovery.k8s.io/endpointslices", { ...shared, endpoints: [{ addresses: ["10.1.1.1"], hints, ...own }] });
  expect(of({ forNodes: many(9), forZones: [{}] }, { addresses })).toEqual([
    "endpoints[0].addresses: Too many: 101: must have at most 100 items",
    `endpoints[0].addresses[0]: Invalid value: "x": ${noAddress}`,
    "endpoints[0].hints.forNodes: Too many: 9: must have at most 8 items",
  ]);
  expect(of({ forZones: many(9), forNodes: many(9) })).toEqual([
    "endpoints[0].hints.forZones: Too many: 9: must have at most 8 items",
  ]);
  const huge = { addressType: "", endpoints: many(1_001), ports: many(20_001) };
  expect(saidOf("discovery.k8s.io/endpointslices", huge)).toEqual([
    "addressType: Required value",
    "ports: Too many: 20001: must have at most 20000 items",
    "endpoints: Too many: 1001: must have at most 1000 items",
  ]);
});
