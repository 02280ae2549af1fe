import type { Target } from "./contract.ts";
import { uidPrecondition } from "./writer.ts";

/** What a store says to a write that believes in another uid, as Kubernetes passes it on. */
export function wrongUid({ served, namespace, name }: Target, wanted: string, found?: string): string {
  const { group, plural } = served.resource;
  const key = [...(served.isCustom ? [group] : []), plural, ...(namespace === "" ? [] : [namespace]), name].join("/");
  const told = `StorageError: invalid object, Code: 4, Key: /registry/${key}, ResourceVersion: 0`;
  return `${told}, AdditionalErrorMsg: ${uidPrecondition(wanted, found)}`;
}

/** What an apply is told that believes in an object where there is none. */
export function uidOfNothing(uid: string): string {
  return `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
}
