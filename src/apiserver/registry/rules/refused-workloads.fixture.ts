import type { RefusedObject } from "./refused-kinds.fixture.ts";

/** Pods that have the labels of the pod itself, and others. */
const likeItself: object = {
  topologyKey: "zone",
  labelSelector: { matchLabels: { app: "b" }, matchExpressions: [{ key: "app", operator: "Exists" }] },
  matchLabelKeys: ["tier", "app"],
};

/** Pods, what runs them and where they keep their data, refused by a Kubernetes 1.36. Of maps, messages show the keys in order. */
export const refusedWorkloads: readonly RefusedObject[] = [
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      spec: {
        containers: [{ name: "web", image: "nginx:1" }],
        initContainers: [{ name: "a", image: "a", securityContext: { windowsOptions: { hostProcess: true } } }],
      },
    },
    causes: [
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers',
      "spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers",
    ],
  },
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      spec: {
        containers: [{ name: "web", image: "nginx:1", securityContext: { windowsOptions: { hostProcess: false } } }],
        securityContext: { windowsOptions: { hostProcess: true } },
      },
    },
    causes: [
      "spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be identical if both are specified, was true",
    ],
  },
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      spec: {
        containers: [{ name: "web", image: "nginx:1" }],
        hostNetwork: true,
        hostIPC: true,
        securityContext: {
          seLinuxChangePolicy: "MountOption",
          sysctls: [
            { name: "net.a", value: "1" },
            { name: "kernel.sem", value: "1" },
            { name: "vm.a", value: "1" },
          ],
        },
      },
    },
    causes: [
      "spec.securityContext.sysctls[0].name: Invalid value: \"net.a\": may not be specified when 'hostNetwork' is true",
      "spec.securityContext.sysctls[1].name: Invalid value: \"kernel.sem\": may not be specified when 'hostIPC' is true",
      'spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"',
    ],
  },
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      spec: {
        containers: [{ name: "web", image: "nginx:1", securityContext: { privileged: false, capabilities: {} } }],
        os: { name: "windows" },
        hostPID: true,
        shareProcessNamespace: false,
        securityContext: { fsGroup: 1, runAsUser: 2 },
      },
    },
    causes: [
      "spec.hostPID: Forbidden: cannot be set for a windows pod",
      "spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod",
      "spec.shareProcessNamespace: Forbidden: cannot be set for a windows pod",
      "spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
      "spec.containers[0].securityContext.capabilities: Forbidden: cannot be set for a windows pod",
      "spec.containers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod",
    ],
  },
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      spec: {
        containers: [{ name: "web", image: "nginx:1", securityContext: { windowsOptions: {} } }],
        os: { name: "linux" },
        securityContext: { windowsOptions: {} },
      },
    },
    causes: [
      "spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod",
      "spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod",
    ],
  },
  {
    path: "/apis/apps/v1/namespaces/default/deployments",
    object: {
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1" }] } },
        strategy: { type: "None", rollingUpdate: { maxSurge: "30%" } },
      },
    },
    causes: [
      'spec.strategy: Unsupported value: {"Type":"None","RollingUpdate":{"MaxUnavailable":0,"MaxSurge":"30%"}}: supported values: "Recreate", "RollingUpdate"',
    ],
  },
  {
    path: "/apis/apps/v1/namespaces/default/daemonsets",
    object: {
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1" }] } },
        updateStrategy: { type: "None" },
      },
    },
    causes: [
      'spec.updateStrategy: Unsupported value: {"Type":"None","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
    ],
  },
  {
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    object: {
      spec: {
        selector: { matchLabels: { app: "not valid!" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1" }] } },
        serviceName: "s",
      },
    },
    causes: [
      "spec.selector.matchLabels: Invalid value: \"not valid!\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      'spec.selector: Invalid value: {"matchLabels":{"app":"not valid!"}}',
    ],
  },
  {
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    object: {
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { labels: { app: "web", "-": "a" }, annotations: { "!": "b" } },
          spec: { containers: [{ name: "web", image: "" }] },
        },
        serviceName: "S",
        volumeClaimTemplates: [{ metadata: { name: "" }, spec: { selector: { matchLabels: { a: "!" } } } }],
      },
    },
    causes: [
      "spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required",
      "spec.volumeClaimTemplates[0].spec.selector.matchLabels: Invalid value: \"!\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      "spec.volumeClaimTemplates[0].spec.resources[storage]: Required value",
      "spec.serviceName: Invalid value: \"S\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      "spec.template.labels: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.template.annotations: Invalid value: \"!\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.template.spec.volumes[0].persistentVolumeClaim.claimName: Required value",
      "spec.template.spec.volumes[0].name: Required value",
      "spec.template.spec.containers[0].image: Required value",
      "spec.template.labels: Invalid value: \"-\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "spec.template.annotations: Invalid value: \"!\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  },
  {
    path: "/apis/batch/v1/namespaces/default/cronjobs",
    object: {
      spec: {
        schedule: "* * * * *",
        timeZone: "a/../b",
        jobTemplate: {
          spec: {
            template: {
              metadata: { labels: { app: "web" } },
              spec: { containers: [{ name: "web", image: "nginx:1" }], restartPolicy: "Never" },
            },
          },
        },
      },
    },
    causes: ['spec.timeZone: Invalid value: "a/../b": unknown time zone a/../b'],
  },
  {
    path: "/apis/apps/v1/namespaces/default/controllerrevisions",
    object: { revision: -1 },
    causes: [
      "revision: Invalid value: -1: must be greater than or equal to 0",
      "data: Required value: data is mandatory",
    ],
  },
  {
    path: "/apis/apps/v1/namespaces/default/controllerrevisions",
    object: { revision: 1, data: [1] },
    causes: ["data: Required value: data must be a valid JSON object"],
  },
  {
    path: "/apis/scheduling.k8s.io/v1/priorityclasses",
    object: { value: 2000000000, preemptionPolicy: "Always" },
    causes: [
      "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
      'preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"',
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/csinodes",
    object: { spec: { drivers: [{ name: "a.b", nodeID: "x".repeat(257) }] } },
    causes: [`spec.drivers[0].nodeID: Invalid value: "${"x".repeat(257)}": must be 256 characters or less`],
  },
  {
    path: "/apis/storage.k8s.io/v1/csidrivers",
    object: { spec: { tokenRequests: [{ audience: "a", expirationSeconds: 9999999999 }] } },
    causes: [
      "spec.tokenRequests[0].expirationSeconds: Invalid value: 9999999999: may not specify a duration larger than 2^32 seconds",
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities",
    object: { storageClassName: "s", capacity: "-1" },
    causes: ['capacity: Invalid value: "-1": must be greater than or equal to 0'],
  },
  {
    path: "/apis/storage.k8s.io/v1/storageclasses",
    object: { provisioner: "p", volumeBindingMode: "" },
    causes: ['volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"'],
  },
  {
    path: "/api/v1/persistentvolumes",
    object: {
      spec: { capacity: { storage: "1Gi", b: "-1" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/d" } },
    },
    causes: [
      'spec.capacity: Unsupported value: {"b":"-1","storage":"1Gi"}: supported values: "storage"',
      "spec.capacity[b]: Invalid value: -1: must be a valid resource quantity",
      'spec.capacity[b]: Invalid value: "-1": must be greater than zero',
    ],
  },
  {
    path: "/api/v1/namespaces/default/persistentvolumeclaims",
    object: {
      spec: {
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
        dataSourceRef: { apiGroup: "-a", kind: "K", name: "n" },
      },
    },
    causes: [
      "spec.dataSource.apiGroup: Invalid value: \"-a\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.dataSourceRef.apiGroup: Invalid value: \"-a\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  },
  {
    path: "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    object: {
      spec: {
        minReplicas: 0,
        maxReplicas: 1,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
      },
    },
    causes: [
      "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
      "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
    ],
  },
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      spec: {
        containers: [{ name: "web", image: "nginx:1" }],
        affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [likeItself] } },
        topologySpreadConstraints: [{ ...likeItself, maxSkew: 1, whenUnsatisfiable: "DoNotSchedule" }],
      },
    },
    causes: [
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0][1]: Invalid value: "app": exists in both matchLabelKeys and labelSelector',
      'spec.topologySpreadConstraints[0][1]: Invalid value: "app": exists in both matchLabelKeys and labelSelector',
    ],
  },
];
