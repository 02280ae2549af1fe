import { statusOnly } from "../apply/index.ts";
import type { ServedResource } from "./contract.ts";

/** What differs between kinds. */
export interface Strategy {
  /** `long` is a subdomain whose beginning may be anything that a path can hold; of `own` the rules of the kind tell. */
  readonly name: "subdomain" | "label" | "path-segment" | "long" | "own";
  /** `status` is written through its own subresource only. */
  readonly hasStatus: boolean;
  readonly keepsStatusOnCreate: boolean;
  readonly initialPhase: string | undefined;
  /** Writes of `status` leave the metadata alone. */
  readonly statusKeepsMetadata: boolean;
  /** They do not even look at the metadata that were sent. */
  readonly statusIgnoresMetadata: boolean;
  /** They do not look at the end that was sent. */
  readonly statusIgnoresEnd: boolean;
  /** What of the metadata writes of `status` leave alone otherwise. */
  readonly statusKeeps: readonly ("labels" | "ownerReferences")[];
  /** What makes a new generation: nothing, the desired state, or the annotations or labels as well. */
  readonly generation: "none" | "desired" | "desired-and-annotations" | "desired-and-labels";
  /** Fields that make a new generation also by being sent empty, or as what cannot be kept. */
  readonly countsEmpty: readonly string[];
  /** Some of its values are kept as the text that was sent. */
  readonly keepsTexts: boolean;
  readonly allowsUnconditionalUpdate: boolean;
  readonly createsOnUpdate: boolean;
  /** A delete that is done answers with the object, not with a Status. */
  readonly returnsDeleted: boolean;
  /** An object without a name gets one. */
  readonly namesItself: boolean;
  /** What becomes of dependents is nobody's business: there are none. */
  readonly hasNoDependents: boolean;
  /** Without a policy, dependents are orphaned. */
  readonly orphansByDefault: boolean;
  /** Dependents that are not to be orphaned go before the object does. */
  readonly endsDependentsFirst: boolean;
  /** Names unknown fields of selectors in its own words. */
  readonly hasOwnFieldLabels: boolean;
  /** What of the metadata is looked at again after an update, besides what every kind has looked at. */
  readonly metadataChecks: MetadataChecks;
  /** The same after a write of `status`. */
  readonly statusMetadataChecks: MetadataChecks;
  /** Finalizers need not say whose they are. */
  readonly takesAnyFinalizer: boolean;
  /** What a name may begin with is not looked at again after an update. */
  readonly checksPrefixOnce: boolean;
}

/** Nothing, what an update may not change, all that a new object is checked for, once or twice, or both in one order or the other. */
export type MetadataChecks = "none" | "change" | "new" | "change-and-new" | "new-and-change" | "new-and-new";

/** How the objects of a resource are treated. */
export function strategyOf({ resource, collection, isCustom }: ServedResource): Strategy {
  const hasStatus = resource.subresources.includes("status");
  const group = resource.group;
  return {
    name: nameRule(group, collection),
    hasStatus,
    keepsStatusOnCreate: collection === "/nodes",
    initialPhase: startsPending.has(collection) ? "Pending" : undefined,
    statusKeepsMetadata: isCustom || statusOnly.has(collection),
    statusIgnoresMetadata: isCustom || group === "flowcontrol.apiserver.k8s.io",
    statusIgnoresEnd: collection === "/pods" || (statusOnly.has(collection) && group !== "apiregistration.k8s.io"),
    statusKeeps: collection === "apps/deployments" ? ["labels"] : collection === "/pods" ? ["ownerReferences"] : [],
    generation: generationRule(collection, isCustom || group === "admissionregistration.k8s.io"),
    countsEmpty: emptyLists(collection),
    keepsTexts: textCollections.has(collection),
    allowsUnconditionalUpdate: !isCustom && group !== "admissionregistration.k8s.io" && !conditional.has(collection),
    createsOnUpdate: createdOnUpdate.has(collection),
    returnsDeleted: returned.has(collection),
    namesItself: collection === "/limitranges",
    hasNoDependents: collection === "/events" || collection === "events.k8s.io/events",
    orphansByDefault: collection === "batch/jobs" || collection === "/replicationcontrollers",
    endsDependentsFirst: collection === "/namespaces",
    hasOwnFieldLabels: isCustom || ownFieldLabels.has(collection),
    metadataChecks: updateChecks(group, collection),
    statusMetadataChecks: statusChecks(collection),
    checksPrefixOnce: longNames.has(collection) || group === "certificates.k8s.io",
    takesAnyFinalizer: isCustom || anyFinalizerGroups.has(group) || anyFinalizer.has(collection),
  };
}

function updateChecks(group: string, collection: string): MetadataChecks {
  if (uncheckedMetadata.has(collection)) return "none";
  if (group === "admissionregistration.k8s.io" || group === "flowcontrol.apiserver.k8s.io") return "new";
  if (collection === "/persistentvolumes") return "new-and-new";
  if (checkedAsNew.has(collection)) return "new";
  if (checkedFirst.has(collection)) return "new-and-change";
  if (newFirst.has(group) && collection !== "resource.k8s.io/resourceslices") return "new-and-change";
  return checkedWhole.has(collection) ? "change-and-new" : "change";
}

function statusChecks(collection: string): MetadataChecks {
  if (collection === "storage.k8s.io/volumeattachments") return "new";
  if (collection === "certificates.k8s.io/certificatesigningrequests") return "new-and-change";
  if (statusAlone.has(collection)) return "none";
  return collection === "batch/cronjobs" || uncheckedMetadata.has(collection) ? "none" : "change";
}

function nameRule(group: string, collection: string): Strategy["name"] {
  if (group === "rbac.authorization.k8s.io" || group === "apiregistration.k8s.io") return "path-segment";
  if (collection === "networking.k8s.io/ipaddresses") return "own";
  if (segmentNames.has(collection)) return "path-segment";
  if (longNames.has(collection)) return "long";
  return labelNames.has(collection) ? "label" : "subdomain";
}

function generationRule(collection: string, always: boolean): Strategy["generation"] {
  if (collection === "apps/deployments") return "desired-and-annotations";
  if (collection === "discovery.k8s.io/endpointslices") return "desired-and-labels";
  return always || generations.has(collection) ? "desired" : "none";
}

function emptyLists(collection: string): readonly string[] {
  if (collection === "networking.k8s.io/networkpolicies") return policyLists;
  // Items of a schema that are neither a schema nor schemas are passed over, but not for nothing.
  if (collection === "apiextensions.k8s.io/customresourcedefinitions") return ["items"];
  return collection.endsWith("webhookconfigurations") ? ["matchConditions", ...selectorLists] : [];
}

const selectorLists: readonly string[] = ["matchExpressions", "matchLabels", "values"];

const policyLists: readonly string[] = [
  "ingress",
  "egress",
  "from",
  "to",
  "ports",
  "except",
  "policyTypes",
  ...selectorLists,
];

/** The collections whose objects have values that are kept as the text that was sent. */
export const textCollections: ReadonlySet<string> = new Set([
  "apps/controllerrevisions",
  "resource.k8s.io/deviceclasses",
  "resource.k8s.io/resourceclaims",
  "resource.k8s.io/resourceclaimtemplates",
]);

const labelNames: ReadonlySet<string> = new Set(["/namespaces", "/services", "apps/statefulsets"]);

const segmentNames: ReadonlySet<string> = new Set([
  "/events",
  "certificates.k8s.io/certificatesigningrequests",
  "policy/poddisruptionbudgets",
]);

const longNames: ReadonlySet<string> = new Set(["/replicationcontrollers", "resource.k8s.io/deviceclasses"]);

const startsPending: ReadonlySet<string> = new Set(["/pods", "/persistentvolumes", "/persistentvolumeclaims"]);

const generations: ReadonlySet<string> = new Set([
  "/pods",
  "/podtemplates",
  "/replicationcontrollers",
  "apiextensions.k8s.io/customresourcedefinitions",
  "apps/daemonsets",
  "apps/replicasets",
  "apps/statefulsets",
  "batch/cronjobs",
  "batch/jobs",
  "flowcontrol.apiserver.k8s.io/flowschemas",
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations",
  "networking.k8s.io/ingressclasses",
  "networking.k8s.io/ingresses",
  "networking.k8s.io/networkpolicies",
  "policy/poddisruptionbudgets",
  "resource.k8s.io/deviceclasses",
  "resource.k8s.io/resourceslices",
]);

const conditional: ReadonlySet<string> = new Set([
  "apiregistration.k8s.io/apiservices",
  "apiextensions.k8s.io/customresourcedefinitions",
  "coordination.k8s.io/leases",
  "node.k8s.io/runtimeclasses",
  "policy/poddisruptionbudgets",
  "storage.k8s.io/csidrivers",
  "storage.k8s.io/csinodes",
  "storage.k8s.io/csistoragecapacities",
  "storage.k8s.io/volumeattachments",
]);

const createdOnUpdate: ReadonlySet<string> = new Set([
  "/endpoints",
  "/events",
  "/limitranges",
  "/services",
  "coordination.k8s.io/leases",
  "events.k8s.io/events",
  "node.k8s.io/runtimeclasses",
  "rbac.authorization.k8s.io/clusterrolebindings",
  "rbac.authorization.k8s.io/clusterroles",
  "rbac.authorization.k8s.io/rolebindings",
  "rbac.authorization.k8s.io/roles",
]);

const returned: ReadonlySet<string> = new Set([
  "/namespaces",
  "/persistentvolumeclaims",
  "/persistentvolumes",
  "/pods",
  "/podtemplates",
  "/resourcequotas",
  "/serviceaccounts",
  "/services",
  "resource.k8s.io/deviceclasses",
  "resource.k8s.io/resourceclaims",
  "resource.k8s.io/resourceclaimtemplates",
  "resource.k8s.io/resourceslices",
  "storage.k8s.io/csidrivers",
  "storage.k8s.io/csinodes",
  "storage.k8s.io/storageclasses",
  "storage.k8s.io/volumeattachments",
  "storage.k8s.io/volumeattributesclasses",
]);

const ownFieldLabels: ReadonlySet<string> = new Set([
  "/events",
  "/namespaces",
  "/nodes",
  "/pods",
  "/replicationcontrollers",
  "/secrets",
  "/services",
  "batch/jobs",
  "certificates.k8s.io/certificatesigningrequests",
  "events.k8s.io/events",
  "resource.k8s.io/resourceslices",
]);

const statusAlone: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io/validatingadmissionpolicies",
  "flowcontrol.apiserver.k8s.io/flowschemas",
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations",
]);

/** Groups whose kinds are looked at as if they were new, and then for what has changed. */
const newFirst: ReadonlySet<string> = new Set(["certificates.k8s.io", "rbac.authorization.k8s.io", "resource.k8s.io"]);

/** Kinds whose updates are looked at as if they were new, and no more. */
const checkedAsNew: ReadonlySet<string> = new Set([
  "/limitranges",
  "discovery.k8s.io/endpointslices",
  "storage.k8s.io/csinodes",
  "storage.k8s.io/volumeattachments",
]);

/** Kinds that are looked at as if they were new, and then for what has changed. */
const checkedFirst: ReadonlySet<string> = new Set([
  "/namespaces",
  "/nodes",
  "batch/jobs",
  "networking.k8s.io/ipaddresses",
  "storage.k8s.io/csistoragecapacities",
  "storage.k8s.io/storageclasses",
]);

const uncheckedMetadata: ReadonlySet<string> = new Set(["/events", "policy/poddisruptionbudgets"]);

const checkedWhole: ReadonlySet<string> = new Set([
  "/configmaps",
  "/endpoints",
  "/persistentvolumeclaims",
  "/pods",
  "/secrets",
  "/serviceaccounts",
  "apiregistration.k8s.io/apiservices",
  "apps/controllerrevisions",
  "networking.k8s.io/ingressclasses",
  "networking.k8s.io/ingresses",
  "node.k8s.io/runtimeclasses",
  "storage.k8s.io/volumeattributesclasses",
]);

/** The servers around Kubernetes' own, and a group that does without. */
const anyFinalizerGroups: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
]);

const anyFinalizer: ReadonlySet<string> = new Set([
  "/events",
  "coordination.k8s.io/leases",
  "node.k8s.io/runtimeclasses",
  "policy/poddisruptionbudgets",
]);
