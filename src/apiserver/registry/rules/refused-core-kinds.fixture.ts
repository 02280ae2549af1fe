import type { RefusedObject } from "./refused-kinds.fixture.ts";

/** A change that is refused, and what a Kubernetes 1.36 said of it. `part` is the subresource to which it is sent. */
export interface RefusedChange extends RefusedObject {
  readonly part?: string;
  readonly patch: object;
}

/** Objects of the core group and of networks. */
export const refusedCoreObjects: readonly RefusedObject[] = [
  {
    path: "/api/v1/namespaces/default/configmaps",
    object: { apiVersion: "v1", kind: "ConfigMap", data: { a: "b", "c d": "" }, binaryData: { a: "AA==" } },
    causes: [
      'data[a]: Invalid value: "a": duplicate of key present in binaryData',
      "data[c d]: Invalid value: \"c d\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/service-account-token" },
    causes: ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/dockercfg" },
    causes: ["data[.dockercfg]: Required value"],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: {
      apiVersion: "v1",
      kind: "Secret",
      type: "kubernetes.io/dockerconfigjson",
      stringData: { ".dockerconfigjson": "[]" },
    },
    causes: [
      'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: {
      apiVersion: "v1",
      kind: "Secret",
      type: "kubernetes.io/dockerconfigjson",
      stringData: { ".dockerconfigjson": "x" },
    },
    causes: [
      "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": invalid character 'x' looking for beginning of value",
    ],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/basic-auth" },
    causes: ["data[username]: Required value", "data[password]: Required value"],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/ssh-auth" },
    causes: ["data[ssh-privatekey]: Required value"],
  },
  {
    path: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", stringData: { "tls.key": "" } },
    causes: ["data[tls.crt]: Required value"],
  },
  {
    path: "/api/v1/namespaces",
    object: { apiVersion: "v1", kind: "Namespace", spec: { finalizers: ["a", "a", "b c", "orphan"] } },
    causes: [
      'spec.finalizers: Invalid value: "a": name is neither a standard finalizer name nor is it fully qualified',
      'spec.finalizers: Invalid value: "a": name is neither a standard finalizer name nor is it fully qualified',
      "spec.finalizers: Invalid value: \"b c\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      'spec.finalizers: Invalid value: "b c": name is neither a standard finalizer name nor is it fully qualified',
    ],
  },
  {
    path: "/api/v1/nodes",
    object: {
      apiVersion: "v1",
      kind: "Node",
      status: {
        capacity: { k: "-1" },
        allocatable: { pods: "1500m" },
        nodeInfo: { swap: { capacity: 0 } },
        declaredFeatures: ["Zed", "Abc", "Abc", "b"],
      },
    },
    causes: [
      'status.capacity.k: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.pods: Invalid value: "1500m": must be an integer',
      "metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero",
      'status.declaredFeatures[1]: Invalid value: "Abc": list must be sorted alphabetically',
      'status.declaredFeatures[2]: Duplicate value: "Abc"',
      'status.declaredFeatures[3]: Invalid value: "b": invalid feature name "b": must start with an UpperCamelCase segment, with subsequent segments separated by \'/\' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes',
    ],
  },
  {
    path: "/api/v1/namespaces/default/events",
    object: {
      apiVersion: "v1",
      kind: "Event",
      involvedObject: { namespace: "default" },
      eventTime: "2024-01-02T03:04:05.000006Z",
      reportingComponent: "a b",
      message: "x".repeat(1025),
    },
    causes: [
      "reportingComponent: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "reportingInstance: Required value",
      "action: Required value",
      "reason: Required value",
      'message: Invalid value: "": can have at most 1024 characters',
    ],
  },
  {
    path: "/api/v1/namespaces/default/events",
    object: { apiVersion: "v1", kind: "Event", involvedObject: { namespace: "other" } },
    causes: ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
  },
  {
    path: "/apis/events.k8s.io/v1/namespaces/default/events",
    object: {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      reason: "",
      action: "a",
      type: "",
      eventTime: null,
      reportingController: "a.b/c",
      reportingInstance: "i",
      regarding: { kind: "Pod", name: "x", namespace: "default" },
      series: {},
      deprecatedSource: { component: "x" },
      deprecatedCount: 1,
    },
    causes: [
      'series.count: Invalid value: "": should be at least 2',
      "series.lastObservedTime: Required value",
      "eventTime: Required value",
      'type: Invalid value: "": has invalid value: ',
      'count: Invalid value: "": needs to be unset',
      'source: Invalid value: "": needs to be unset',
    ],
  },
  {
    path: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    object: {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      addressType: "IPv6",
      endpoints: [{ addresses: ["2001:DB8::1", "::ffff:1.2.3.4"] }],
      ports: [{ protocol: "" }],
    },
    causes: [
      'ports[0].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"',
      'endpoints[0].addresses[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")',
      'endpoints[0].addresses[1]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
    ],
  },
  {
    path: "/api/v1/namespaces/default/endpoints",
    object: {
      apiVersion: "v1",
      kind: "Endpoints",
      subsets: [{ addresses: [{ ip: "010.1.2.3" }, { ip: "::ffff:1.2.3.4" }, { ip: "fe80::1%eth0" }] }],
    },
    causes: [
      'subsets[0].addresses[0].ip: Invalid value: "010.1.2.3": must not have leading 0s',
      'subsets[0].addresses[1].ip: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
      'subsets[0].addresses[2].ip: Invalid value: "fe80::1%eth0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'subsets[0].addresses[2].ip: Invalid value: "fe80::1%eth0": must be a valid IP address',
    ],
  },
  {
    path: "/apis/networking.k8s.io/v1/servicecidrs",
    object: { apiVersion: "networking.k8s.io/v1", kind: "ServiceCIDR", spec: { cidrs: ["2001:db8:0:0::/32"] } },
    causes: ['spec.cidrs[0]: Invalid value: "2001:db8:0:0::/32": must be in canonical form ("2001:db8::/32")'],
  },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      spec: {
        podSelector: {},
        ingress: [
          {
            from: [
              { ipBlock: { cidr: "10.0.0.1/8" } },
              { ipBlock: { cidr: "::ffff:1.2.3.0/120" } },
              { ipBlock: { cidr: "010.0.0.0/8" } },
              { ipBlock: { cidr: "10.0.0.0/08" } },
              { ipBlock: { cidr: "10.0.0.0/33" } },
              { ipBlock: { cidr: "2001:db8::1/32" } },
            ],
          },
        ],
      },
    },
    causes: [
      'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
      'spec.ingress[0].from[1].ipBlock.cidr: Invalid value: "::ffff:1.2.3.0/120": must not have an IPv4-mapped IPv6 address',
      'spec.ingress[0].from[2].ipBlock.cidr: Invalid value: "010.0.0.0/8": must not have leading 0s in IP or prefix length',
      'spec.ingress[0].from[3].ipBlock.cidr: Invalid value: "10.0.0.0/08": must not have leading 0s in IP or prefix length',
      'spec.ingress[0].from[4].ipBlock.cidr: Invalid value: "10.0.0.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      'spec.ingress[0].from[5].ipBlock.cidr: Invalid value: "2001:db8::1/32": must not have bits set beyond the prefix length',
    ],
  },
];

/** Changes of them. */
export const refusedCoreChanges: readonly RefusedChange[] = [
  {
    path: "/api/v1/namespaces/default/secrets",
    object: { apiVersion: "v1", kind: "Secret", immutable: true, stringData: { a: "b" } },
    patch: { immutable: false, type: "x", data: { "a b": "AA==" } },
    causes: [
      'type: Invalid value: "x": field is immutable',
      "immutable: Forbidden: field is immutable when `immutable` is set",
      "data: Forbidden: field is immutable when `immutable` is set",
      "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
  },
  {
    path: "/api/v1/namespaces/default/configmaps",
    object: { apiVersion: "v1", kind: "ConfigMap", immutable: true, data: { a: "b" } },
    patch: { immutable: null, data: { "a b": "" }, binaryData: { c: "" } },
    causes: [
      "immutable: Forbidden: field is immutable when `immutable` is set",
      "data: Forbidden: field is immutable when `immutable` is set",
      "binaryData: Forbidden: field is immutable when `immutable` is set",
      "data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
  },
  {
    path: "/api/v1/nodes",
    object: { apiVersion: "v1", kind: "Node" },
    part: "/status",
    patch: {
      status: {
        capacity: { k: "-1" },
        allocatable: { pods: "1500m" },
        declaredFeatures: ["Zed", "Abc", "Abc", "b"],
        addresses: [
          { type: "A", address: "x" },
          { type: "A", address: "x" },
        ],
      },
    },
    causes: [
      'status.capacity.k: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.pods: Invalid value: "1500m": must be an integer',
      'status.declaredFeatures[1]: Invalid value: "Abc": list must be sorted alphabetically',
      'status.declaredFeatures[2]: Duplicate value: "Abc"',
      'status.declaredFeatures[3]: Invalid value: "b": invalid feature name "b": must start with an UpperCamelCase segment, with subsequent segments separated by \'/\' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes',
      'status.addresses[1]: Duplicate value: {"Type":"A","Address":"x"}',
    ],
  },
  {
    path: "/apis/events.k8s.io/v1/namespaces/default/events",
    object: {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      reason: "R",
      action: "a",
      type: "Warning",
      eventTime: "2024-01-02T03:04:05.000006Z",
      reportingController: "a.b/c",
      reportingInstance: "i",
      regarding: { kind: "Pod", name: "x", namespace: "default" },
    },
    patch: { reason: "", note: "x", deprecatedCount: 4, series: { count: 1 } },
    causes: [
      "reason: Required value",
      'series.count: Invalid value: "": should be at least 2',
      "series.lastObservedTime: Required value",
      'reason: Invalid value: "": field is immutable',
      'message: Invalid value: "x": field is immutable',
      "count: Invalid value: 4: field is immutable",
      'reason: Invalid value: "": field is immutable',
    ],
  },
  {
    path: "/apis/events.k8s.io/v1/namespaces/default/events",
    object: {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      reason: "R",
      action: "a",
      type: "Warning",
      eventTime: "2024-01-02T03:04:05.000006Z",
      reportingController: "a.b/c",
      reportingInstance: "i",
      regarding: { kind: "Pod", name: "x", namespace: "default" },
    },
    patch: { eventTime: null, action: "" },
    causes: ["eventTime: Invalid value: null: field is immutable", 'action: Invalid value: "": field is immutable'],
  },
  {
    path: "/apis/networking.k8s.io/v1/ingressclasses",
    object: { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", spec: { controller: "a.b/c" } },
    patch: { spec: { controller: "x" } },
    causes: [
      'spec.controller: Invalid value: "x": field is immutable',
      'spec.controller: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
    ],
  },
];
