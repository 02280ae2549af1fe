import type {
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "../../types/admissionregistration/v1/index.ts";
import type { APIService } from "../../types/apiregistration/v1/index.ts";
import type { CertificateSigningRequest } from "../../types/certificates/v1/index.ts";
import type { Lease } from "../../types/coordination/v1/index.ts";
import type { FlowSchema, PriorityLevelConfiguration } from "../../types/flowcontrol/v1/index.ts";
import type { RuntimeClass } from "../../types/node/v1/index.ts";
import type { RoleBinding } from "../../types/rbac/v1/index.ts";
import type { ResourceClaim, ResourceSlice } from "../../types/resource/v1/index.ts";
import type { PriorityClass } from "../../types/scheduling/v1/index.ts";
import { age, nameOf, none, orNone } from "./formats.ts";
import { humanDuration } from "./human-duration.ts";
import { printer } from "./row.ts";
import type { RowPrinter, RowPrinters } from "./row.ts";

const nameAndAge: RowPrinter = printer((object, now) => [nameOf(object), age(object, now)]);

const bindingPrinter: RowPrinter = printer<RoleBinding>((object, now) => {
  const subjects = object.subjects ?? [];
  const named = (kind: string): string =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map(({ namespace, name }) => (kind === "ServiceAccount" ? `${namespace ?? ""}/${name}` : name))
      .join(", ");
  const role = `${object.roleRef?.kind ?? ""}/${object.roleRef?.name ?? ""}`;
  return [nameOf(object), role, age(object, now), named("User"), named("Group"), named("ServiceAccount")];
});

const webhooksPrinter: RowPrinter = printer<MutatingWebhookConfiguration>((object, now) => [
  nameOf(object),
  object.webhooks?.length ?? 0,
  age(object, now),
]);

const policyPrinter: RowPrinter = printer<
  ValidatingAdmissionPolicy & { readonly spec?: { readonly mutations?: readonly unknown[] } }
>((object, now) => {
  const { paramKind, validations, mutations } = object.spec ?? {};
  const kind = paramKind === undefined ? "<unset>" : `${paramKind.apiVersion ?? ""}/${paramKind.kind ?? ""}`;
  return [nameOf(object), (validations ?? mutations ?? []).length, kind, age(object, now)];
});

const policyBindingPrinter: RowPrinter = printer<ValidatingAdmissionPolicyBinding>((object, now) => {
  const paramRef = object.spec?.paramRef;
  const place = paramRef?.namespace ? `${paramRef.namespace}/${paramRef.name ?? ""}` : `*/${paramRef?.name ?? ""}`;
  return [nameOf(object), object.spec?.policyName ?? "", paramRef === undefined ? "<unset>" : place, age(object, now)];
});

/** What concerns the cluster as a whole: rights, policies, priorities, devices. */
export const clusterPrinters: RowPrinters = {
  "rbac.authorization.k8s.io/rolebindings": bindingPrinter,
  "rbac.authorization.k8s.io/clusterrolebindings": bindingPrinter,
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": webhooksPrinter,
  "admissionregistration.k8s.io/validatingwebhookconfigurations": webhooksPrinter,
  "admissionregistration.k8s.io/validatingadmissionpolicies": policyPrinter,
  "admissionregistration.k8s.io/mutatingadmissionpolicies": policyPrinter,
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": policyBindingPrinter,
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": policyBindingPrinter,
  "apiregistration.k8s.io/apiservices": printer<APIService>((object, now) => {
    const service = object.spec?.service;
    const available = object.status?.conditions?.find(({ type }) => type === "Available");
    const isKnown = available === undefined || available.status === "True";
    return [
      nameOf(object),
      service === undefined ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`,
      isKnown ? (available?.status ?? "Unknown") : `${available.status} (${available.reason ?? ""})`,
      age(object, now),
    ];
  }),
  "certificates.k8s.io/certificatesigningrequests": printer<CertificateSigningRequest>((object, now) => [
    nameOf(object),
    age(object, now),
    orNone(object.spec?.signerName),
    object.spec?.username ?? "",
    object.spec?.expirationSeconds === undefined ? none : humanDuration(object.spec.expirationSeconds * 1_000),
    requestStatus(object),
  ]),
  "coordination.k8s.io/leases": printer<Lease>((object, now) => [
    nameOf(object),
    object.spec?.holderIdentity ?? "",
    age(object, now),
  ]),
  "scheduling.k8s.io/priorityclasses": printer<PriorityClass>((object, now) => [
    nameOf(object),
    object.value ?? 0,
    object.globalDefault ?? false,
    age(object, now),
    object.preemptionPolicy ?? "",
  ]),
  "node.k8s.io/runtimeclasses": printer<RuntimeClass>((object, now) => [
    nameOf(object),
    object.handler ?? "",
    age(object, now),
  ]),
  "resource.k8s.io/deviceclasses": nameAndAge,
  "resource.k8s.io/resourceclaimtemplates": nameAndAge,
  "resource.k8s.io/resourceclaims": printer<ResourceClaim>((object, now) => [
    nameOf(object),
    claimState(object),
    age(object, now),
  ]),
  "resource.k8s.io/resourceslices": printer<ResourceSlice>((object, now) => [
    nameOf(object),
    object.spec?.nodeName ?? "",
    object.spec?.driver ?? "",
    object.spec?.pool?.name ?? "",
    age(object, now),
  ]),
  "flowcontrol.apiserver.k8s.io/flowschemas": printer<FlowSchema>((object, now) => [
    nameOf(object),
    object.spec?.priorityLevelConfiguration?.name ?? none,
    object.spec?.matchingPrecedence ?? 0,
    object.spec?.distinguisherMethod?.type ?? none,
    age(object, now),
    object.status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?",
  ]),
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations": printer<PriorityLevelConfiguration>((object, now) => {
    const { type = "", limited, exempt } = object.spec ?? {};
    const queuing = limited?.limitResponse?.queuing;
    const shares = limited?.nominalConcurrencyShares ?? exempt?.nominalConcurrencyShares ?? none;
    const queues = [queuing?.queues ?? none, queuing?.handSize ?? none, queuing?.queueLengthLimit ?? none];
    return [nameOf(object), type, shares, ...queues, age(object, now)];
  }),
};

function requestStatus({ status }: CertificateSigningRequest): string {
  const is = (wanted: string): boolean => status?.conditions?.some(({ type }) => type === wanted) ?? false;
  const states = [
    ...["Denied", "Approved"].filter(is).slice(0, 1),
    ...(is("Failed") ? ["Failed"] : []),
    ...(status?.certificate ? ["Issued"] : []),
  ];
  return is("Denied") || is("Approved") ? states.join(",") : ["Pending", ...states].join(",");
}

function claimState({ metadata, status }: ResourceClaim): string {
  const states = [
    ...(metadata?.deletionTimestamp ? ["deleted"] : []),
    ...(status?.allocation === undefined ? (metadata?.deletionTimestamp ? [] : ["pending"]) : ["allocated"]),
    ...((status?.reservedFor?.length ?? 0) > 0 ? ["reserved"] : []),
  ];
  return states.join(",");
}
