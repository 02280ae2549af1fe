/** An object, and the cells of its row. */
export interface TableObject {
  readonly path: string;
  readonly object: Readonly<Record<string, unknown>> & {
    readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  };
  readonly status?: Readonly<Record<string, unknown>>;
  readonly cells: Readonly<Record<string, unknown>>;
}

const podSpec = {
  containers: [
    { name: "a", image: "x:1" },
    { name: "b", image: "y:2" },
  ],
};
const template = { metadata: { labels: { app: "t" } }, spec: podSpec };
const selector = { matchLabels: { app: "t" } };
const containers = { Containers: "a,b", Images: "x:1,y:2", Selector: "app=t" };

/** Objects of the kinds that people look at most. */
export const tableObjects: readonly TableObject[] = [
  {
    path: "/api/v1/namespaces/{namespace}/configmaps",
    object: { metadata: { name: "t" }, data: { a: "1" }, binaryData: { b: "AAE=" } },
    cells: { Name: "t", Data: 2, Age: "<age>" },
  },
  {
    path: "/api/v1/namespaces/{namespace}/secrets",
    object: { metadata: { name: "t" }, type: "Opaque", data: { a: "AAE=" } },
    cells: { Name: "t", Type: "Opaque", Data: 1, Age: "<age>" },
  },
  {
    path: "/api/v1/namespaces/{namespace}/pods",
    object: { metadata: { name: "t" }, spec: podSpec },
    cells: {
      Name: "t",
      Ready: "0/2",
      Status: "Pending",
      Restarts: "0",
      Age: "<age>",
      IP: "<none>",
      Node: "<none>",
      "Nominated Node": "<none>",
      "Readiness Gates": "<none>",
    },
  },
  {
    path: "/api/v1/namespaces/{namespace}/services",
    object: {
      metadata: { name: "t" },
      spec: { type: "ClusterIP", clusterIP: "None", selector: { app: "t", b: "c" }, ports: [{ port: 80 }] },
    },
    cells: {
      Name: "t",
      Type: "ClusterIP",
      "Cluster-IP": "None",
      "External-IP": "<none>",
      "Port(s)": "80/TCP",
      Age: "<age>",
      Selector: "app=t,b=c",
    },
  },
  {
    path: "/api/v1/nodes",
    object: {
      metadata: { name: "table-node", labels: { "node-role.kubernetes.io/worker": "" } },
      spec: { unschedulable: true },
    },
    status: {
      conditions: [{ type: "Ready", status: "True" }],
      addresses: [{ type: "InternalIP", address: "10.0.0.9" }],
      nodeInfo: nodeInfo({
        kubeletVersion: "v1.36.3",
        osImage: "Linux",
        kernelVersion: "6",
        containerRuntimeVersion: "c://2",
      }),
    },
    cells: {
      Name: "table-node",
      Status: "Ready,SchedulingDisabled",
      Roles: "worker",
      Age: "<age>",
      Version: "v1.36.3",
      "Internal-IP": "10.0.0.9",
      "External-IP": "<none>",
      "OS-Image": "Linux",
      "Kernel-Version": "6",
      "Container-Runtime": "c://2",
    },
  },
  {
    path: "/apis/apps/v1/namespaces/{namespace}/deployments",
    object: { metadata: { name: "t" }, spec: { replicas: 3, selector, template } },
    status: { replicas: 3, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 1, observedGeneration: 1 },
    cells: { Name: "t", Ready: "2/3", "Up-to-date": 2, Available: 1, Age: "<age>", ...containers },
  },
  {
    path: "/apis/apps/v1/namespaces/{namespace}/replicasets",
    object: { metadata: { name: "t" }, spec: { replicas: 2, selector, template } },
    status: { replicas: 2, readyReplicas: 1, availableReplicas: 1 },
    cells: { Name: "t", Desired: 2, Current: 2, Ready: 1, Age: "<age>", ...containers },
  },
  {
    path: "/apis/apps/v1/namespaces/{namespace}/daemonsets",
    object: { metadata: { name: "t" }, spec: { selector, template } },
    cells: {
      Name: "t",
      Desired: 0,
      Current: 0,
      Ready: 0,
      "Up-to-date": 0,
      Available: 0,
      "Node Selector": "<none>",
      Age: "<age>",
      ...containers,
    },
  },
  {
    path: "/apis/apps/v1/namespaces/{namespace}/statefulsets",
    object: { metadata: { name: "t" }, spec: { replicas: 2, serviceName: "t", selector, template } },
    cells: { Name: "t", Ready: "0/2", Age: "<age>", Containers: "a,b", Images: "x:1,y:2" },
  },
  {
    path: "/apis/batch/v1/namespaces/{namespace}/cronjobs",
    object: {
      metadata: { name: "t" },
      spec: {
        schedule: "*/5 * * * *",
        suspend: false,
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } } },
      },
    },
    cells: {
      Name: "t",
      Schedule: "*/5 * * * *",
      Timezone: "<none>",
      Suspend: "False",
      Active: 0,
      "Last Schedule": "<none>",
      Age: "<age>",
      Containers: "a,b",
      Images: "x:1,y:2",
      Selector: "<none>",
    },
  },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses",
    object: {
      metadata: { name: "t" },
      spec: {
        ingressClassName: "c",
        tls: [{ hosts: ["h"] }],
        rules: [
          { host: "a.example.dev" },
          { host: "b.example.dev" },
          { host: "c.example.dev" },
          { host: "d.example.dev" },
        ],
      },
    },
    cells: {
      Name: "t",
      Class: "c",
      Hosts: "a.example.dev,b.example.dev,c.example.dev + 1 more...",
      Address: "",
      Ports: "80, 443",
      Age: "<age>",
    },
  },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/{namespace}/networkpolicies",
    object: {
      metadata: { name: "t" },
      spec: {
        podSelector: {
          matchLabels: { z: "1" },
          matchExpressions: [{ key: "a", operator: "NotIn", values: ["y", "x"] }],
        },
      },
    },
    cells: { Name: "t", "Pod-Selector": "a notin (x,y),z=1", Age: "<age>" },
  },
  {
    path: "/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases",
    object: { metadata: { name: "t" }, spec: { holderIdentity: "me" } },
    cells: { Name: "t", Holder: "me", Age: "<age>" },
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/roles",
    object: { metadata: { name: "t" }, rules: [] },
    cells: { Name: "t", "Created At": "<time>" },
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/{namespace}/rolebindings",
    object: {
      metadata: { name: "t" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      subjects: [
        { kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "User", name: "v", apiGroup: "rbac.authorization.k8s.io" },
        { kind: "ServiceAccount", name: "s", namespace: "n" },
      ],
    },
    cells: { Name: "t", Role: "ClusterRole/view", Age: "<age>", Users: "u, v", Groups: "", ServiceAccounts: "n/s" },
  },
  {
    path: "/api/v1/namespaces/{namespace}/persistentvolumeclaims",
    object: {
      metadata: { name: "t" },
      spec: {
        volumeMode: "Filesystem",
        accessModes: ["ReadWriteOnce"],
        storageClassName: "s",
        resources: { requests: { storage: "1Gi" } },
      },
    },
    cells: {
      Name: "t",
      Status: "Pending",
      Volume: "",
      Capacity: "",
      "Access Modes": "",
      StorageClass: "s",
      VolumeAttributesClass: "<unset>",
      Age: "<age>",
      VolumeMode: "Filesystem",
    },
  },
  {
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    object: { metadata: { name: "table-class" }, value: 7, preemptionPolicy: "Never" },
    cells: { Name: "table-class", Value: 7, "Global-Default": false, Age: "<age>", PreemptionPolicy: "Never" },
  },
  {
    path: "/apis/storage.k8s.io/v1/storageclasses",
    object: {
      metadata: { name: "table-storage", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
      provisioner: "p.example.dev",
    },
    cells: {
      Name: "table-storage (default)",
      Provisioner: "p.example.dev",
      ReclaimPolicy: "Delete",
      VolumeBindingMode: "Immediate",
      AllowVolumeExpansion: false,
      Age: "<age>",
    },
  },
  {
    path: "/apis/policy/v1/namespaces/{namespace}/poddisruptionbudgets",
    object: { metadata: { name: "t" }, spec: { minAvailable: "50%", selector } },
    cells: { Name: "t", "Min Available": "50%", "Max Unavailable": "N/A", "Allowed Disruptions": 0, Age: "<age>" },
  },
  {
    path: "/api/v1/namespaces/{namespace}/events",
    object: {
      metadata: { name: "t" },
      involvedObject: { kind: "Pod", name: "p", namespace: "{namespace}", fieldPath: "spec.a" },
      type: "Normal",
      reason: "Because",
      message: " text ",
      source: { component: "c", host: "h" },
      count: 3,
    },
    cells: {
      "Last Seen": "<unknown>",
      Type: "Normal",
      Reason: "Because",
      Object: "pod/p",
      Subobject: "spec.a",
      Source: "c, h",
      Message: "text",
      "First Seen": "<unknown>",
      Count: 3,
      Name: "t",
    },
  },
  {
    path: "/apis/discovery.k8s.io/v1/namespaces/{namespace}/endpointslices",
    object: {
      metadata: { name: "t" },
      addressType: "IPv4",
      ports: [{ name: "a", port: 80 }],
      endpoints: ["1", "2", "3", "4"].map((last) => ({ addresses: [`10.1.1.${last}`] })),
    },
    cells: {
      Name: "t",
      AddressType: "IPv4",
      Ports: "80",
      Endpoints: "10.1.1.1,10.1.1.2,10.1.1.3 + 1 more...",
      Age: "<age>",
    },
  },
  {
    path: "/apis/autoscaling/v2/namespaces/{namespace}/horizontalpodautoscalers",
    object: {
      metadata: { name: "t" },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
        minReplicas: 1,
        maxReplicas: 4,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
        ],
      },
    },
    cells: {
      Name: "t",
      Reference: "Deployment/d",
      Targets: "cpu: <unknown>/60%",
      MinPods: "1",
      MaxPods: 4,
      Replicas: 0,
      Age: "<age>",
    },
  },
];

function nodeInfo(known: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = [
    "machineID",
    "systemUUID",
    "bootID",
    "kernelVersion",
    "osImage",
    "containerRuntimeVersion",
    "kubeletVersion",
    "kubeProxyVersion",
    "operatingSystem",
    "architecture",
  ];
  return { ...Object.fromEntries(names.map((name) => [name, ""])), ...known };
}
