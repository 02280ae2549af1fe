/**
 * What holds for built-in kinds beyond their schemas, as data: what Kubernetes fills in and refuses in code. One engine reads it.
 *
 * Promised: pure; nothing is written to. Not promised: all of Kubernetes' rules; those of the kinds that controllers touch daily come first.
 *
 * @module
 */
import { deepEqual } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { valueAt, withValueAt } from "../value-at.ts";
import * as extensions from "./extension-rules.ts";
import * as changes from "./change-rules.ts";
import { createdJob } from "./job-create.ts";
import * as objects from "./object-rules.ts";
import { createdPod, updatedPod } from "./pod-create.ts";
import { pod, podGrace } from "./pod-rules.ts";
import { rules } from "./rule.ts";
import * as workloads from "./workload-rules.ts";

const orphanedPods =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

export { requiredWords } from "./required-words.ts";
export { typeChecks } from "./type-checks.ts";

/** The rules of built-in kinds, by where their objects are kept. */
export const builtInRules: Readonly<Record<string, KindRules>> = {
  "/configmaps": rules(objects.configMap),
  "/endpoints": rules(objects.endpoints),
  "/events": rules(objects.event),
  "/limitranges": { ...rules(objects.limitRange), covered: ["spec.limits"] },
  "/nodes": { ...rules([...objects.node, ...changes.nodeChanges]), created: createdNode, covered: ["spec.taints[]"] },
  "/persistentvolumeclaims": {
    ...rules([...objects.volumeClaim, ...changes.volumeClaimChanges]),
    created: protectedBy("kubernetes.io/pvc-protection"),
    covered: ["spec.accessModes"],
  },
  "networking.k8s.io/servicecidrs": rules(changes.addressRange),
  "/persistentvolumes": {
    ...rules([...changes.volumeChecks, ...objects.volume]),
    created: createdVolume,
    covered: ["spec.accessModes", "spec.capacity"],
  },
  "/pods": { ...rules(pod), created: createdPod, updated: updatedPod, grace: podGrace },
  "/podtemplates": rules(workloads.podTemplate),
  "/replicationcontrollers": rules(workloads.replicationController),
  "/secrets": rules(objects.secret),
  "/serviceaccounts": rules(objects.serviceAccount),
  "/services": rules(objects.service),
  "apps/daemonsets": { ...rules(workloads.daemonSet), updated: countedTemplate },
  "apps/deployments": rules(workloads.deployment),
  "apps/replicasets": rules(workloads.replicaSet),
  "apps/statefulsets": rules(workloads.statefulSet),
  "autoscaling/horizontalpodautoscalers": rules(objects.autoscaler),
  "batch/cronjobs": rules(workloads.cronJob),
  "batch/jobs": { ...rules(workloads.job), created: createdJob, deleteWarning: orphanedPods },
  "coordination.k8s.io/leases": rules(objects.lease),
  "discovery.k8s.io/endpointslices": rules(objects.endpointSlice),
  "networking.k8s.io/ingressclasses": rules([...objects.ingressClass, ...changes.ingressClassChanges]),
  "networking.k8s.io/ingresses": rules(objects.ingress),
  "networking.k8s.io/networkpolicies": rules(objects.networkPolicy),
  "rbac.authorization.k8s.io/clusterroles": rules(objects.role),
  "rbac.authorization.k8s.io/roles": rules(objects.role),
  "rbac.authorization.k8s.io/clusterrolebindings": roleBindingRules(),
  "rbac.authorization.k8s.io/rolebindings": roleBindingRules(),
  "admissionregistration.k8s.io/mutatingadmissionpolicies": rules(extensions.admissionPolicy),
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": rules(extensions.admissionPolicyBinding),
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": rules(extensions.mutatingWebhooks),
  "admissionregistration.k8s.io/validatingadmissionpolicies": rules(extensions.admissionPolicy),
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": rules(extensions.admissionPolicyBinding),
  "admissionregistration.k8s.io/validatingwebhookconfigurations": rules(extensions.validatingWebhooks),
  "apiregistration.k8s.io/apiservices": rules(extensions.apiService),
  "flowcontrol.apiserver.k8s.io/flowschemas": rules(extensions.flowSchema),
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations": rules(extensions.priorityLevel),
  "certificates.k8s.io/certificatesigningrequests": { updated: (next, old) => ({ ...next, spec: old["spec"] }) },
  "resource.k8s.io/resourceclaims": {
    ...rules([...extensions.deviceClaim, ...changes.fixedSpec]),
    isUpdateUnchecked: true,
  },
  "resource.k8s.io/resourceclaimtemplates": rules([...extensions.deviceClaimTemplate, ...changes.fixedSpec]),
  "resource.k8s.io/resourceslices": rules(changes.resourceSlice),
  "storage.k8s.io/csidrivers": rules([...extensions.volumeDriver, ...changes.volumeDriverChanges]),
  "storage.k8s.io/csistoragecapacities": { ...rules(changes.storageCapacity), covered: ["storageClassName"] },
  "storage.k8s.io/volumeattachments": {
    ...rules(changes.volumeAttachment),
    covered: ["spec.attacher", "spec.nodeName"],
  },
  "apps/controllerrevisions": rules(changes.controllerRevision),
  "networking.k8s.io/ipaddresses": rules(changes.addressChanges),
  "node.k8s.io/runtimeclasses": rules(changes.runtimeClass),
  "events.k8s.io/events": rules(changes.exactEvent),
  "storage.k8s.io/volumeattributesclasses": { created: protectedBy("kubernetes.io/vac-protection") },
  "scheduling.k8s.io/priorityclasses": rules([...objects.priorityClass, ...changes.priorityClassChanges]),
  "storage.k8s.io/storageclasses": rules(objects.storageClass),
};

/** A new volume, which is pending since it was made. */
function createdVolume(document: Document): Document {
  const { creationTimestamp } = document.metadata;
  const pending = withValueAt(document, ["status", "lastPhaseTransitionTime"], creationTimestamp);
  return protectedBy("kubernetes.io/pv-protection")(pending);
}

/** A new node gets no pods before somebody says that it is ready. */
function createdNode(document: Document): Document {
  const taints = (valueAt(document, ["spec", "taints"]) ?? []) as readonly Readonly<Record<string, unknown>>[];
  const unready = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  if (taints.some(({ key, effect }) => key === unready.key && effect === unready.effect)) return document;
  return withValueAt(document, ["spec", "taints"], [...taints, unready]);
}

function roleBindingRules(): KindRules {
  return { ...rules([...changes.bindingSubjects, ...objects.roleBinding]), covered: ["roleRef", "subjects[]"] };
}

/** Nobody removes it while it is in use: a controller takes the finalizer away. */
function protectedBy(finalizer: string): NonNullable<KindRules["created"]> {
  return (document) => {
    const { finalizers = [] } = document.metadata;
    if (finalizers.includes(finalizer)) return document;
    return { ...document, metadata: { ...document.metadata, finalizers: [...finalizers, finalizer] } };
  };
}

/** A daemon set that counts the changes of its template. */
function countedTemplate(next: Document, old: Document): Document {
  const count = Number(old.metadata.annotations?.[workloads.templateGeneration] ?? 1);
  const isSame = deepEqual(valueAt(next, ["spec", "template"]), valueAt(old, ["spec", "template"]));
  const annotations = {
    ...next.metadata.annotations,
    [workloads.templateGeneration]: String(isSame ? count : count + 1),
  };
  return { ...next, metadata: { ...next.metadata, annotations } };
}
