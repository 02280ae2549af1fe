import { deepEqual } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import * as changes from "./change-rules.ts";
import { endpointsCauses, endpointSliceCauses, withoutTopology } from "./endpoint-rules.ts";
import { limitCauses } from "./limit-rules.ts";
import { nodeCauses, withoutConfig, withRanges } from "./node-rules.ts";
import * as objects from "./object-rules.ts";
import { quotaCauses } from "./quota-rules.ts";
import { completed, rules } from "./rule.ts";
import { runtimeClassCauses } from "./runtime-class-rules.ts";
import { serviceSpec, serviceStatusCauses } from "./service-checks.ts";

/** The rules of nodes and of what namespaces are limited to and reached by, by where their objects are kept. */
export const coreKinds: Readonly<Record<string, KindRules>> = {
  "/endpoints": { ...rules(objects.endpoints), check: endpointsCauses, covered: ["subsets"] },
  "/limitranges": { ...rules(objects.limitRange), check: limitCauses, covered: ["spec"] },
  "/nodes": {
    ...rules([completed("spec", withRanges)]),
    check: nodeCauses,
    created: createdNode,
    completed: withoutConfig,
    covered: ["spec"],
  },
  "/services": {
    ...rules(objects.service),
    check: (next, old) => [
      ...serviceSpec(next["spec"], "spec"),
      ...(old === undefined || deepEqual(next["status"], old["status"]) ? [] : serviceStatusCauses(next)),
    ],
    covered: [
      "ports",
      "type",
      "sessionAffinity",
      "externalTrafficPolicy",
      "internalTrafficPolicy",
      "trafficDistribution",
    ].map((member) => `spec.${member}`),
  },
  "events.k8s.io/events": { ...rules(changes.exactEvent), isUpdateUnchecked: true, covered: ["series"] },
  "/resourcequotas": { check: quotaCauses, covered: ["spec"] },
  "discovery.k8s.io/endpointslices": {
    ...rules(objects.endpointSlice),
    check: endpointSliceCauses,
    completed: withoutTopology,
    covered: ["addressType", "endpoints", "ports"],
  },
  "node.k8s.io/runtimeclasses": { check: runtimeClassCauses, covered: ["handler", "overhead", "scheduling"] },
  "scheduling.k8s.io/priorityclasses": {
    ...rules([...objects.priorityClass, ...changes.priorityClassChanges]),
    isUpdateUnchecked: true,
  },
};

/** A new node gets no pods before somebody says that it is ready. */
function createdNode(document: Document): Document {
  const taints = (valueAt(document, ["spec", "taints"]) ?? []) as readonly Readonly<Record<string, unknown>>[];
  const unready = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  if (taints.some(({ key, effect }) => key === unready.key && effect === unready.effect)) return document;
  return withValueAt(document, ["spec", "taints"], [...taints, unready]);
}
