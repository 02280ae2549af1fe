import { FieldSet } from "./field-set.ts";

/** What is written: a resource, or a subresource of it. */
export interface WrittenPart {
  /** `apps/deployments`, with an empty group for the core: `/pods`. */
  readonly collection: string;
  readonly isCustom: boolean;
  /** Whether the resource has a `status` subresource. */
  readonly hasStatus: boolean;
  readonly subresource?: string | undefined;
}

/** The fields that a write cannot change, so that nobody owns them by it. */
export function untrackedFields(part: WrittenPart): FieldSet {
  const { collection, subresource, hasStatus } = part;
  const own = special[subresource === undefined ? collection : `${collection}/${subresource}`];
  if (own !== undefined) return FieldSet.ofFields(...own);
  if (subresource === undefined) return hasStatus ? FieldSet.ofFields(["status"]) : new FieldSet();
  if (subresource !== "status") return new FieldSet();
  return leavesMetadata(part) ? FieldSet.ofFields(["metadata"], ["spec"]) : FieldSet.ofFields(["spec"]);
}

/** A write of the status leaves the metadata alone. */
function leavesMetadata({ collection, isCustom }: WrittenPart): boolean {
  return isCustom || statusOnly.has(collection);
}

/** The built-in resources of which a write of the status changes nothing else. */
export const statusOnly: ReadonlySet<string> = new Set([
  "admissionregistration.k8s.io/validatingadmissionpolicies",
  "apiregistration.k8s.io/apiservices",
  "flowcontrol.apiserver.k8s.io/flowschemas",
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations",
  "networking.k8s.io/servicecidrs",
  "resource.k8s.io/resourceclaims",
  "storage.k8s.io/volumeattachments",
]);

const special: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "/namespaces/finalize": [["status"]],
  "/pods/status": [["spec"], ["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
  "apps/deployments/status": [["spec"], ["metadata", "labels"]],
  "certificates.k8s.io/certificatesigningrequests": [["spec"], ["status"]],
  "certificates.k8s.io/certificatesigningrequests/approval": [["spec"], ["status", "certificate"]],
  "certificates.k8s.io/certificatesigningrequests/status": [["spec"], ["status", "conditions"]],
};
