import type { JsonObject } from "../../src/model/index.ts";

/** An object to be made and where. */
export interface Sample {
  readonly path: (namespace: string) => string;
  readonly object: JsonObject;
}

/** The path of the collection in a namespace. */
export const namespaced =
  (group: string, plural: string) =>
  (namespace: string): string =>
    `/${group === "v1" ? "api" : "apis"}/${group}/namespaces/${namespace}/${plural}`;

const clusterWide = (group: string, plural: string) => (): string => `/apis/${group}/${plural}`;

/** A selector with both of its parts. */
export const selector: JsonObject = {
  matchLabels: { app: "web" },
  matchExpressions: [{ key: "tier", operator: "Exists" }],
};

/** Objects of the groups that are not about workloads. */
export const groupSamples: readonly Sample[] = [
  {
    path: namespaced("autoscaling/v2", "horizontalpodautoscalers"),
    object: {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "sample" },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "sample" },
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "AverageValue", averageValue: "0.5" } } },
        ],
        behavior: {
          scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: "Pods", value: 1, periodSeconds: 15 }] },
        },
      },
    },
  },
  {
    path: namespaced("networking.k8s.io/v1", "networkpolicies"),
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "sample" },
      spec: {
        podSelector: {},
        ingress: [
          {},
          {
            from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }, { namespaceSelector: {} }],
            ports: [{ port: 80 }, { port: "http", protocol: "UDP" }],
          },
        ],
      },
    },
  },
  {
    path: namespaced("networking.k8s.io/v1", "ingresses"),
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "sample" },
      spec: {
        rules: [
          {
            host: "a.b",
            http: {
              paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } }],
            },
          },
        ],
        tls: [{ hosts: ["a.b"] }],
      },
    },
  },
  {
    path: namespaced("policy/v1", "poddisruptionbudgets"),
    object: {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "sample" },
      spec: { minAvailable: "50%", selector },
    },
  },
  {
    path: namespaced("discovery.k8s.io/v1", "endpointslices"),
    object: {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: "sample" },
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.0.0.1"], conditions: { ready: false }, hints: { forZones: [{ name: "a" }] } }],
      ports: [{ name: "", port: 80 }],
    },
  },
  {
    path: namespaced("coordination.k8s.io/v1", "leases"),
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "sample" },
      spec: { holderIdentity: "me", leaseDurationSeconds: 15, renewTime: "2024-01-02T03:04:05.678901Z" },
    },
  },
  {
    path: namespaced("rbac.authorization.k8s.io/v1", "roles"),
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "sample" },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    },
  },
  {
    path: namespaced("rbac.authorization.k8s.io/v1", "roles"),
    object: { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "empty" }, rules: [] },
  },
  {
    path: namespaced("rbac.authorization.k8s.io/v1", "rolebindings"),
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "sample" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "sample" },
      subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
    },
  },
  {
    path: namespaced("resource.k8s.io/v1", "resourceclaims"),
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaim",
      metadata: { name: "sample" },
      spec: {
        devices: {
          requests: [
            {
              name: "r",
              exactly: {
                deviceClassName: "c",
                count: 2,
                allocationMode: "ExactCount",
                selectors: [{ cel: { expression: "true" } }],
              },
            },
          ],
          config: [{ requests: ["r"], opaque: { driver: "d.example", parameters: { any: ["thing"] } } }],
        },
      },
    },
  },
  {
    path: clusterWide("apiextensions.k8s.io/v1", "customresourcedefinitions"),
    object: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "samples.protobuf.setpoint.dev" },
      spec: {
        group: "protobuf.setpoint.dev",
        scope: "Namespaced",
        names: { plural: "samples", kind: "Sample", shortNames: ["smp"] },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            subresources: { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
            additionalPrinterColumns: [{ name: "n", type: "integer", jsonPath: ".spec.n", priority: 1 }],
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: {
                  spec: {
                    type: "object",
                    required: ["n"],
                    properties: {
                      n: {
                        type: "integer",
                        minimum: 0,
                        maximum: 1.5e3,
                        exclusiveMaximum: true,
                        default: 3,
                      },
                      text: { type: "string", enum: ["a", "b"], default: "a", pattern: "^.$", maxLength: 1 },
                      list: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", maxItems: 3 },
                      map: { type: "object", additionalProperties: { type: "integer" } },
                      ratio: { type: "number", multipleOf: 0.25 },
                      any: { "x-kubernetes-int-or-string": true },
                      open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, nullable: true },
                    },
                    "x-kubernetes-validations": [
                      { rule: "!oldSelf.hasValue() || self.n >= 0", message: "n", optionalOldSelf: true },
                    ],
                  },
                  status: { type: "object", properties: { n: { type: "integer" } } },
                },
              },
            },
          },
        ],
      },
    },
  },
  {
    path: clusterWide("storage.k8s.io/v1", "storageclasses"),
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "protobuf-sample" },
      provisioner: "a.b/c",
      parameters: { a: "b" },
      allowVolumeExpansion: false,
    },
  },
  {
    path: clusterWide("scheduling.k8s.io/v1", "priorityclasses"),
    object: {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: "protobuf-sample" },
      value: -7,
      preemptionPolicy: "Never",
    },
  },
  {
    path: clusterWide("admissionregistration.k8s.io/v1", "validatingwebhookconfigurations"),
    object: {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "protobuf-sample" },
      webhooks: [
        {
          name: "a.b.c",
          clientConfig: { url: "https://localhost:1/x", caBundle: "AQID" },
          rules: [
            { apiGroups: ["none.setpoint.dev"], apiVersions: ["v1"], resources: ["nothing"], operations: ["CREATE"] },
          ],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          failurePolicy: "Ignore",
        },
      ],
    },
  },
];
