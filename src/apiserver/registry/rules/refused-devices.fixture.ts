import type { RefusedObject } from "./refused-kinds.fixture.ts";

const amounts = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, { value: "1" }]));

/** A device of which 10 can be shared, by this policy. */
const shared = (name: string, requestPolicy: object): object => ({
  name,
  allowMultipleAllocations: true,
  capacity: { d: { value: "10", requestPolicy } },
});

const slice = (spec: object): object => ({
  apiVersion: "resource.k8s.io/v1",
  kind: "ResourceSlice",
  spec: { driver: "d.example", nodeName: "n", pool: { name: "p", generation: 1, resourceSliceCount: 1 }, ...spec },
});

const slices = "/apis/resource.k8s.io/v1/resourceslices";
const opaque: Readonly<Record<string, unknown>> = { driver: "a", parameters: { a: "x".repeat(10_240) } };

/** Objects about devices that are wrong in many ways. */
export const refusedDevices: readonly RefusedObject[] = [
  {
    path: slices,
    object: slice({
      devices: [
        shared("a", { default: "1", validValues: ["1"], validRange: { min: "1" } }),
        shared("b", { validValues: ["1"] }),
        shared("c", { validRange: { min: "1" } }),
        shared("e", { default: "3", validValues: ["2", "1", "1", "20", "1500m"] }),
        shared("f", { default: "1", validValues: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "10"] }),
        shared("g", { default: "1", validRange: { max: "5" } }),
        shared("h", { default: "1", validRange: { min: "11" } }),
        shared("i", { default: "15", validRange: { min: "2", max: "12" } }),
        shared("j", { default: "1", validRange: { min: "2", max: "1" } }),
        shared("k", { default: "4", validRange: { min: "1", max: "9", step: "2" } }),
        shared("l", { default: "1", validRange: { min: "1", max: "9", step: "1Ki" } }),
      ],
    }),
    causes: [
      'spec.devices[0].capacity[d].requestPolicy: Forbidden: exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
      "spec.devices[1].capacity[d].requestPolicy.default: Required value: required when validValues is defined",
      "spec.devices[2].capacity[d].requestPolicy.default: Required value: required when validRange is defined",
      'spec.devices[3].capacity[d].requestPolicy.validValues[1]: Invalid value: "1": values must be sorted in ascending order',
      'spec.devices[3].capacity[d].requestPolicy.validValues[4]: Invalid value: "1500m": values must be sorted in ascending order',
      'spec.devices[3].capacity[d].requestPolicy.validValues[3]: Invalid value: "20": option is larger than capacity value: 10',
      'spec.devices[3].capacity[d].requestPolicy.validValues[2]: Duplicate value: "1"',
      'spec.devices[3].capacity[d].requestPolicy.validValues[4]: Duplicate value: "2"',
      'spec.devices[3].capacity[d].requestPolicy.validValues: Invalid value: "3": default value is not valid according to the requestPolicy',
      "spec.devices[4].capacity[d].requestPolicy.validValues: Too many: 11: must have at most 10 items",
      'spec.devices[4].capacity[d].requestPolicy.validValues: Invalid value: "1": default value is not valid according to the requestPolicy',
      "spec.devices[5].capacity[d].requestPolicy.validRange.min: Required value: required when validRange is defined",
      'spec.devices[6].capacity[d].requestPolicy.validRange.min: Invalid value: "11": min is larger than capacity value: 10',
      'spec.devices[6].capacity[d].requestPolicy.validRange.min: Invalid value: "1": default is less than min: 11',
      'spec.devices[7].capacity[d].requestPolicy.validRange.max: Invalid value: "12": max is larger than capacity value: 10',
      'spec.devices[7].capacity[d].requestPolicy.validRange.max: Invalid value: "15": default is more than max: 12',
      'spec.devices[8].capacity[d].requestPolicy.validRange.min: Invalid value: "1": default is less than min: 2',
      'spec.devices[8].capacity[d].requestPolicy.validRange.max: Invalid value: "2": min is larger than max: 1',
      'spec.devices[9].capacity[d].requestPolicy.validRange.step: Invalid value: "4": value is not a multiple of a given step (2) from (1)',
      'spec.devices[10].capacity[d].requestPolicy.validRange.step: Invalid value: "1Ki": one step 1025 is larger than capacity value: 10',
      'spec.devices[10].capacity[d].requestPolicy.validRange.step: Invalid value: "9": value is not a multiple of a given step (1Ki) from (1)',
    ],
  },
  {
    path: slices,
    object: slice({
      devices: [
        { name: "a", capacity: amounts(32), attributes: { a: { string: "é".repeat(40) } } },
        { name: "b", consumesCounters: [{ counterSet: "s", counters: amounts(33) }] },
      ],
    }),
    causes: [
      "spec.devices[0]: Invalid value: 33: the total number of attributes and capacities must not exceed 32",
      "spec.devices[0].attributes[a].string: Too long: may not be more than 64 bytes",
      "spec.devices[1].consumesCounters[0].counters: Too many: 33: must have at most 32 items",
    ],
  },
  {
    path: slices,
    object: slice({ sharedCounters: [{ name: "a", counters: amounts(33) }] }),
    causes: ["spec.sharedCounters[0].counters: Too many: 33: must have at most 32 items"],
  },
  {
    path: "/apis/resource.k8s.io/v1/deviceclasses",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "DeviceClass",
      spec: { config: [{ opaque }], extendedResourceName: "akubernetes.io/a" },
    },
    causes: [
      "spec.config[0].opaque.parameters: Too long: may not be more than 10240 bytes",
      'spec.extendedResourceName: Invalid value: "akubernetes.io/a": must be a valid extended resource name',
    ],
  },
  {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaimtemplates",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaimTemplate",
      spec: {
        metadata: { finalizers: ["x"], ownerReferences: [{}], generateName: "x", name: "a" },
        spec: { devices: { config: [{ opaque }] } },
      },
    },
    causes: [
      "spec.metadata.name: Forbidden: cannot be set",
      "spec.metadata.generateName: Forbidden: cannot be set",
      "spec.metadata.ownerReferences: Forbidden: cannot be set",
      "spec.metadata.finalizers: Forbidden: cannot be set",
      "spec.spec.devices.config[0].opaque.parameters: Too long: may not be more than 10240 bytes",
    ],
  },
];
