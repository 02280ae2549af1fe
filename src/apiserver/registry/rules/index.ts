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
import { valueAt } from "../value-at.ts";
import { createdJob } from "./job-create.ts";
import * as objects from "./object-rules.ts";
import { createdPod } from "./pod-create.ts";
import { pod, podGrace } from "./pod-rules.ts";
import { rules } from "./rule.ts";
import * as workloads from "./workload-rules.ts";

/** The rules of built-in kinds, by where their objects are kept. */
export const builtInRules: Readonly<Record<string, KindRules>> = {
  "/configmaps": rules(objects.configMap),
  "/endpoints": {
    ...rules(objects.endpoints),
    warning: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  },
  "/events": rules(objects.event),
  "/limitranges": rules(objects.limitRange),
  "/nodes": rules(objects.node),
  "/persistentvolumeclaims": { ...rules(objects.volumeClaim), created: protectedBy("kubernetes.io/pvc-protection") },
  "/persistentvolumes": { ...rules(objects.volume), created: protectedBy("kubernetes.io/pv-protection") },
  "/pods": { ...rules(pod), created: createdPod, grace: podGrace },
  "/podtemplates": rules(workloads.podTemplate),
  "/replicationcontrollers": rules(workloads.replicationController),
  "/secrets": rules(objects.secret),
  "/services": rules(objects.service),
  "apps/daemonsets": { ...rules(workloads.daemonSet), updated: countedTemplate },
  "apps/deployments": rules(workloads.deployment),
  "apps/replicasets": rules(workloads.replicaSet),
  "apps/statefulsets": rules(workloads.statefulSet),
  "autoscaling/horizontalpodautoscalers": rules(objects.autoscaler),
  "batch/cronjobs": rules(workloads.cronJob),
  "batch/jobs": { ...rules(workloads.job), created: createdJob },
  "coordination.k8s.io/leases": rules(objects.lease),
  "discovery.k8s.io/endpointslices": rules(objects.endpointSlice),
  "networking.k8s.io/ingressclasses": rules(objects.ingressClass),
  "networking.k8s.io/ingresses": rules(objects.ingress),
  "networking.k8s.io/networkpolicies": rules(objects.networkPolicy),
  "rbac.authorization.k8s.io/clusterroles": rules(objects.role),
  "rbac.authorization.k8s.io/roles": rules(objects.role),
  "rbac.authorization.k8s.io/clusterrolebindings": rules(objects.roleBinding),
  "rbac.authorization.k8s.io/rolebindings": rules(objects.roleBinding),
  "scheduling.k8s.io/priorityclasses": rules(objects.priorityClass),
  "storage.k8s.io/storageclasses": rules(objects.storageClass),
};

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
