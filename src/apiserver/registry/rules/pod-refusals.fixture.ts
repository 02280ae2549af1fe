/** A new object that Kubernetes refuses, and what it says of it. */
interface Refusal {
  readonly what: string;
  readonly path: string;
  readonly spec: object;
  readonly causes: readonly string[];
}

/** Answers of a real server to wrong pods and sets of pods. Where Kubernetes has no order, among resources, they are in that of the body. */
export const podRefusals: readonly Refusal[] = [
  {
    what: "sources of volumes",
    path: "/api/v1/namespaces/default/pods",
    spec: {
      containers: [{ name: "web", image: "nginx:1" }],
      volumes: [
        { name: "a", rbd: {}, emptyDir: {} },
        { secret: { items: [{}], defaultMode: 1000 } },
        { name: "b", downwardAPI: { items: [{}] } },
        {
          name: "c",
          projected: { sources: [{ secret: { items: [{ key: "k", path: "../x" }] } }, { serviceAccountToken: {} }] },
        },
      ],
    },
    causes: [
      "spec.volumes[0].rbd: Forbidden: may not specify more than 1 volume type",
      "spec.volumes[1].secret.secretName: Required value",
      "spec.volumes[1].secret.defaultMode: Invalid value: 1000: must be a number between 0 and 0777 (octal), both inclusive",
      "spec.volumes[1].secret.items[0].key: Required value",
      "spec.volumes[1].secret.items[0].path: Required value",
      "spec.volumes[1].name: Required value",
      "spec.volumes[2].downwardAPI.path: Required value",
      "spec.volumes[2].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required",
      "spec.volumes[3].projected.sources[0].secret.name: Required value",
      "spec.volumes[3].projected.sources[0].secret.items[0].path: Invalid value: \"../x\": must not contain '..'",
      "spec.volumes[3].projected.path: Required value",
      "spec.volumes[3].projected.sources[1].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set",
    ],
  },
  {
    what: "variables and mounts of containers",
    path: "/api/v1/namespaces/default/pods",
    spec: {
      containers: [
        {
          env: [
            { name: "A=", valueFrom: {} },
            { name: "B", valueFrom: { fieldRef: { fieldPath: "spec.x" }, secretKeyRef: { name: "", key: "!" } } },
            { name: "C", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "7" } } },
          ],
          envFrom: [{}],
          volumeMounts: [{ name: "none", mountPath: "/a", subPath: "/b" }],
        },
      ],
    },
    causes: [
      "spec.containers[0].name: Required value",
      "spec.containers[0].image: Required value",
      "spec.containers[0].env[0].name: Invalid value: \"A=\": a valid environment variable name must consist only of printable ASCII characters other than '='",
      'spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      'spec.containers[0].env[1].valueFrom.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not supported: spec.x',
      "spec.containers[0].env[1].valueFrom.secretKeyRef.name: Invalid value: \"\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.containers[0].env[1].valueFrom.secretKeyRef.key: Invalid value: \"!\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      'spec.containers[0].env[1].valueFrom: Invalid value: "": may not have more than one field specified at a time',
      'spec.containers[0].env[2].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
      'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
      'spec.containers[0].volumeMounts[0].name: Not found: "none"',
      'spec.containers[0].volumeMounts.subPath: Invalid value: "/b": must be a relative path',
    ],
  },
  {
    what: "handlers, probes and resources",
    path: "/api/v1/namespaces/default/pods",
    spec: {
      containers: [
        {
          name: "web",
          image: "nginx:1",
          lifecycle: { preStop: { httpGet: {} }, postStart: {} },
          livenessProbe: { exec: {}, successThreshold: 2 },
          readinessProbe: { tcpSocket: { port: "Not Valid!" }, grpc: { port: 1 } },
          resources: { limits: { odd: "1" }, requests: { cpu: "-1" } },
        },
      ],
      initContainers: [{ name: "web", image: "nginx:1", startupProbe: { exec: { command: ["a"] } } }],
    },
    causes: [
      'spec.containers[0].resources.limits[odd]: Invalid value: "odd": must be a standard resource type or fully qualified',
      'spec.containers[0].resources.limits[odd]: Invalid value: "odd": must be a standard resource for containers',
      'spec.containers[0].resources.requests[odd]: Invalid value: "odd": must be a standard resource type or fully qualified',
      'spec.containers[0].resources.requests[odd]: Invalid value: "odd": must be a standard resource for containers',
      'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      "spec.containers[0].lifecycle.postStart: Required value: must specify a handler type",
      "spec.containers[0].lifecycle.preStop.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive",
      "spec.containers[0].livenessProbe.exec.command: Required value",
      "spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1",
      'spec.containers[0].readinessProbe.tcpSocket.port: Invalid value: "Not Valid!": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      "spec.containers[0].readinessProbe.grpc: Forbidden: may not specify more than 1 handler type",
      'spec.initContainers[0].name: Duplicate value: "web"',
      "spec.initContainers[0].startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always",
    ],
  },
  {
    what: "ephemeral containers, scheduling, names and security",
    path: "/api/v1/namespaces/default/pods",
    spec: {
      containers: [{ name: "web", image: "nginx:1" }],
      ephemeralContainers: [{ name: "web", lifecycle: {} }],
      tolerations: [{ operator: "Equal", tolerationSeconds: 1 }],
      hostAliases: [{ ip: "1.2.3", hostnames: ["A"] }],
      topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "", whenUnsatisfiable: "x" }],
      dnsPolicy: "None",
      securityContext: { runAsUser: -1, sysctls: [{ name: "A", value: "" }], seccompProfile: {} },
    },
    causes: [
      "spec.ephemeralContainers[0].image: Required value",
      'spec.ephemeralContainers[0].name: Duplicate value: "web"',
      "spec.ephemeralContainers[0].lifecycle: Forbidden: cannot be set for an Ephemeral Container",
      "spec.securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      'spec.securityContext.sysctls[0].name: Invalid value: "A": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$',
      "spec.securityContext.seccompProfile.type: Required value: type is required when seccompProfile is set",
      "spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None",
      "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
      "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
      'spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: "x": supported values: "DoNotSchedule", "ScheduleAnyway"',
      'spec.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
      "spec.tolerations[0].effect: Invalid value: \"\": effect must be 'NoExecute' when `tolerationSeconds` is set",
      'spec.hostAliases[0].ip: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      "spec.hostAliases[0].hostnames[0]: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ],
  },
  {
    what: "a deployment",
    path: "/apis/apps/v1/namespaces/default/deployments",
    spec: {
      replicas: -1,
      selector: { matchLabels: { app: "other" } },
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "nginx:1" }], restartPolicy: "Never", activeDeadlineSeconds: 5 },
      },
      strategy: { rollingUpdate: { maxUnavailable: "x", maxSurge: 0 } },
      progressDeadlineSeconds: 0,
    },
    causes: [
      "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
      'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported",
      "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"x\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "x": may not be 0 when `maxSurge` is 0',
      "spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds",
    ],
  },
  {
    what: "a daemon set",
    path: "/apis/apps/v1/namespaces/default/daemonsets",
    spec: { selector: {}, template: {}, updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
    causes: [
      "spec.selector: Invalid value: {}: empty selector is invalid for daemonset",
      "spec.template.spec.containers: Required value",
      "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0",
    ],
  },
  {
    what: "a stateful set",
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    spec: {
      selector: { matchLabels: { app: "web" } },
      serviceName: "A",
      template: {
        metadata: { labels: { app: "web" } },
        spec: { containers: [{ name: "web", image: "nginx:1" }], hostname: "NO", volumes: [{ name: "v", nfs: {} }] },
      },
      volumeClaimTemplates: [{ metadata: { name: "data" }, spec: {} }],
    },
    causes: [
      "spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required",
      "spec.volumeClaimTemplates[0].spec.resources[storage]: Required value",
      "spec.serviceName: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      "spec.template.spec.volumes[1].nfs.server: Required value",
      "spec.template.spec.volumes[1].nfs.path: Required value",
      'spec.template.spec.volumes[1].nfs.path: Invalid value: "": must be an absolute path',
    ],
  },
  {
    what: "a replication controller without anything",
    path: "/api/v1/namespaces/default/replicationcontrollers",
    spec: {},
    causes: ["spec.selector: Required value", "spec.template: Required value"],
  },
  {
    what: "a job",
    path: "/apis/batch/v1/namespaces/default/jobs",
    spec: {
      completionMode: "Indexed",
      maxFailedIndexes: 1,
      podFailurePolicy: { rules: [{ action: "FailIndex" }] },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1" }] } },
      managedBy: "x",
    },
    causes: [
      "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
      'spec.managedBy: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
      'spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
      "spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required",
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ],
  },
  {
    what: "a cron job",
    path: "/apis/batch/v1/namespaces/default/cronjobs",
    spec: {
      schedule: "a b",
      timeZone: "No/Where",
      jobTemplate: {
        spec: {
          manualSelector: true,
          template: {
            metadata: { labels: { app: "web" } },
            spec: { containers: [{ name: "web", image: "nginx:1" }], restartPolicy: "Never" },
          },
        },
      },
    },
    causes: [
      'spec.schedule: Invalid value: "a b": expected exactly 5 fields, found 2: [a b]',
      'spec.timeZone: Invalid value: "No/Where": unknown time zone No/Where',
      'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
    ],
  },
];
