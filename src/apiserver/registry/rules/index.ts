/**
 * What holds for built-in kinds beyond their schemas, as data: what Kubernetes fills in and refuses in code. One engine reads it.
 *
 * Promised: pure; nothing is written to. Not promised: all of Kubernetes' rules; those of the kinds that controllers touch daily come first.
 *
 * @module
 */
import { accountWarnings } from "./account-warnings.ts";
import { deepEqual } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";
import { valueAt } from "../value-at.ts";
import * as extensions from "./extension-rules.ts";
import { claimStatusCauses, withoutDeallocated } from "./claim-status-rules.ts";
import * as changes from "./change-rules.ts";
import * as policies from "./admission-policy-rules.ts";
import { apiServiceCauses } from "./api-service-rules.ts";
import { budgetCauses } from "./budget-rules.ts";
import { withExpressions } from "./expression-checks.ts";
import * as flows from "./flow-rules.ts";
import { resourceSliceCauses, withoutMappings } from "./resource-slice-rules.ts";
import { removalCauses, signedStatusCauses, withConditionTimes, withDecisions } from "./signing-decisions.ts";
import { signingRequestCauses } from "./signing-request-rules.ts";
import { webhookCauses } from "./webhook-rules.ts";
import { addressCauses, addressRangeCauses } from "./address-rules.ts";
import { appArmorMatchCauses } from "./app-armor.ts";
import { podAnnotationCauses, podAnnotationChangeCauses, seccompMatchCauses } from "./pod-annotations.ts";
import { autoscalerCauses } from "./autoscaler-rules.ts";
import * as devices from "./device-claim-rules.ts";
import * as ingress from "./ingress-rules.ts";
import { leaseRules } from "./lease-rules.ts";
import { networkPolicyRules } from "./network-policy-rules.ts";
import * as roles from "./role-rules.ts";
import { coreKinds } from "./core-kinds.ts";
import { createdJob, generatedSelectorCauses, withTemplateLabels } from "./job-create.ts";
import { jobStatusCauses } from "./job-status-rules.ts";
import * as objects from "./object-rules.ts";
import { claimNameCauses } from "./pod-claim-names.ts";
import { createdPod, updatedPod } from "./pod-create.ts";
import { pod, podGrace, writtenPod } from "./pod-rules.ts";
import { podStatusCauses, reportedPod } from "./pod-status-rules.ts";
import { withoutNewFields } from "./pod-template.ts";
import { podWarnings, statefulSetWarnings, templateWarnings } from "./pod-warnings.ts";
import { rules } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { storageKinds } from "./storage-kinds.ts";
import { templateGenerationCauses, templateGenerationProblem, withCounted } from "./template-generation.ts";
import * as workloads from "./workload-rules.ts";

type Check = NonNullable<KindRules["check"]>;
type Created = (document: Document) => Document;
type Warnings = (next: Document, old: Document | undefined) => readonly string[];
type CheckFound = NonNullable<KindRules["checkFound"]>;

const orphanedPods =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

export { mostDevices } from "./claim-status-rules.ts";
export { addressFamilies, clusterAddressCauses, clusterAddresses } from "./service-address-checks.ts";
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
const checkedPod: CheckFound = (found, next, old) => [
  ...podAnnotationCauses(next, "metadata.annotations", old),
  ...claimNameCauses(next),
  ...found,
  ...(old === undefined ? [] : podAnnotationChangeCauses(next, old)),
  ...ownOf.pod(next, old),
  ...(old === undefined ? [...seccompMatchCauses(next, "spec"), ...appArmorMatchCauses(next, "spec")] : []),
];

/** What the schema finds is told, and then what the rules find, be it the same. */
function inTurn(all: readonly Rule[]): KindRules {
  const own = rules(all);
  return { ...own, checkFound: (found, next, old) => [...found, ...own.check(next, old)] };
}

/** What changed of a daemon set is told first. */
const checkedDaemonSet: CheckFound = (found, next, old) => [
  ...templateGenerationCauses(next),
  ...ownOf.daemonSetChanges(next, old),
  ...found,
  ...ownOf.daemonSet(next, old),
];

/** The claims of a stateful set come first. */
const checkedStatefulSet: CheckFound = (found, next, old) => [
  ...ownOf.newClaims(next, old),
  // The name of its service stays, be it wrong.
  ...found.filter(({ field }) => old === undefined || field !== "spec.serviceName"),
  ...ownOf.statefulSet(next, old),
];

/** What is wrong with a job is told, and of a change told again. */
const checkedJob: CheckFound = (found, next, old) => {
  const all = [...found, ...ownOf.job(next, old)];
  const again = old === undefined ? [] : [...all, ...ownOf.jobChanges(next, old)];
  return [...generatedSelectorCauses(next, old), ...all, ...again];
};

const autoscalerDefaults: Created = rules(objects.autoscaler).defaulted;

/** Completes a behaviour that only an annotation told. One without policies is refused as it is. */
const withWholeBehavior: Created = (document) => {
  const given = ["scaleUp", "scaleDown"].map((name) => valueAt(document, ["spec", "behavior", name]));
  const isWhole = given.every((one) => one === undefined || isFilled(valueAt(one, ["policies"])));
  return isWhole ? autoscalerDefaults(document) : document;
};

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

const soundPod: Created = withoutNewFields("spec");
const soundTemplate: Created = withoutNewFields("spec.template.spec");

/** A kind whose objects are kept without what is new in their pods. */
function kept(own: KindRules, without: Created): KindRules {
  return {
    ...own,
    created: (document, isDryRun, warn) => own.created?.(without(document), isDryRun, warn) ?? without(document),
    updated: (next, old) => own.updated?.(without(next), old) ?? without(next),
  };
}

const ingressRules: KindRules = rules(ingress.ingressRules);

/** How the class is told is looked at in new ingresses only. */
const checkedIngress: Check = (next, old, warn) => {
  const causes = ingressRules.check?.(next, old) ?? [];
  if (old !== undefined) return causes;
  return [...causes, ...ingress.classCauses(next, causes.length === 0 ? warn : undefined)];
};

/** Parts of pods are compared with what there was where they are taken from bodies. */
const podPart: KindRules = { ...rules(writtenPod), updated: updatedPod, grace: podGrace };

const jobRules: Readonly<ReturnType<typeof rules>> = rules(workloads.job);

/** What is told of sets whose name becomes part of the names of their pods. */
const namedTemplate: Warnings = templateWarnings(["spec", "template"], {
  isNamed: true,
});

/** The rules of built-in kinds, by where their objects are kept, and those of parts that have their own. */
export const builtInRules: Readonly<Record<string, KindRules>> = {
  ...coreKinds,
  ...storageKinds,
  "networking.k8s.io/servicecidrs": covering({ check: addressRangeCauses }),
  "/pods": kept(
    {
      ...rules(pod),
      checkFound: checkedPod,
      created: (document, _isDryRun, warn) => createdPod(document, warn),
      updated: updatedPod,
      grace: podGrace,
      warnings: podWarnings,
    },
    soundPod,
  ),
  "/pods/ephemeralcontainers": podPart,
  "/pods/resize": podPart,
  "/pods/status": {
    ...podPart,
    checkFound: (_found, next, old) => [
      ...(old === undefined ? [] : podAnnotationChangeCauses(next, old)),
      ...podStatusCauses(next, old),
    ],
    completed: reportedPod,
  },
  "/podtemplates": kept(
    { ...rules(workloads.podTemplate), warnings: templateWarnings(["template"]) },
    withoutNewFields("template.spec"),
  ),
  "/replicationcontrollers": kept(
    {
      ...inTurn(workloads.replicationController),
      warnings: templateWarnings(["spec", "template"], { isNamed: true, isOfFormer: true }),
    },
    soundTemplate,
  ),
  "/serviceaccounts": { ...rules(objects.serviceAccount), warnings: accountWarnings },
  "apps/daemonsets": kept(
    {
      ...rules(workloads.daemonSet),
      typeProblem: templateGenerationProblem,
      checkFound: checkedDaemonSet,
      updated: countedTemplate,
      warnings: templateWarnings(["spec", "template"], { isChanged: isOtherTemplate }),
    },
    soundTemplate,
  ),
  "apps/deployments": kept({ ...inTurn(workloads.deployment), warnings: namedTemplate }, soundTemplate),
  "apps/replicasets": kept({ ...inTurn(workloads.replicaSet), warnings: namedTemplate }, soundTemplate),
  "apps/statefulsets": kept(
    { ...rules(workloads.statefulSet), checkFound: checkedStatefulSet, warnings: statefulSetWarnings },
    (document) => soundTemplate(workloads.withoutUnavailable(document)),
  ),
  "autoscaling/horizontalpodautoscalers": covering({
    defaulted: autoscalerDefaults,
    created: withWholeBehavior,
    updated: withWholeBehavior,
    check: autoscalerCauses,
  }),
  "batch/cronjobs": kept(
    {
      ...rules(workloads.cronJob),
      warnings: templateWarnings(["spec", "jobTemplate", "spec", "template"], { isNamed: true }),
    },
    withoutNewFields("spec.jobTemplate.spec.template.spec"),
  ),
  "batch/jobs/status": { ...jobRules, checkFound: (_found, next, old) => jobStatusCauses(next, old) },
  "batch/jobs": kept(
    {
      ...jobRules,
      defaulted: (job) => withTemplateLabels(jobRules.defaulted(job)),
      checkFound: checkedJob,
      created: createdJob,
      deleteWarning: orphanedPods,
      warnings: namedTemplate,
    },
    soundTemplate,
  ),
  "coordination.k8s.io/leases": covering(leaseRules),
  "networking.k8s.io/ingressclasses": covering({
    ...rules([...objects.ingressClass, ...ingress.ingressClassRules], { isChangeFirst: true }),
  }),
  "networking.k8s.io/ingresses": covering({ ...ingressRules, check: checkedIngress }),
  "networking.k8s.io/networkpolicies": covering(rules([...objects.networkPolicy, ...networkPolicyRules])),
  "rbac.authorization.k8s.io/clusterroles": { check: roles.clusterRoleCauses, covered: ["rules", "aggregationRule"] },
  "rbac.authorization.k8s.io/roles": { check: roles.roleCauses, covered: ["rules"] },
  "rbac.authorization.k8s.io/clusterrolebindings": roleBindingRules(false),
  "rbac.authorization.k8s.io/rolebindings": roleBindingRules(true),
  "admissionregistration.k8s.io/mutatingadmissionpolicies": covering(
    withExpressions(rules(extensions.admissionPolicy), policies.mutatingPolicyCauses),
  ),
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": covering({
    ...rules(extensions.admissionPolicyBinding),
    check: policies.mutatingBindingCauses,
  }),
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": webhookRules(extensions.mutatingWebhooks),
  "admissionregistration.k8s.io/validatingadmissionpolicies": covering(
    withExpressions(rules(extensions.admissionPolicy), policies.validatingPolicyCauses),
  ),
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
  "certificates.k8s.io/certificatesigningrequests/status": {
    completed: (next, old, now) => withConditionTimes(old === undefined ? next : withDecisions(next, old), old, now),
    check: (next, old) => [...signingRequestCauses(next, old), ...signedStatusCauses(next, old ?? next)],
    covered: ["spec"],
  },
  "certificates.k8s.io/certificatesigningrequests/approval": {
    completed: withConditionTimes,
    check: (next, old) => [...signingRequestCauses(next, old), ...removalCauses(next, old ?? next)],
    covered: ["spec"],
  },
  "resource.k8s.io/resourceclaims": covering(withExpressions(rules(extensions.deviceClaim), devices.claimCauses)),
  "resource.k8s.io/resourceclaims/status": {
    check: claimStatusCauses,
    completed: withoutDeallocated,
    covered: ["spec", "status"],
  },
  "resource.k8s.io/resourceclaimtemplates": covering(
    withExpressions(rules(extensions.deviceClaimTemplate), devices.claimTemplateCauses),
  ),
  "resource.k8s.io/deviceclasses": covering(withExpressions({}, devices.deviceClassCauses)),
  "resource.k8s.io/resourceslices": covering({ check: resourceSliceCauses, completed: withoutMappings }),
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
  return { ...withExpressions(rules(own), webhookCauses), covered: ["webhooks"] };
}

/** A kind whose specification is looked at by its own rules alone. */
function covering(own: KindRules): KindRules {
  return { ...own, covered: ["spec"] };
}

function isOtherTemplate(next: Document, old: Document): boolean {
  return !deepEqual(valueAt(next, ["spec", "template"]), valueAt(old, ["spec", "template"]));
}

/** A daemon set that counts the changes of its template. */
function countedTemplate(next: Document, old: Document): Document {
  return withCounted(next, old, isOtherTemplate(next, old));
}
