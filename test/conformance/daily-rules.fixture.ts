/** An object that both servers refuse, or take: the causes that they tell, or none. Lists and objects that messages quote are left out. */
export interface RuledObject {
  readonly name: string;
  /** The collection, with `*` for the namespace. */
  readonly path: string;
  /** What there is; without it the object is made. */
  readonly before?: object | undefined;
  readonly object: object;
  readonly causes: readonly string[];
}

const pods = "/api/v1/namespaces/*/pods";
const services = "/api/v1/namespaces/*/services";
const slices = "/apis/discovery.k8s.io/v1/namespaces/*/endpointslices";
const volumes = "/api/v1/persistentvolumes";
const claims = "/api/v1/namespaces/*/persistentvolumeclaims";
const cronJobs = "/apis/batch/v1/namespaces/*/cronjobs";
const priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";

const containers = [{ name: "one", image: "one" }];
const longest = `a${"b".repeat(52)}`;
const mirror = "kubernetes.io/config.mirror";
const cost = "controller.kubernetes.io/pod-deletion-cost";
const ranges = "service.beta.kubernetes.io/load-balancer-source-ranges";
const storageClass = "volume.beta.kubernetes.io/storage-class";

function pod(spec: object = {}, metadata: object = {}): object {
  return { metadata, spec: { containers, ...spec } };
}

function service(spec: object, annotations: object = {}): object {
  return { metadata: { annotations }, spec: { ports: [{ port: 80 }], ...spec } };
}

const claimSpec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const ownVolume = { name: "own", ephemeral: { volumeClaimTemplate: { spec: claimSpec } } };
const gated = { schedulingGates: [{ name: "example.com/gate" }] };
const term = (...keys: readonly string[]): object => ({
  matchExpressions: keys.map((key) => ({ key, operator: "Exists" })),
});
const toNodes = (...nodeSelectorTerms: readonly object[]): object => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
});
const volume = (key: string): object => ({
  spec: {
    capacity: { storage: "1Gi" },
    accessModes: ["ReadWriteOnce"],
    csi: { driver: "one", volumeHandle: "one" },
    nodeAffinity: { required: { nodeSelectorTerms: [term(key)] } },
  },
});
const cronJob = (more: object, metadata: object = {}): object => ({
  metadata,
  spec: {
    schedule: "* * * * *",
    jobTemplate: { spec: { template: { spec: { containers, restartPolicy: "Never" } } } },
    ...more,
  },
});
const terms = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
const reserved = "priority class names with 'system-' prefix are reserved for system use only. error:";

/** Rules of kinds that controllers write daily, as a Kubernetes 1.36 tells them. */
export const ruledObjects: readonly RuledObject[] = [
  {
    name: "a copy of a file belongs to a node, and its cost is a number",
    path: pods,
    object: pod({}, { annotations: { [mirror]: "x", [cost]: "+10" } }),
    causes: [
      `metadata.annotations[${mirror}]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set`,
      `metadata.annotations[${cost}]: Invalid value: "+10": must be a 32bit integer`,
    ],
  },
  { name: "costs may be below zero", path: pods, object: pod({}, { annotations: { [cost]: "-5" } }), causes: [] },
  {
    name: "no pod becomes a copy",
    path: pods,
    before: pod({ nodeName: "one" }),
    object: pod({ nodeName: "one" }, { annotations: { [mirror]: "x" } }),
    causes: [`metadata.annotations[${mirror}]: Forbidden: may not add mirror pod annotation`],
  },
  {
    name: "a claim that comes with the pod belongs to it alone",
    path: pods,
    object: pod({ volumes: [ownVolume, { name: "other", persistentVolumeClaim: { claimName: "ruled-own" } }] }),
    causes: [
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "ruled-own": must not reference a PVC that gets created for an ephemeral volume',
    ],
  },
  {
    name: "a volume without a name names no claim",
    path: pods,
    object: pod({ volumes: [{ ...ownVolume, name: "" }] }),
    causes: ["spec.volumes[0].name: Required value"],
  },
  {
    name: "large pages are whole",
    path: pods,
    object: pod({
      containers: [
        {
          name: "one",
          image: "one",
          resources: { limits: { cpu: "1", "hugepages-2Mi": "3Mi" }, requests: { cpu: "1", "hugepages-2Mi": "3Mi" } },
        },
      ],
    }),
    causes: ["limits", "requests"].map(
      (list) =>
        `spec.containers[0].resources.${list}[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi`,
    ),
  },
  {
    name: "a pod that waits keeps its selector",
    path: pods,
    before: pod({ ...gated, nodeSelector: { a: "b" } }),
    object: pod({ ...gated, nodeSelector: { a: "c" } }),
    causes: [
      "spec.nodeSelector: Invalid value: …: only additions to spec.nodeSelector are allowed (no mutations or deletions)",
    ],
  },
  {
    name: "a pod that waits may get a narrower selector and terms",
    path: pods,
    before: pod({ ...gated, nodeSelector: { a: "b" }, affinity: toNodes(term("a")) }),
    object: pod({ ...gated, nodeSelector: { a: "b", c: "d" }, affinity: toNodes(term("a", "b")) }),
    causes: [],
  },
  {
    name: "a pod that waits keeps its terms",
    path: pods,
    before: pod({ ...gated, affinity: toNodes(term("a")) }),
    object: pod({ ...gated, affinity: toNodes(term("b")) }),
    causes: [`${terms}[0]: Invalid value: …: only additions are allowed (no mutations or deletions)`],
  },
  {
    name: "a pod that waits gets no more terms",
    path: pods,
    before: pod({ ...gated, affinity: toNodes(term("a")) }),
    object: pod({ ...gated, affinity: toNodes(term("a"), term("b")) }),
    causes: [`${terms}: Invalid value: …: no additions/deletions to non-empty NodeSelectorTerms list are allowed`],
  },
  {
    name: "two names of one annotation say the same",
    path: services,
    object: service(
      {},
      { "service.kubernetes.io/topology-mode": "Auto", "service.kubernetes.io/topology-aware-hints": "x" },
    ),
    causes: [
      'metadata.annotations[service.kubernetes.io/topology-mode]: Invalid value: "Auto": must match annotations[service.kubernetes.io/topology-aware-hints] when both are specified',
    ],
  },
  {
    name: "only balancers know ranges",
    path: services,
    object: service({}, { [ranges]: "10.0.0.0/8, x" }),
    causes: [
      `metadata.annotations[${ranges}]: Forbidden: may only be used when \`type\` is 'LoadBalancer'`,
      `metadata.annotations[${ranges}]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
    ],
  },
  {
    name: "a name may end with a dot",
    path: slices,
    object: { addressType: "FQDN", endpoints: [{ addresses: ["example.com."] }], ports: [] },
    causes: [],
  },
  {
    name: "jobs have longer names",
    path: cronJobs,
    object: cronJob({}, { name: longest }),
    causes: [`metadata.name: Invalid value: "${longest}": must be no more than 52 characters`],
  },
  {
    name: "the zone of the server is none",
    path: cronJobs,
    object: cronJob({ timeZone: "local" }),
    causes: [
      'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      'spec.timeZone: Invalid value: "local": unknown time zone local',
    ],
  },
  {
    name: "some priorities are the server's",
    path: priorities,
    object: { metadata: { name: "system-other" }, value: 1 },
    causes: [`metadata.name: Forbidden: ${reserved} system-other is not a known system priority class`],
  },
  {
    name: "a volume stays where it is",
    path: volumes,
    before: volume("example.com/zone"),
    object: volume("example.com/other"),
    causes: ["nodeAffinity: Invalid value: …: field is immutable, except for updating from beta label to GA"],
  },
  {
    name: "a volume may call its zone by the new name",
    path: volumes,
    before: volume("failure-domain.beta.kubernetes.io/zone"),
    object: volume("topology.kubernetes.io/zone"),
    causes: [],
  },
  {
    name: "a claim keeps the class that it was annotated with",
    path: claims,
    before: { metadata: { annotations: { [storageClass]: "fast" } }, spec: claimSpec },
    object: { metadata: { annotations: { [storageClass]: "slow" } }, spec: claimSpec },
    causes: [`metadata.annotations.${storageClass}: Invalid value: "slow": field is immutable`],
  },
];
