/**
 * Bodies and what kube-apiserver v1.36.3 answered to each when it was asked to create it.
 *
 * @module
 */
import type { JsonObject } from "../../model/index.ts";

/** The kind of a body. */
export type SampleKind = keyof typeof apiVersions;

/** The API version of each kind that is used here. */
export const apiVersions = {
  ConfigMap: "v1",
  Pod: "v1",
  Service: "v1",
  Lease: "coordination.k8s.io/v1",
  Deployment: "apps/v1",
  PersistentVolumeClaim: "v1",
  Role: "rbac.authorization.k8s.io/v1",
  Ingress: "networking.k8s.io/v1",
  Event: "v1",
  ServiceAccount: "v1",
  ControllerRevision: "apps/v1",
  PodDisruptionBudget: "policy/v1",
  LimitRange: "v1",
  ResourceQuota: "v1",
  EndpointSlice: "discovery.k8s.io/v1",
} as const;

/** Bodies with unknown and duplicate fields, and the strict decoding error; empty where the body was taken. */
export const strictBodies: readonly (readonly [kind: SampleKind, text: string, problems: string])[] = [
  ["ConfigMap", '{"metadata":{"name":"a"},"colour":1}', 'unknown field "colour"'],
  [
    "ConfigMap",
    '{"colour":1,"metadata":{"name":"a"},"size":{"colour":1}}',
    'unknown field "colour", unknown field "size"',
  ],
  ["ConfigMap", '{"metadata":{"name":"a"},"Data":{}}', 'unknown field "Data"'],
  ["ConfigMap", '{"metadata":{"name":"a"},"data":{"a":"1","a":"2"}}', 'duplicate field "data.a"'],
  ["ConfigMap", '{"metadata":{"name":"a"},"metadata":{"name":"a"}}', 'duplicate field "metadata"'],
  [
    "ConfigMap",
    '{"metadata":{"name":"a","name":"a","labels":{"x":"1","x":"1"},"colour":1}}',
    'duplicate field "metadata.name", duplicate field "metadata.labels.x", unknown field "metadata.colour"',
  ],
  ["ConfigMap", '{"metadata":{"name":"a"},"colour":1,"colour":2}', 'unknown field "colour"'],
  [
    "ConfigMap",
    '{"metadata":{"name":"a"},"__proto__":1,"constructor":2}',
    'unknown field "__proto__", unknown field "constructor"',
  ],
  ["ConfigMap", String.raw`{"metadata":{"name":"a"},"da\u0074a":{},"data":{}}`, 'duplicate field "data"'],
  ["ConfigMap", String.raw`{"metadata":{"name":"a"},"co\"lour":1}`, String.raw`unknown field "co\"lour"`],
  [
    "ConfigMap",
    String.raw` { "metadata" : { "name" : "a" , "size" : [ 1 , { "x" : "}" } ] } , "data" : { "a]" : "\\\"" } , "size" : -1.5e3 } `,
    'unknown field "metadata.size", unknown field "size"',
  ],
  [
    "ServiceAccount",
    '{"metadata":{"name":"a"},"secrets":[{"name":"a"},{"name":"b","colour":1,"name":"c"}]}',
    'unknown field "secrets[1].colour", duplicate field "secrets[1].name"',
  ],
  [
    "ServiceAccount",
    '{"metadata":{"name":"a"},"secrets":[{"colour":[{"size":1,"size":2}]}]}',
    'unknown field "secrets[0].colour"',
  ],
  ["ControllerRevision", '{"metadata":{"name":"a"},"revision":1,"data":{"a":1,"a":2,"b":{"c":1,"c":1}}}', ""],
  [
    "ControllerRevision",
    '{"metadata":{"name":"a"},"revision":1,"revision":1,"data":{},"data":{}}',
    'duplicate field "revision", duplicate field "data"',
  ],
  [
    "Role",
    '{"metadata":{"name":"a"},"rules":[{"verbs":["get"],"apiGroups":[""],"resources":["pods"],"verb":[]}],"rulez":[]}',
    'unknown field "rules[0].verb", unknown field "rulez"',
  ],
  [
    "PodDisruptionBudget",
    '{"metadata":{"name":"a"},"spec":{"selector":{"matchLabels":{"a":"b","a":"b"},"matchlabels":{}},"spec":{}},"status":{"colour":1}}',
    'duplicate field "spec.selector.matchLabels.a", unknown field "spec.selector.matchlabels", unknown field "spec.spec", unknown field "status.colour"',
  ],
  [
    "LimitRange",
    '{"metadata":{"name":"a"},"spec":{"limits":[{"type":"Container","max":{"cpu":"1","cpu":"2"},"maximum":{}}]}}',
    'duplicate field "spec.limits[0].max.cpu", unknown field "spec.limits[0].maximum"',
  ],
];

/** Bodies that were taken, and the objects that came back, without their metadata. */
export const writtenForms: readonly (readonly [kind: SampleKind, text: string, answer: JsonObject])[] = [
  ["ConfigMap", '{"metadata":{"name":"a"},"data":{},"binaryData":null,"immutable":false}', { immutable: false }],
  [
    "ConfigMap",
    '{"metadata":{"name":"a"},"data":{"a":null,"b":""},"binaryData":{"c":"","d":"QUJD"}}',
    { data: { a: "", b: "" }, binaryData: { c: "", d: "QUJD" } },
  ],
  ["ConfigMap", '{"metadata":{"name":"a"},"immutable":null,"colour":1}', {}],
  [
    "ConfigMap",
    '{"metadata":{"name":"a"},"binaryData":{"a":[65,66,null],"b":[],"c":null}}',
    { binaryData: { a: "QUIA", b: "", c: "" } },
  ],
  ["Role", '{"metadata":{"name":"a"},"rules":[]}', { rules: null }],
  ["Role", '{"metadata":{"name":"a"}}', { rules: null }],
  [
    "Role",
    '{"metadata":{"name":"a"},"rules":[{"verbs":["get"],"apiGroups":[""],"resources":["pods"],"resourceNames":[],"nonResourceURLs":null}]}',
    { rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }] },
  ],
  ["LimitRange", '{"metadata":{"name":"a"}}', { spec: { limits: null } }],
  [
    "LimitRange",
    '{"metadata":{"name":"a"},"spec":{"limits":[{"type":"Pod","max":{"cpu":"1000m","memory":1073741824,"a.b/c":"0.5Gi"},"min":{},"default":null}]}}',
    { spec: { limits: [{ type: "Pod", max: { "a.b/c": "512Mi", cpu: "1", memory: "1073741824" } }] } },
  ],
  [
    "ResourceQuota",
    '{"metadata":{"name":"a"},"spec":{"hard":{"cpu":"1.50","memory":"1024Mi","pods":"1e3"},"scopes":[]}}',
    { spec: { hard: { cpu: "1500m", memory: "1Gi", pods: "1e3" } }, status: {} },
  ],
  [
    "Lease",
    '{"metadata":{"name":"a"},"spec":{"holderIdentity":"","leaseDurationSeconds":10,"renewTime":"2020-01-01T01:00:00.000001+01:00"}}',
    { spec: { holderIdentity: "", leaseDurationSeconds: 10, renewTime: "2020-01-01T00:00:00.000001Z" } },
  ],
  ["Lease", '{"metadata":{"name":"a"}}', { spec: {} }],
  [
    "PodDisruptionBudget",
    '{"metadata":{"name":"a"},"spec":{"minAvailable":0,"selector":{}}}',
    {
      spec: { minAvailable: 0, selector: {} },
      status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    },
  ],
  [
    "PodDisruptionBudget",
    '{"metadata":{"name":"a"},"spec":{"minAvailable":"50%","selector":null}}',
    {
      spec: { minAvailable: "50%" },
      status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
    },
  ],
  [
    "ServiceAccount",
    '{"metadata":{"name":"a"},"secrets":[{"name":"a","kind":""},null],"automountServiceAccountToken":false,"imagePullSecrets":[{}]}',
    { secrets: [{ name: "a" }, {}], imagePullSecrets: [{}], automountServiceAccountToken: false },
  ],
  [
    "EndpointSlice",
    '{"metadata":{"name":"a"},"addressType":"IPv4","endpoints":[],"ports":[{"name":"","port":0,"protocol":"UDP"}]}',
    { addressType: "IPv4", endpoints: null, ports: [{ name: "", protocol: "UDP", port: 0 }] },
  ],
  [
    "ControllerRevision",
    '{"metadata":{"name":"a"},"revision":0,"data":{"a":null,"b":{}}}',
    { data: { a: null, b: {} }, revision: 0 },
  ],
  [
    "Event",
    '{"metadata":{"name":"a","namespace":"test"},"involvedObject":{"namespace":"test"},"firstTimestamp":"2020-01-01T01:00:00.5+01:00","lastTimestamp":null,"count":0}',
    {
      involvedObject: { namespace: "test" },
      source: {},
      firstTimestamp: "2020-01-01T00:00:00Z",
      lastTimestamp: null,
      eventTime: null,
      reportingComponent: "",
      reportingInstance: "",
    },
  ],
];
