import type { JsonObject } from "../../../src/model/index.ts";
import { clusterWide, namespaced } from "./seed.ts";
import type { Seed } from "./seed.ts";

/** A request for a certificate, signed by a key that nobody has. */
const request =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITk1IUUNBUUF3RWpFUU1BNEdBMVVFQXd3SGMyOXRaVzl1WlRCWk1CTUdCeXFHU000OUFnRUdDQ3FHU000OQpBd0VIQTBJQUJOSHpOcWxzblpuVXNFSGhudkFvYXBCeXlNQ1l4bjhXNU1XMVZOa2tLYlZqRXNkNUtLL3JXWVI0Ck1hYVN1bkwzTFNFOWtkQ25QWWpGMEx3RHZVZHVPZldnQURBS0JnZ3Foa2pPUFFRREFnTkpBREJHQWlFQW9aby8KR2FqWS9jWU51UC93V3JjU3hVNUNLallINjYrNkZDOGhTbWN5UEtjQ0lRRGJRMy96K1oyem5SbzMzY1luVlB3SQoyVWlBcm5oZFZPVXFYS05aQjJGNGtBPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==";

const admission = "admissionregistration.k8s.io/v1";
const nothing: JsonObject = {
  apiGroups: ["none.setpoint.dev"],
  apiVersions: ["v1"],
  resources: ["nothing"],
  operations: ["CREATE"],
};
const webhook: JsonObject = {
  name: "a.b.c",
  clientConfig: { url: "https://localhost:1/x", caBundle: "AQID" },
  rules: [nothing],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  failurePolicy: "Ignore",
};
const claim: JsonObject = {
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
    config: [{ requests: ["r"], opaque: { driver: "d.example", parameters: { any: "thing" } } }],
  },
};

function globally(kind: string, plural: string, body: JsonObject): Seed {
  return { ...clusterWide(`${admission} ${kind} ${plural}`, body), isGlobal: true };
}

const definition: JsonObject = {
  scope: "Namespaced",
  versions: [
    {
      name: "v1",
      served: true,
      storage: true,
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: "n", type: "integer", jsonPath: ".spec.n" }],
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: {
            spec: {
              type: "object",
              required: ["n"],
              properties: {
                n: { type: "integer", minimum: 0, maximum: 9, default: 3 },
                text: { type: "string", enum: ["a", "b"], pattern: "^.$", maxLength: 1 },
                list: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", maxItems: 3 },
              },
            },
          },
        },
      },
    },
  ],
};

/** Storage, devices, admission, flow control and what extends the server. */
export const otherSeeds: readonly Seed[] = [
  clusterWide("storage.k8s.io/v1 StorageClass storageclasses", {
    provisioner: "a.b/c",
    parameters: { a: "b" },
    allowVolumeExpansion: false,
    mountOptions: ["ro"],
  }),
  clusterWide("storage.k8s.io/v1 VolumeAttachment volumeattachments", {
    spec: { attacher: "a.b", nodeName: "n", source: { persistentVolumeName: "v" } },
  }),
  clusterWide("storage.k8s.io/v1 CSIDriver csidrivers", {
    spec: { attachRequired: true, podInfoOnMount: false, volumeLifecycleModes: ["Persistent"], fsGroupPolicy: "File" },
  }),
  clusterWide("storage.k8s.io/v1 CSINode csinodes", {
    spec: { drivers: [{ name: "d.example", nodeID: "n", topologyKeys: ["a/b"], allocatable: { count: 3 } }] },
  }),
  namespaced("storage.k8s.io/v1 CSIStorageCapacity csistoragecapacities", {
    storageClassName: "s",
    capacity: "1Gi",
    maximumVolumeSize: "1Gi",
    nodeTopology: { matchLabels: { a: "b" } },
  }),
  clusterWide("storage.k8s.io/v1 VolumeAttributesClass volumeattributesclasses", {
    driverName: "d.example",
    parameters: { a: "b" },
  }),
  clusterWide("resource.k8s.io/v1 DeviceClass deviceclasses", {
    spec: {
      selectors: [{ cel: { expression: "true" } }],
      config: [{ opaque: { driver: "d.example", parameters: { a: "b" } } }],
    },
  }),
  namespaced("resource.k8s.io/v1 ResourceClaim resourceclaims", { spec: claim }),
  namespaced("resource.k8s.io/v1 ResourceClaimTemplate resourceclaimtemplates", { spec: { spec: claim } }),
  clusterWide("resource.k8s.io/v1 ResourceSlice resourceslices", {
    spec: {
      driver: "d.example",
      nodeName: "n",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      devices: [{ name: "a", attributes: { b: { string: "c" } }, capacity: { d: { value: "1" } } }],
    },
  }),
  clusterWide("certificates.k8s.io/v1 CertificateSigningRequest certificatesigningrequests", {
    spec: { request, signerName: "a.example/b", usages: ["digital signature", "client auth"], expirationSeconds: 3600 },
  }),
  globally("ValidatingWebhookConfiguration", "validatingwebhookconfigurations", { webhooks: [webhook] }),
  globally("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", {
    webhooks: [{ ...webhook, reinvocationPolicy: "IfNeeded" }],
  }),
  globally("ValidatingAdmissionPolicy", "validatingadmissionpolicies", {
    spec: {
      matchConstraints: { resourceRules: [nothing] },
      validations: [{ expression: "true", message: "m" }],
      failurePolicy: "Ignore",
    },
  }),
  globally("ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings", {
    spec: { policyName: "p", validationActions: ["Deny"], matchResources: { resourceRules: [nothing] } },
  }),
  globally("MutatingAdmissionPolicy", "mutatingadmissionpolicies", {
    spec: {
      matchConstraints: { resourceRules: [nothing] },
      reinvocationPolicy: "Never",
      failurePolicy: "Ignore",
      mutations: [
        {
          patchType: "JSONPatch",
          jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/metadata/labels/a', value: 'b'}]" },
        },
      ],
    },
  }),
  globally("MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings", {
    spec: { policyName: "p", matchResources: { resourceRules: [nothing] } },
  }),
  {
    ...clusterWide("flowcontrol.apiserver.k8s.io/v1 FlowSchema flowschemas", {
      spec: {
        priorityLevelConfiguration: { name: "p" },
        matchingPrecedence: 9999,
        distinguisherMethod: { type: "ByUser" },
        rules: [
          {
            subjects: [{ kind: "User", user: { name: "u" } }],
            resourceRules: [{ verbs: ["get"], apiGroups: ["a"], resources: ["b"], namespaces: ["*"] }],
          },
        ],
      },
    }),
    isGlobal: true,
    settles: true,
  },
  {
    ...clusterWide("flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration prioritylevelconfigurations", {
      spec: {
        type: "Limited",
        limited: {
          nominalConcurrencyShares: 1,
          lendablePercent: 0,
          limitResponse: { type: "Queue", queuing: { queues: 2, handSize: 2, queueLengthLimit: 3 } },
        },
      },
    }),
    isGlobal: true,
  },
  {
    ...clusterWide("apiextensions.k8s.io/v1 CustomResourceDefinition customresourcedefinitions", {}),
    nameOf: (number) => `samples${number}.{ns}.setpoint.dev`,
    withName: (body, name) => {
      const plural = name.slice(0, name.indexOf("."));
      const kind = `Sample${plural.slice("samples".length)}`;
      return { ...body, spec: { ...definition, group: name.slice(name.indexOf(".") + 1), names: { plural, kind } } };
    },
    isGlobal: true,
    settles: true,
  },
  {
    ...clusterWide("apiregistration.k8s.io/v1 APIService apiservices", {}),
    nameOf: (number) => `v1.a${number}.{ns}.setpoint.dev`,
    withName: (body, name) => ({
      ...body,
      spec: {
        group: name.slice("v1.".length),
        version: "v1",
        groupPriorityMinimum: 1,
        versionPriority: 1,
        insecureSkipTLSVerify: true,
        service: { name: "s", namespace: "n" },
      },
    }),
    isGlobal: true,
    settles: true,
  },
];
