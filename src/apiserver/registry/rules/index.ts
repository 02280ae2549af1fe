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
import * as extensions from "./extension-rules.ts";
import * as changes from "./change-rules.ts";
import * as policies from "./admission-policy-rules.ts";
import { apiServiceCauses } from "./api-service-rules.ts";
import { budgetCauses } from "./budget-rules.ts";
import * as flows from "./flow-rules.ts";
import { resourceSliceCauses } from "./resource-slice-rules.ts";
import { signingRequestCauses } from "./signing-request-rules.ts";
import { webhookCauses } from "./webhook-rules.ts";
import { addressCauses, addressRangeCauses } from "./address-rules.ts";
import { autoscalerCauses } from "./autoscaler-rules.ts";
import * as devices from "./device-claim-rules.ts";
import * as ingress from "./ingress-rules.ts";
import { leaseRules } from "./lease-rules.ts";
import { networkPolicyRules } from "./network-policy-rules.ts";
import * as roles from "./role-rules.ts";
import { coreKinds } from "./core-kinds.ts";
import { createdJob, generatedSelectorCauses } from "./job-create.ts";
import * as objects from "./object-rules.ts";
import { createdPod, updatedPod } from "./pod-create.ts";
import { pod, podGrace, writtenPod } from "./pod-rules.ts";
import { rules } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { storageKinds } from "./storage-kinds.ts";
import * as workloads from "./workload-rules.ts";

type Check = NonNullable<KindRules["check"]>;
type CheckFound = NonNullable<KindRules["checkFound"]>;

const orphanedPods =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

export { requiredWords } from "./required-words.ts";
export { typeChecks } from "./type-checks.ts";

const ownOf: Readonly<
  Record<"pod" | "daemonSet" | "daemonSetChanges" | "job" | "jobChanges" | "newClaims" | "statefulSet", Check>
> = {
  pod: rules(pod).check,
  daemonSet: rules(workloads.daemonSet).check,
  daemonSetChanges: rules(workloads.daemonSetChanges).check,
  job: rules(workloads.job).check,
  jobChanges: rules(workloads.jobChanges).check,
  newClaims: rules(workloads.newClaims).check,
  statefulSet: rules(workloads.statefulSet).check,
};

/** Some of what is wrong with a pod is told again of its change. */
const checkedPod: CheckFound = (found, next, old) => [...found, ...ownOf.pod(next, old)];

/** What the schema finds is told, and then what the rules find, be it the same. */
function inTurn(all: readonly Rule[]): KindRules {
  const own = rules(all);
  return { ...own, checkFound: (found, next, old) => [...found, ...own.check(next, old)] };
}

/** What changed of a daemon set is told first. */
const checkedDaemonSet: CheckFound = (found, next, old) => [
  ...ownOf.daemonSetChanges(next, old),
  ...found,
  ...ownOf.daemonSet(next, old),
];

/** The claims of a stateful set come first. */
const checkedStatefulSet: CheckFound = (found, next, old) => [
  ...ownOf.newClaims(next, old),
  ...found,
  ...ownOf.statefulSet(next, old),
];

/** What is wrong with a job is told, and of a change told again. */
const checkedJob: CheckFound = (found, next, old) => {
  const all = [...found, ...ownOf.job(next, old)];
  const again = old === undefined ? [] : [...all, ...ownOf.jobChanges(next, old)];
  return [...generatedSelectorCauses(next), ...all, ...again];
};

/** Parts of pods are compared with what there was where they are taken from bodies. */
const podPart: KindRules = { ...rules(writtenPod), updated: updatedPod, grace: podGrace };

/** The rules of built-in kinds, by where their objects are kept, and those of parts that have their own. */
export const builtInRules: Readonly<Record<string, KindRules>> = {
  ...coreKinds,
  ...storageKinds,
  "/configmaps": rules(objects.configMap),
  "/events": rules(objects.event),
  "networking.k8s.io/servicecidrs": covering({ check: addressRangeCauses }),
  "/pods": { ...rules(pod), checkFound: checkedPod, created: createdPod, updated: updatedPod, grace: podGrace },
  "/pods/ephemeralcontainers": podPart,
  "/pods/resize": podPart,
  "/pods/status": podPart,
  "/podtemplates": rules(workloads.podTemplate),
  "/replicationcontrollers": inTurn(workloads.replicationController),
  "/secrets": rules(objects.secret),
  "/serviceaccounts": rules(objects.serviceAccount),
  "apps/daemonsets": { ...rules(workloads.daemonSet), checkFound: checkedDaemonSet, updated: countedTemplate },
  "apps/deployments": inTurn(workloads.deployment),
  "apps/replicasets": inTurn(workloads.replicaSet),
  "apps/statefulsets": { ...rules(workloads.statefulSet), checkFound: checkedStatefulSet },
  "autoscaling/horizontalpodautoscalers": covering({ ...rules(objects.autoscaler), check: autoscalerCauses }),
  "batch/cronjobs": rules(workloads.cronJob),
  "batch/jobs": { ...rules(workloads.job), checkFound: checkedJob, created: createdJob, deleteWarning: orphanedPods },
  "coordination.k8s.io/leases": covering(leaseRules),
  "networking.k8s.io/ingressclasses": covering({
    ...rules([...objects.ingressClass, ...ingress.ingressClassRules]),
  }),
  "networking.k8s.io/ingresses": covering(rules(ingress.ingressRules)),
  "networking.k8s.io/networkpolicies": covering(rules([...objects.networkPolicy, ...networkPolicyRules])),
  "rbac.authorization.k8s.io/clusterroles": { check: roles.clusterRoleCauses, covered: ["rules", "aggregationRule"] },
  "rbac.authorization.k8s.io/roles": { check: roles.roleCauses, covered: ["rules"] },
  "rbac.authorization.k8s.io/clusterrolebindings": roleBindingRules(false),
  "rbac.authorization.k8s.io/rolebindings": roleBindingRules(true),
  "admissionregistration.k8s.io/mutatingadmissionpolicies": covering({
    ...rules(extensions.admissionPolicy),
    check: policies.mutatingPolicyCauses,
  }),
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": covering({
    ...rules(extensions.admissionPolicyBinding),
    check: policies.mutatingBindingCauses,
  }),
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": webhookRules(extensions.mutatingWebhooks),
  "admissionregistration.k8s.io/validatingadmissionpolicies": covering({
    ...rules(extensions.admissionPolicy),
    check: policies.validatingPolicyCauses,
  }),
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": covering({
    ...rules(extensions.admissionPolicyBinding),
    check: policies.validatingBindingCauses,
  }),
  "admissionregistration.k8s.io/validatingwebhookconfigurations": webhookRules(extensions.validatingWebhooks),
  "apiregistration.k8s.io/apiservices": covering({ ...rules(extensions.apiService), check: apiServiceCauses }),
  "flowcontrol.apiserver.k8s.io/flowschemas": covering({
    ...rules(extensions.flowSchema),
    check: flows.flowSchemaCauses,
  }),
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations": covering({
    ...rules(extensions.priorityLevel),
    check: flows.priorityLevelCauses,
  }),
  "policy/poddisruptionbudgets": covering({ check: budgetCauses }),
  "certificates.k8s.io/certificatesigningrequests": {
    updated: (next, old) => ({ ...next, spec: old["spec"] }),
    check: signingRequestCauses,
    covered: ["spec"],
  },
  "resource.k8s.io/resourceclaims": covering({ ...rules(extensions.deviceClaim), check: devices.claimCauses }),
  "resource.k8s.io/resourceclaimtemplates": covering(
    rules([...extensions.deviceClaimTemplate, ...devices.claimTemplateRules, ...changes.fixedSpec]),
  ),
  "resource.k8s.io/deviceclasses": covering(rules(devices.deviceClassRules)),
  "resource.k8s.io/resourceslices": covering({ check: resourceSliceCauses }),
  "apps/controllerrevisions": rules(changes.controllerRevision),
  "networking.k8s.io/ipaddresses": covering({ check: addressCauses }),
};

function roleBindingRules(isNamespaced: boolean): KindRules {
  const { defaulted, check } = rules(objects.roleBinding);
  return {
    defaulted,
    check: (next, old) => [...roles.bindingCauses(next, isNamespaced), ...check(next, old)],
    covered: ["roleRef", "subjects"],
  };
}

function webhookRules(own: readonly Rule[]): KindRules {
  return { ...rules(own), check: webhookCauses, covered: ["webhooks"] };
}

/** A kind whose specification is looked at by its own rules alone. */
function covering(own: KindRules): KindRules {
  return { ...own, covered: ["spec"] };
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
