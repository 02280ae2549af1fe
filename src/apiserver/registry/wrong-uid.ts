import { getOwn } from "../../model/index.ts";
import type { Target } from "./contract.ts";
import { StatusError } from "./errors.ts";
import { uidPrecondition } from "./preconditions.ts";

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
export function wrongUid({ served, namespace, name }: Target, { wanted, found, isDryRun }: WrongUid): StatusError {
  const { group, plural } = served.resource;
  const kept = (getOwn(formerNames, served.collection) as string | undefined) ?? plural;
  const key = [...(served.isCustom ? [group] : []), kept, ...(namespace === "" ? [] : [namespace]), name].join("/");
  const told = `StorageError: invalid object, Code: 4, Key: ${isDryRun === true ? "" : "/registry"}/${key}, ResourceVersion: 0`;
  const why = `${told}, AdditionalErrorMsg: ${uidPrecondition(wanted, found)}`;
  return StatusError.conflict(served.resource, name, why);
}

/** What an apply is told that believes in an object where there is none. */
export function uidOfNothing(uid: string): string {
  return `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
}
