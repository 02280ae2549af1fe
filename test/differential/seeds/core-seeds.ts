import { plainPod, plainTemplate, richPod, template } from "./pods.ts";
import { clusterWide, namespaced } from "./seed.ts";
import type { Seed } from "./seed.ts";

/** The kinds of the core group. */
export const coreSeeds: readonly Seed[] = [
  namespaced(
    "v1 ConfigMap configmaps",
    { data: { a: "1", b: "" }, binaryData: { c: "AAE=" } },
    { immutable: true, data: { a: "1" } },
  ),
  namespaced("v1 Secret secrets", { type: "Opaque", data: { a: "AQI=" }, stringData: { b: "x" } }),
  namespaced("v1 ServiceAccount serviceaccounts", {
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: "a" }],
    secrets: [{ name: "s" }],
  }),
  namespaced("v1 Pod pods", { spec: richPod }, { spec: plainPod }),
  namespaced("v1 PodTemplate podtemplates", { template }),
  namespaced("v1 ReplicationController replicationcontrollers", {
    spec: { replicas: 0, selector: { app: "web" }, template: plainTemplate },
  }),
  namespaced(
    "v1 Service services",
    {
      spec: {
        type: "ClusterIP",
        clusterIP: "None",
        selector: { app: "web" },
        ports: [
          { name: "a", port: 80, targetPort: "http" },
          { name: "b", port: 81 },
        ],
      },
    },
    { spec: { type: "NodePort", selector: { app: "web" }, ports: [{ port: 80 }], sessionAffinity: "ClientIP" } },
    { spec: { type: "ExternalName", externalName: "a.example" } },
  ),
  namespaced("v1 Endpoints endpoints", {
    subsets: [{ addresses: [{ ip: "10.1.2.3", hostname: "h" }], ports: [{ name: "a", port: 80 }] }],
  }),
  {
    ...namespaced("v1 Event events", {
      reason: "R",
      message: "m",
      type: "Normal",
      count: 3,
      firstTimestamp: "2024-01-02T03:04:05Z",
      source: { component: "c" },
    }),
    withName: (body, name) => ({ ...body, involvedObject: { kind: "Pod", name, namespace: "{ns}" } }),
  },
  namespaced("v1 LimitRange limitranges", {
    spec: {
      limits: [{ type: "Container", max: { cpu: "2" }, default: { cpu: "1" }, defaultRequest: { cpu: "500m" } }],
    },
  }),
  namespaced(
    "v1 ResourceQuota resourcequotas",
    { spec: { hard: { pods: "100", "requests.cpu": "1000" }, scopes: ["NotTerminating"] } },
    { spec: { hard: { pods: "3" } } },
  ),
  namespaced("v1 PersistentVolumeClaim persistentvolumeclaims", {
    spec: {
      accessModes: ["ReadWriteOnce"],
      storageClassName: "s",
      volumeMode: "Filesystem",
      resources: { requests: { storage: "1Gi" } },
    },
  }),
  clusterWide("v1 PersistentVolume persistentvolumes", {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/data" },
      storageClassName: "s",
      persistentVolumeReclaimPolicy: "Retain",
    },
  }),
  clusterWide("v1 Namespace namespaces", {}),
  clusterWide("v1 Node nodes", {
    spec: {
      podCIDR: "10.2.0.0/24",
      podCIDRs: ["10.2.0.0/24"],
      unschedulable: true,
      taints: [{ key: "a", value: "b", effect: "NoSchedule" }],
    },
  }),
];
