import { getOwn } from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";
import type { Target } from "./contract.ts";
import { StatusError } from "./errors.ts";
import { uidPrecondition, versionPrecondition } from "./preconditions.ts";

/** The uid that a write believes in, and the one that there is. */
interface WrongUid {
  readonly wanted: string;
  readonly found?: string | undefined;
  readonly isDryRun?: boolean | undefined;
}

/** Kinds that Kubernetes' store keeps under other names than they have. */
const formerNames: Readonly<Record<string, string>> = {
  "/endpoints": "services/endpoints",
  "/nodes": "minions",
  "/replicationcontrollers": "controllers",
  "/services": "services/specs",
  "apiextensions.k8s.io/customresourcedefinitions": "apiextensions.k8s.io/customresourcedefinitions",
  "apiregistration.k8s.io/apiservices": "apiregistration.k8s.io/apiservices",
  "networking.k8s.io/ingresses": "ingress",
};

/** The refusal of a write that believes in another uid, with what the store says to it. */
export function wrongUid(target: Target, { wanted, found, isDryRun }: WrongUid): StatusError {
  return refused(target, uidPrecondition(wanted, found), isDryRun);
}

/** Throws when an object has another uid, or is of another version, than a write says. What is empty is not said. */
export function assertStored(
  target: Target,
  { uid = "", resourceVersion = "" }: Pick<ObjectMeta, "uid" | "resourceVersion">,
  { found, isDryRun }: { readonly found: ObjectMeta; readonly isDryRun?: boolean | undefined },
): void {
  if (uid !== "" && uid !== found.uid) throw wrongUid(target, { wanted: uid, found: found.uid, isDryRun });
  if (resourceVersion === "" || resourceVersion === found.resourceVersion) return;
  throw refused(target, versionPrecondition(resourceVersion, found.resourceVersion), isDryRun);
}

function refused({ served, namespace, name }: Target, precondition: string, isDryRun = false): StatusError {
  const { group, plural } = served.resource;
  const kept = (getOwn(formerNames, served.collection) as string | undefined) ?? plural;
  const key = [...(served.isCustom ? [group] : []), kept, ...(namespace === "" ? [] : [namespace]), name].join("/");
  const told = `StorageError: invalid object, Code: 4, Key: ${isDryRun ? "" : "/registry"}/${key}, ResourceVersion: 0`;
  const why = `${told}, AdditionalErrorMsg: ${precondition}`;
  return StatusError.conflict(served.resource, name, why);
}

/** What an apply is told that believes in an object where there is none. */
export function uidOfNothing(uid: string): string {
  return `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
}
