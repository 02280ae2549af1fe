/** A new object that a Kubernetes 1.36 takes, and what it told its maker. */
interface WarnedObject {
  readonly path: string;
  readonly object: object;
  readonly warnings: readonly string[];
}

/** Objects with which nothing is wrong, but much is odd. */
export const warnedObjects: readonly WarnedObject[] = [
  {
    path: "/apis/apps/v1/namespaces/default/deployments",
    object: {
      metadata: { name: "a.b" },
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { labels: { app: "web" }, annotations: { "scheduler.alpha.kubernetes.io/critical-pod": "" } },
          spec: {
            terminationGracePeriodSeconds: -1,
            nodeSelector: { "beta.kubernetes.io/os": "linux" },
            imagePullSecrets: [{ name: "a" }, { name: "a" }, {}],
            hostAliases: [{ ip: "1.2.3.4" }, { ip: "1.2.3.4" }],
            overhead: { memory: "1500m" },
            affinity: {
              nodeAffinity: {
                preferredDuringSchedulingIgnoredDuringExecution: [
                  {
                    weight: 1,
                    preference: {
                      matchExpressions: [{ key: "node-role.kubernetes.io/master", operator: "In", values: ["!"] }],
                    },
                  },
                ],
              },
              podAffinity: {
                requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone" }],
                preferredDuringSchedulingIgnoredDuringExecution: [
                  { weight: 1, podAffinityTerm: { topologyKey: "zone" } },
                ],
              },
            },
            topologySpreadConstraints: [
              { maxSkew: 1, topologyKey: "failure-domain.beta.kubernetes.io/zone", whenUnsatisfiable: "DoNotSchedule" },
            ],
            volumes: [
              { name: "a", gitRepo: { repository: "r" } },
              {
                name: "b",
                configMap: {
                  name: "c",
                  items: [
                    { key: "a", path: "x" },
                    { key: "b", path: "x/y" },
                  ],
                },
              },
              {
                name: "c",
                projected: {
                  sources: [
                    {},
                    { secret: { name: "s", items: [{ key: "a", path: "t" }] } },
                    { serviceAccountToken: { path: "t" } },
                  ],
                },
              },
            ],
            containers: [
              {
                name: "web",
                image: "nginx:1",
                env: [
                  { name: "A", value: "a" },
                  { name: "A", value: "$(A)b" },
                  { name: "A", value: "c" },
                ],
                resources: { limits: { memory: "1.5" } },
                ports: [
                  { containerPort: 80, hostIP: "1.2.3.4", name: "http" },
                  { containerPort: 80, name: "https" },
                  { containerPort: 81, hostPort: 81 },
                ],
              },
              {
                name: "b",
                image: "b:1",
                ports: [
                  { containerPort: 80, name: "http" },
                  { containerPort: 81, hostPort: 81, hostIP: "1.2.3.4" },
                ],
              },
            ],
          },
        },
      },
    },
    warnings: [
      "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.template.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: node-role.kubernetes.io/master is use "node-role.kubernetes.io/control-plane" instead',
      "spec.template.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].values[0]: ! is invalid, a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      'spec.template.spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
      "spec.template.spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod",
      'spec.template.metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
      "spec.template.spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
      'volume "b" (ConfigMap "c"): overlapping paths: "x/y" with "x"',
      'volume "c" (Projected) has no sources provided',
      'volume "c" (Projected): overlapping paths: "t" (ServiceAccountToken) with "t" (Secret "s")',
      'spec.template.spec.hostAliases[1].ip: duplicate ip "1.2.3.4"',
      'spec.template.spec.imagePullSecrets[1].name: duplicate name "a"',
      'spec.template.spec.imagePullSecrets[2].name: invalid empty name ""',
      'spec.template.spec.overhead[memory]: fractional byte value "1500m" is invalid, must be an integer',
      'spec.template.spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
      'spec.template.spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply',
      "spec.template.spec.containers[0].ports[0]: hostIP set without hostPort: {Name:http HostPort:0 ContainerPort:80 Protocol:TCP HostIP:1.2.3.4}",
      "spec.template.spec.containers[0].ports[1]: overlapping port definition with spec.template.spec.containers[0].ports[0]",
      "spec.template.spec.containers[1].ports[0]: overlapping port definition with spec.template.spec.containers[0].ports[0]",
      "spec.template.spec.containers[1].ports[0]: duplicate port definition with spec.template.spec.containers[0].ports[1]",
      "spec.template.spec.containers[1].ports[1]: dangerously ambiguous port definition with spec.template.spec.containers[0].ports[2]",
      'spec.template.spec.containers[1].ports[0]: duplicate port name "http" with spec.template.spec.containers[0].ports[0], services and probes that select ports by name will use spec.template.spec.containers[0].ports[0]',
      "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1",
      "spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod",
      "spec.template.spec.affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod",
    ],
  },
  {
    path: "/api/v1/namespaces/default/pods",
    object: {
      metadata: { name: "a.b" },
      spec: { containers: [{ name: "web", image: "nginx:1" }], imagePullSecrets: [{}] },
    },
    warnings: [
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
      'spec.imagePullSecrets[0].name: invalid empty name ""',
    ],
  },
  {
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    object: {
      metadata: { name: "a" },
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1" }] } },
        revisionHistoryLimit: -1,
        volumeClaimTemplates: [
          {
            metadata: { name: "d" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1.5" } } },
          },
        ],
      },
    },
    warnings: [
      'spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
      "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended",
    ],
  },
  {
    path: "/api/v1/persistentvolumes",
    object: {
      metadata: { name: "capture-a" },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        persistentVolumeReclaimPolicy: "Recycle",
        rbd: { monitors: ["m"], image: "i" },
      },
    },
    warnings: [
      "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
      "spec.rbd: deprecated in v1.28, non-functional in v1.31+",
    ],
  },
  {
    path: "/apis/storage.k8s.io/v1/csidrivers",
    object: { metadata: { name: "capture-a" }, spec: { tokenRequests: [{ audience: "a" }] } },
    warnings: [
      "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes",
    ],
  },
];
