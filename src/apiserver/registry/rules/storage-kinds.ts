import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import * as changes from "./change-rules.ts";
import { claimAmounts } from "./claim-amounts.ts";
import { volumeDriver as driverDefaults } from "./extension-rules.ts";
import * as objects from "./object-rules.ts";
import { milliAmounts } from "./milli-amounts.ts";
import { volumeCauses } from "./persistent-volume-rules.ts";
import type { Fields } from "./places.ts";
import { rules } from "./rule.ts";
import { ruled } from "./rule-of.ts";
import * as storage from "./storage-rules.ts";
import { claimCauses, withDataSources } from "./volume-claim-rules.ts";
import { claimWarnings, volumeWarnings } from "./volume-warnings.ts";

const storageClass: Readonly<ReturnType<typeof rules>> = rules(objects.storageClass);

/** The rules of the kinds that are about volumes, by where their objects are kept. */
export const storageKinds: Readonly<Record<string, KindRules>> = {
  "/persistentvolumeclaims": {
    ...rules([...objects.volumeClaim, ...claimAmounts]),
    check: claimCauses,
    warnings: (next) => claimWarnings((next["spec"] ?? {}) as Fields, "spec"),
    created: createdClaim,
    read: withPhase,
    updated: withDataSources,
    completed: (claim, old) => (old === undefined ? claim : withPhase(claim)),
    covered: ["spec"],
  },
  "/persistentvolumes": {
    ...rules([...objects.volume, ...milliAmounts("spec.capacity")]),
    check: volumeCauses,
    warnings: volumeWarnings,
    created: createdVolume,
    completed: withPhase,
    covered: ["spec"],
  },
  "storage.k8s.io/csidrivers": {
    ...rules([...driverDefaults, ruled("spec", storage.volumeDriver), ...changes.volumeDriverChanges]),
    created: storage.withoutScheduling,
    updated: (next, old) => storage.countedDriver(storage.withoutScheduling(next), old),
    warnings: storage.driverWarnings,
    covered: ["spec"],
  },
  "storage.k8s.io/csinodes": { check: storage.driverNodeCauses, covered: ["spec"] },
  "storage.k8s.io/csistoragecapacities": { ...rules(changes.storageCapacity), covered: ["storageClassName"] },
  "storage.k8s.io/storageclasses": {
    defaulted: storageClass.defaulted,
    check: (next, old) => [...storage.storageClassCauses(next), ...storageClass.check(next, old)],
    covered: ["provisioner", "reclaimPolicy", "volumeBindingMode", "allowedTopologies"],
  },
  "storage.k8s.io/volumeattachments": { check: storage.attachmentCauses, covered: ["spec"] },
  "storage.k8s.io/volumeattributesclasses": {
    check: storage.attributesClassCauses,
    created: protectedBy("kubernetes.io/vac-protection"),
    covered: ["driverName", "parameters"],
  },
};

/** Whoever takes its phase away gives it the first one. */
function withPhase(document: Document): Document {
  const phase = valueAt(document, ["status", "phase"]) ?? "";
  return phase === "" ? withValueAt(document, ["status", "phase"], "Pending") : document;
}

/** A new claim, whose phase is not kept yet. */
function createdClaim({ status: _none, ...claim }: Document): Document {
  return protectedBy("kubernetes.io/pvc-protection")(withDataSources(claim));
}

/** A new volume, which is pending since it was made. */
function createdVolume(document: Document): Document {
  const { creationTimestamp } = document.metadata;
  const pending = withValueAt(document, ["status", "lastPhaseTransitionTime"], creationTimestamp);
  return protectedBy("kubernetes.io/pv-protection")(pending);
}

/** Nobody removes it while it is in use: a controller takes the finalizer away. */
function protectedBy(finalizer: string): NonNullable<KindRules["created"]> {
  return (document) => {
    const { finalizers = [] } = document.metadata;
    if (finalizers.includes(finalizer)) return document;
    return { ...document, metadata: { ...document.metadata, finalizers: [...finalizers, finalizer] } };
  };
}
