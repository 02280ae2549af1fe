import type { JsonObject } from "../../../src/model/index.ts";

/** A pod with much of what pods can have. */
export const richPod: JsonObject = {
  terminationGracePeriodSeconds: 5,
  nodeSelector: { disk: "ssd" },
  hostname: "host",
  serviceAccountName: "sa",
  subdomain: "sub",
  securityContext: {
    fsGroup: 2000,
    runAsNonRoot: true,
    supplementalGroups: [7],
    sysctls: [{ name: "net.a", value: "1" }],
  },
  tolerations: [{ key: "a", operator: "Exists", tolerationSeconds: 3, effect: "NoExecute" }],
  dnsConfig: { nameservers: ["1.2.3.4"], searches: ["a.b"], options: [{ name: "ndots", value: "2" }] },
  hostAliases: [{ ip: "127.0.0.1", hostnames: ["a"] }],
  initContainers: [{ name: "init", image: "busybox", command: ["sh", "-c", "x"] }],
  containers: [
    {
      name: "web",
      image: "nginx:1",
      args: ["a"],
      workingDir: "/w",
      ports: [
        { containerPort: 80, name: "http" },
        { containerPort: 53, protocol: "UDP" },
      ],
      env: [
        { name: "A", value: "b" },
        { name: "N", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ],
      envFrom: [{ prefix: "X_", configMapRef: { name: "settings", optional: true } }],
      resources: { limits: { cpu: "1500m", memory: "1Gi" }, requests: { cpu: "1" } },
      livenessProbe: { httpGet: { path: "/", port: "http" }, periodSeconds: 3 },
      readinessProbe: { tcpSocket: { port: 80 } },
      startupProbe: { exec: { command: ["true"] } },
      lifecycle: { preStop: { exec: { command: ["true"] } } },
      volumeMounts: [{ name: "scratch", mountPath: "/tmp", subPath: "a" }],
      securityContext: { privileged: false, capabilities: { add: ["NET_ADMIN"] }, runAsUser: 1 },
    },
  ],
  volumes: [
    { name: "scratch", emptyDir: { sizeLimit: "1Gi" } },
    { name: "settings", configMap: { name: "settings", items: [{ key: "a", path: "b", mode: 256 }] } },
    { name: "secret", secret: { secretName: "s" } },
    { name: "all", projected: { sources: [{ secret: { name: "s" } }, { serviceAccountToken: { path: "t" } }] } },
  ],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "In", values: ["b"] }] }],
      },
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: "zone", labelSelector: { matchLabels: { app: "web" } } },
      ],
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: "zone",
      whenUnsatisfiable: "DoNotSchedule",
      labelSelector: { matchLabels: { app: "web" } },
    },
  ],
};

/** The least that a pod can be. */
export const plainPod: JsonObject = { containers: [{ name: "web", image: "nginx:1" }] };

/** What sets of pods are made of. */
export const template: JsonObject = { metadata: { labels: { app: "web" } }, spec: richPod };
/** The least of that. */
export const plainTemplate: JsonObject = { metadata: { labels: { app: "web" } }, spec: plainPod };
/** Pods that come to an end. */
export const endingTemplate: JsonObject = {
  metadata: { labels: { app: "web" } },
  spec: { ...plainPod, restartPolicy: "Never" },
};
/** Chooses the pods of the templates. */
export const selector: JsonObject = { matchLabels: { app: "web" } };
