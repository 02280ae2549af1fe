import type { JsonObject } from "../../src/model/index.ts";
import { groupSamples, namespaced, selector } from "./protobuf-group-objects.fixture.ts";
import type { Sample } from "./protobuf-group-objects.fixture.ts";

const labels = { app: "web", "setpoint.dev/empty": "" };

const podSpec: JsonObject = {
  terminationGracePeriodSeconds: 0,
  nodeSelector: { disk: "ssd" },
  securityContext: { fsGroup: 2_000_000_000, supplementalGroups: [0, 7], sysctls: [] },
  tolerations: [{ operator: "Exists", tolerationSeconds: 0, effect: "NoExecute" }],
  initContainers: [{ name: "init", image: "busybox", command: ["sh", "-c", "é"], restartPolicy: "Always" }],
  containers: [
    {
      name: "web",
      image: "nginx:1",
      ports: [
        { containerPort: 80, name: "http" },
        { containerPort: 53, protocol: "UDP" },
      ],
      env: [
        { name: "EMPTY", value: "" },
        { name: "NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        { name: "CPU", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "1m" } } },
      ],
      envFrom: [{ prefix: "X_", configMapRef: { name: "settings", optional: false } }],
      resources: { limits: { cpu: "1500m", memory: "1073741824" }, requests: { cpu: 1 } },
      livenessProbe: { httpGet: { path: "/", port: "http" }, initialDelaySeconds: 0 },
      readinessProbe: { tcpSocket: { port: 80 } },
      lifecycle: { preStop: { exec: { command: ["true"] } } },
      volumeMounts: [{ name: "scratch", mountPath: "/tmp" }],
      securityContext: { privileged: false, capabilities: { add: ["NET_ADMIN"], drop: ["ALL"] }, runAsUser: 0 },
    },
  ],
  volumes: [
    { name: "scratch", emptyDir: { sizeLimit: "1Gi" } },
    { name: "nothing", emptyDir: {} },
    { name: "settings", configMap: { name: "settings", items: [{ key: "a", path: "b", mode: 256 }] } },
    { name: "all", projected: { sources: [{ secret: { name: "s" } }, { downwardAPI: {} }] } },
  ],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone", labelSelector: selector }],
    },
  },
};
const template: JsonObject = { metadata: { labels: { app: "web", tier: "x" } }, spec: podSpec };

/** What each of these has in its fields is of little sense, but much of what a field can have is in one of them. */
export const samples: readonly Sample[] = [
  {
    path: namespaced("v1", "configmaps"),
    object: {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "sample",
        labels,
        annotations: { "setpoint.dev/a": "1" },
        finalizers: ["setpoint.dev/hold"],
        ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u", controller: true }],
      },
      data: { a: "ä\n\u0000", b: "" },
      binaryData: { bin: "AAEC/w==", empty: "" },
      immutable: false,
    },
  },
  {
    path: namespaced("v1", "secrets"),
    object: { apiVersion: "v1", kind: "Secret", metadata: { name: "sample" }, data: { a: "AQI=" }, type: "Opaque" },
  },
  {
    path: namespaced("v1", "pods"),
    object: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "sample", labels },
      spec: { ...podSpec, serviceAccountName: "sample" },
    },
  },
  {
    path: namespaced("v1", "services"),
    object: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "sample" },
      spec: {
        type: "ClusterIP",
        clusterIP: "None",
        selector: { app: "web" },
        ports: [
          { name: "a", port: 80, targetPort: "http" },
          { name: "b", port: 81, targetPort: 8080 },
        ],
      },
    },
  },
  {
    path: namespaced("v1", "serviceaccounts"),
    object: {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "sample" },
      automountServiceAccountToken: false,
      imagePullSecrets: [{ name: "a" }],
    },
  },
  {
    path: namespaced("v1", "persistentvolumeclaims"),
    object: {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name: "sample" },
      spec: { accessModes: ["ReadWriteOnce"], storageClassName: "", resources: { requests: { storage: "1.5Gi" } } },
    },
  },
  {
    path: namespaced("v1", "resourcequotas"),
    object: {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "sample" },
      spec: { hard: { configmaps: "100", "requests.cpu": "1000" } },
    },
  },
  {
    path: namespaced("v1", "limitranges"),
    object: {
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "sample" },
      spec: { limits: [{ type: "PersistentVolumeClaim", max: { storage: "10Gi" } }] },
    },
  },
  {
    path: () => "/api/v1/namespaces/default/events",
    object: {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "protobuf-sample" },
      involvedObject: { kind: "Pod", name: "p" },
      reason: "R",
      message: "m",
      firstTimestamp: "2024-01-02T03:04:05Z",
      count: 3,
      type: "Normal",
    },
  },
  {
    path: () => "/apis/events.k8s.io/v1/namespaces/default/events",
    object: {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "protobuf-exact" },
      regarding: { kind: "Pod", name: "p" },
      reason: "R",
      action: "a",
      type: "Warning",
      eventTime: "2024-01-02T03:04:05.000006Z",
      reportingController: "setpoint.dev/test",
      reportingInstance: "i",
    },
  },
  {
    path: namespaced("apps/v1", "deployments"),
    object: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "sample" },
      spec: {
        replicas: 0,
        paused: true,
        selector,
        template,
        strategy: { rollingUpdate: { maxSurge: "30%", maxUnavailable: 2 } },
      },
    },
  },
  {
    path: namespaced("apps/v1", "statefulsets"),
    object: {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: { name: "sample" },
      spec: {
        serviceName: "s",
        selector,
        template,
        ordinals: { start: 3 },
        volumeClaimTemplates: [
          {
            metadata: { name: "data" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
      },
    },
  },
  {
    path: namespaced("apps/v1", "daemonsets"),
    object: {
      apiVersion: "apps/v1",
      kind: "DaemonSet",
      metadata: { name: "sample" },
      spec: { selector, template: { ...template, spec: { containers: [{ name: "a", image: "b" }] } } },
    },
  },
  {
    path: namespaced("apps/v1", "controllerrevisions"),
    object: {
      apiVersion: "apps/v1",
      kind: "ControllerRevision",
      metadata: { name: "sample" },
      data: { apiVersion: "v1", kind: "Any", spec: { big: 1, list: [null, "x"] } },
      revision: 9_007_199_254_740_991,
    },
  },
  {
    path: namespaced("batch/v1", "jobs"),
    object: {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name: "sample" },
      spec: {
        completions: 2,
        backoffLimit: 0,
        suspend: true,
        manualSelector: true,
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { labels: { app: "web" } },
          spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] },
        },
        podFailurePolicy: { rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [1, 42] } }] },
      },
    },
  },
  {
    path: namespaced("batch/v1", "cronjobs"),
    object: {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: "sample" },
      spec: {
        schedule: "@daily",
        timeZone: "Europe/Berlin",
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "b" }] } } },
        },
      },
    },
  },
  ...groupSamples,
];
