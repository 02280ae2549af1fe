import type { ObjectMeta } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import type { Target } from "./contract.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { StatusError } from "./errors.ts";
import type { Treatment } from "./prepare.ts";
import { versionProblem } from "./versions.ts";

/** What a refusal is about. Events are told as those of the first group, whichever they are written in. */
export function subjectOf({ group, kind }: Target["served"]["resource"]): {
  readonly group: string;
  readonly kind: string;
} {
  return { group: group === "events.k8s.io" ? "" : group, kind };
}

/** Throws unless the body was made from the object as it is, or the kind does not ask for that. */
export function assertVersion(
  { served: { resource }, name }: Target,
  { resourceVersion = "0" }: ObjectMeta,
  { old, treatment }: { readonly old: ObjectMeta; readonly treatment: Treatment },
): void {
  const problem = versionProblem(resourceVersion);
  if (problem !== undefined) throw StatusError.withoutReason(problem);
  if (resourceVersion === "0") {
    if (treatment.strategy.allowsUnconditionalUpdate) return;
    const cause = invalid("metadata.resourceVersion", 0, "must be specified for an update");
    throw StatusError.invalid({ group: resource.group, kind: resource.plural }, name, [cause]);
  }
  if (resourceVersion !== old.resourceVersion) throw StatusError.conflict(resource, name);
}

/** Throws unless the object is the one that a delete is about. */
export function assertPreconditions(
  { served, name }: Target,
  { uid, resourceVersion }: ObjectMeta,
  options: DeleteOptions,
): void {
  const { preconditions = {} } = options;
  const { group, kind } = subjectOf(served.resource);
  const wrongUid = preconditions.uid !== undefined && preconditions.uid !== uid;
  const wrongVersion = preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion;
  if (ownPreconditions.has(served.collection) && (wrongUid || wrongVersion)) {
    const { uid: wanted = "", resourceVersion: version = "" } = preconditions;
    throw StatusError.conflict(
      served.resource,
      name,
      wrongUid ? uidPrecondition(wanted, uid) : versionPrecondition(version, resourceVersion),
    );
  }
  const subject = { group, kind, plural: kind };
  if (wrongUid) {
    const why = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid})`;
    throw StatusError.conflict(subject, name, `${why}. The object might have been deleted and then recreated`);
  }
  if (wrongVersion) {
    const why = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion})`;
    throw StatusError.conflict(subject, name, `${why}. The object might have been modified`);
  }
}

/** Kinds that look at preconditions themselves, before the store does. */
const ownPreconditions: ReadonlySet<string> = new Set([
  "/namespaces",
  "apiextensions.k8s.io/customresourcedefinitions",
]);

/** What is said when an object is of another version than a write believed. */
export function versionPrecondition(wanted: string, found = ""): string {
  return `Precondition failed: ResourceVersion in precondition: ${wanted}, ResourceVersion in object meta: ${found}`;
}

/** What is said when an object has another uid than a write believed. */
export function uidPrecondition(wanted: string, found = ""): string {
  return `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
}
