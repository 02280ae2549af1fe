import { deepEqual } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import * as changes from "./change-rules.ts";
import { configMap, secret } from "./config-rules.ts";
import { endpointsCauses, endpointSliceCauses, withoutTopology } from "./endpoint-rules.ts";
import { exactEvent, plainEvent } from "./event-rules.ts";
import { fieldsOf } from "./field-checks.ts";
import { limitCauses } from "./limit-rules.ts";
import { nodeCauses, withAllocatable, withoutConfig, withRanges } from "./node-rules.ts";
import { milliAmounts } from "./milli-amounts.ts";
import * as objects from "./object-rules.ts";
import { quotaCauses } from "./quota-rules.ts";
import { completed, rules } from "./rule.ts";
import { runtimeClassCauses } from "./runtime-class-rules.ts";
import { sourceRangeCauses, topologyCauses } from "./service-annotations.ts";
import { serviceChanges, serviceSpec, serviceStatusCauses } from "./service-checks.ts";
import { serviceWarnings } from "./service-warnings.ts";

/** The rules of nodes and of what namespaces are limited to and reached by, by where their objects are kept. */
export const coreKinds: Readonly<Record<string, KindRules>> = {
  "/events": rules(plainEvent),
  "/configmaps": rules(configMap, { isChangeFirst: true }),
  "/secrets": rules(secret, { isChangeFirst: true }),
  "/endpoints": { ...rules(objects.endpoints), check: endpointsCauses, covered: ["subsets"] },
  "/limitranges": { ...rules(objects.limitRange), check: limitCauses, covered: ["spec"] },
  "/nodes": {
    ...rules([
      completed("spec", withRanges),
      completed("status", withAllocatable),
      ...milliAmounts("status.capacity", "status.allocatable"),
    ]),
    check: nodeCauses,
    created: createdNode,
    completed: withoutConfig,
    covered: ["spec"],
  },
  "/services": {
    ...rules(objects.service),
    check: (next, old, warn) => {
      const isReported = old !== undefined && !deepEqual(next["status"], old["status"]);
      const causes = [
        ...(old === undefined ? [] : serviceChanges(next, old)),
        ...topologyCauses(next),
        ...serviceSpec(next["spec"], "spec"),
        ...sourceRangeCauses(next, old),
        ...(isReported ? serviceStatusCauses(next) : []),
      ];
      const warnings = isReported || causes.length > 0 ? [] : serviceWarnings(fieldsOf(next["spec"]));
      for (const text of warnings) warn?.(text);
      return causes;
    },
    covered: ["spec"],
  },
  "events.k8s.io/events": { ...rules(exactEvent), isUpdateUnchecked: true, covered: ["eventTime", "series"] },
  "/resourcequotas": {
    ...rules(milliAmounts("spec.hard", "status.hard", "status.used")),
    check: quotaCauses,
    covered: ["spec"],
  },
  "discovery.k8s.io/endpointslices": {
    ...rules(objects.endpointSlice),
    check: endpointSliceCauses,
    completed: withoutTopology,
    covered: ["addressType", "endpoints", "ports"],
  },
  "node.k8s.io/runtimeclasses": { check: runtimeClassCauses, covered: ["handler", "overhead", "scheduling"] },
  "scheduling.k8s.io/priorityclasses": {
    ...rules([...objects.priorityClass, ...changes.priorityClassChanges]),
    created: firstGeneration,
    covered: ["preemptionPolicy"],
    isUpdateUnchecked: true,
  },
};

/** Changes of some kinds are not counted, though their objects tell that they are the first of them. */
function firstGeneration(document: Document): Document {
  return { ...document, metadata: { ...document.metadata, generation: 1 } };
}

/** A new node gets no pods before somebody says that it is ready. */
function createdNode(document: Document): Document {
  const taints = (valueAt(document, ["spec", "taints"]) ?? []) as readonly Readonly<Record<string, unknown>>[];
  const unready = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  if (taints.some(({ key, effect }) => key === unready.key && effect === unready.effect)) return document;
  return withValueAt(document, ["spec", "taints"], [...taints, unready]);
}
