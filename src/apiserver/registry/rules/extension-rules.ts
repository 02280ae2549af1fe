import type { Fields } from "./places.ts";
import { completed, defaults, within } from "./rule.ts";
import type { Rule } from "./rule.ts";

const serviceReference = (at: string): Rule => defaults(at, { port: 443 });
const anyScope = (at: string): Rule => defaults(at, { scope: "*" });

const webhook: readonly Rule[] = within("webhooks[]", [
  defaults("", {
    failurePolicy: "Fail",
    matchPolicy: "Equivalent",
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  }),
  serviceReference("clientConfig.service"),
  anyScope("rules[]"),
]);

/** Webhooks that are asked about writes. */
export const validatingWebhooks: readonly Rule[] = webhook;

/** Webhooks that change what is written. */
export const mutatingWebhooks: readonly Rule[] = [...webhook, defaults("webhooks[]", { reinvocationPolicy: "Never" })];

const matchResources = (at: string): readonly Rule[] =>
  within(at, [
    defaults("", { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} }),
    anyScope("resourceRules[]"),
    anyScope("excludeResourceRules[]"),
  ]);

/** Policies of admission. */
export const admissionPolicy: readonly Rule[] = [
  defaults("spec", { failurePolicy: "Fail" }),
  ...matchResources("spec.matchConstraints"),
];

/** Where policies of admission hold. */
export const admissionPolicyBinding: readonly Rule[] = matchResources("spec.matchResources");

/** Servers behind this one. */
export const apiService: readonly Rule[] = [serviceReference("spec.service")];

/** Which requests are of one flow. */
export const flowSchema: readonly Rule[] = [
  // A specification that is missing is an empty one.
  completed("", (schema) => ({ ...schema, spec: precedent((schema["spec"] ?? {}) as Fields) })),
];

function precedent(spec: Fields): Fields {
  return (spec["matchingPrecedence"] ?? 0) === 0 ? { ...spec, matchingPrecedence: 1000 } : spec;
}

/** How many requests of one importance are answered at a time. */
export const priorityLevel: readonly Rule[] = within("spec", [
  defaults("exempt", { nominalConcurrencyShares: 0, lendablePercent: 0 }),
  defaults("limited", { nominalConcurrencyShares: 30, lendablePercent: 0 }),
  completed("limited.limitResponse.queuing", (queuing) => ({ ...queuing, ...unlessZero(queuing) })),
]);

/** How queues are made where numbers are missing or 0. */
function unlessZero({ handSize, queues, queueLengthLimit }: Fields): Fields {
  const number = (value: unknown, instead: number): unknown => (value === undefined || value === 0 ? instead : value);
  return {
    handSize: number(handSize, 8),
    queues: number(queues, 64),
    queueLengthLimit: number(queueLengthLimit, 50),
  };
}

/** Drivers of volumes. */
export const volumeDriver: readonly Rule[] = [
  defaults("spec", {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    fsGroupPolicy: "ReadWriteOnceWithFSType",
    volumeLifecycleModes: () => ["Persistent"],
    requiresRepublish: false,
    seLinuxMount: false,
  }),
];

const deviceRequest: Rule = defaults("", {
  allocationMode: "ExactCount",
  count: ({ allocationMode }) => (allocationMode === "ExactCount" ? 1 : undefined),
});

const claim = (at: string): readonly Rule[] => [
  ...within(`${at}.devices.requests[].exactly`, [deviceRequest]),
  ...within(`${at}.devices.requests[].firstAvailable[]`, [deviceRequest]),
];

/** What a pod claims of the devices of its node. */
export const deviceClaim: readonly Rule[] = claim("spec");

/** What such claims are made from. */
export const deviceClaimTemplate: readonly Rule[] = claim("spec.spec");
