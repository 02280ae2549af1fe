/** A status that is refused by a Kubernetes 1.36 once the object was made, and what it said of it. */
interface RefusedStatus {
  readonly name: string;
  readonly path: string;
  readonly object: object;
  readonly status: object;
  readonly causes: readonly string[];
}

/** How far pods and jobs are, told wrongly. */
export const refusedStatuses: readonly RefusedStatus[] = [
  {
    name: "p1",
    path: "/api/v1/namespaces/default/pods",
    object: { spec: { containers: [{ name: "web", image: "nginx:1" }] } },
    status: {
      conditions: [{ type: "!", status: "True", observedGeneration: -1 }],
      nominatedNodeName: "-",
      observedGeneration: -1,
      qosClass: "Guaranteed",
      podIP: "1.2.3",
      hostIPs: [{ ip: "1.2.3.4" }],
    },
    causes: [
      "status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer",
      "status.conditions[0].Type: Invalid value: \"!\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      "status.nominatedNodeName: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      "status.observedGeneration: Invalid value: -1: must be a non-negative integer",
      'status.qosClass: Invalid value: "Guaranteed": field is immutable',
      'status.podIPs[0]: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'status.hostIPs[0].ip: Invalid value: "1.2.3.4": must be equal to `hostIP`',
    ],
  },
  {
    name: "p2",
    path: "/api/v1/namespaces/default/pods",
    object: { spec: { containers: [{ name: "web", image: "nginx:1" }] } },
    status: {
      resourceClaimStatuses: [{ name: "a", resourceClaimName: "-" }, { name: "a" }],
      extendedResourceClaimStatus: {
        requestMappings: [{ containerName: "web", resourceName: "r", requestName: "A" }],
        resourceClaimName: "",
      },
      containerStatuses: [
        {
          name: "web",
          image: "a",
          imageID: "b",
          ready: true,
          restartCount: 0,
          user: { linux: { uid: -1, gid: 0, supplementalGroups: [-1] } },
          allocatedResourcesStatus: [
            {
              name: "cpu",
              resources: [
                { resourceID: "a", message: "" },
                { resourceID: "a", health: "Healthy" },
              ],
            },
          ],
        },
      ],
      ephemeralContainerStatuses: [
        {
          name: "e",
          image: "a",
          imageID: "b",
          ready: true,
          restartCount: 0,
          allocatedResourcesStatus: [{ name: "cpu" }],
        },
      ],
      podIPs: [{ ip: "1.2.3.4" }, { ip: "1.2.3.5" }],
    },
    causes: [
      'status.resourceClaimStatuses[0].name: Invalid value: "a": must match the name of an entry in `spec.resourceClaims`',
      "status.resourceClaimStatuses[0].resourceClaimName: Invalid value: \"-\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      'status.resourceClaimStatuses[1].name: Invalid value: "a": must match the name of an entry in `spec.resourceClaims`',
      'status.resourceClaimStatuses[1].name: Duplicate value: "a"',
      'status.extendedResourceClaimStatus.requestMappings[0].resourceName: Invalid value: "r": must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests',
      "status.extendedResourceClaimStatus.requestName: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      "status.extendedResourceClaimStatus.resourceClaimName: Required value",
      'status.podIPs: Invalid value: [{"IP":"1.2.3.4"},{"IP":"1.2.3.5"}]: may specify no more than one IP for each IP family',
      "status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      "status.containerStatuses[0].user.linux.supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, inclusive",
      'status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: "cpu": must match one of the container\'s resource requests',
      'status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].health: Unsupported value: "": supported values: "Healthy", "Unhealthy", "Unknown"',
      "status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].message: Required value: must be non-empty if specified",
      'status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID: Duplicate value: "a"',
      "status.ephemeralContainerStatuses[0].allocatedResourcesStatus: Forbidden: must not be specified in container status",
    ],
  },
  {
    name: "j1",
    path: "/apis/batch/v1/namespaces/default/jobs",
    object: {
      spec: {
        template: {
          metadata: { labels: { app: "web" } },
          spec: { containers: [{ name: "web", image: "nginx:1" }], restartPolicy: "Never" },
        },
        completions: 2,
      },
    },
    status: {
      active: -1,
      failed: -1,
      ready: 3,
      completedIndexes: "0,2",
      failedIndexes: "1",
      completionTime: "2024-01-02T03:04:05Z",
      startTime: "2024-01-02T03:04:06Z",
      uncountedTerminatedPods: { succeeded: ["a", ""], failed: ["a"] },
    },
    causes: [
      "status.active: Invalid value: -1: must be greater than or equal to 0",
      "status.failed: Invalid value: -1: must be greater than or equal to 0",
      'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
      'status.completionTime: Invalid value: "2024-01-02T03:04:05Z": cannot set completionTime when there is no Complete=True condition',
      'status.completionTime: Invalid value: "2024-01-02T03:04:05Z": must be equal to or after `startTime`',
      'status.completedIndexes: Invalid value: "0,2": error parsing completedIndexes: too large index: "2"',
      'status.completedIndexes: Invalid value: "0,2": cannot set non-empty completedIndexes when non-indexed completion mode',
      'status.failedIndexes: Invalid value: "1": cannot set non-null failedIndexes when backoffLimitPerIndex is null',
      "status.ready: Invalid value: 3: cannot set more ready pods than active",
      "status.failed: Invalid value: -1: cannot decrease the failed counter",
    ],
  },
  {
    name: "j2",
    path: "/apis/batch/v1/namespaces/default/jobs",
    object: {
      spec: {
        template: {
          metadata: { labels: { app: "web" } },
          spec: { containers: [{ name: "web", image: "nginx:1" }], restartPolicy: "Never" },
        },
      },
    },
    status: {
      active: 1,
      conditions: [
        { type: "Complete", status: "True" },
        { type: "Failed", status: "True" },
      ],
      uncountedTerminatedPods: { failed: ["a"] },
    },
    causes: [
      "status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions",
      "status.completionTime: Required value: completionTime is required for Complete jobs",
      "status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition",
      "status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
      "status.active: Invalid value: 1: active>0 is invalid for finished job",
      "status.startTime: Required value: startTime is required for finished job",
      'status.uncountedTerminatedPods: Invalid value: {"Succeeded":null,"Failed":["a"]}: must be empty for finished job',
    ],
  },
  {
    name: "j3",
    path: "/apis/batch/v1/namespaces/default/jobs",
    object: {
      spec: {
        template: {
          metadata: { labels: { app: "web" } },
          spec: { containers: [{ name: "web", image: "nginx:1" }], restartPolicy: "Never" },
        },
      },
    },
    status: {
      conditions: [
        { type: "SuccessCriteriaMet", status: "True" },
        { type: "FailureTarget", status: "True" },
      ],
    },
    causes: ["status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"],
  },
];
