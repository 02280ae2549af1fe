import { getOwn, parseApiVersion } from "../../model/index.ts";
import type { OwnerReference, StatusCause } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import { maxQuotedOwners } from "./defaults.ts";

const field = "metadata.ownerReferences";

/**
 * What is wrong with those who are said to own an object. Each controller but the first is told, and all owners are quoted with it: with many of
 * them only so many controllers are told that a small request has no large answer.
 */
export function ownerCauses(owners: readonly OwnerReference[]): readonly StatusCause[] {
  const [first, ...rest] = owners.filter(({ controller }) => controller === true);
  const shown = (owner: OwnerReference | undefined): string => `${owner?.kind ?? ""}/${owner?.name ?? ""}`;
  const others = rest.slice(0, Math.max(1, Math.floor(maxQuotedOwners / owners.length)));
  const rule = 'Only one reference can have Controller set to true. Found "true" in references for';
  return [
    ...owners.flatMap(eachOwner),
    ...others.map((other) => invalid(field, owners, `${rule} ${shown(first)} and ${shown(other)}`)),
  ];
}

function eachOwner(owner: OwnerReference): readonly StatusCause[] {
  const apiVersion = String(getOwn(owner, "apiVersion") ?? "");
  const empty = ["kind", "name", "uid"].filter((key) => (getOwn(owner, key) ?? "") === "");
  // The events of the newer group may own: Kubernetes knows only those of the first one for what they are.
  const isEvent = owner.kind === "Event" && /^\/?v1$/.test(apiVersion);
  return [
    ...(versionOf(apiVersion) === "" ? [invalid(`${field}.apiVersion`, apiVersion, "version must not be empty")] : []),
    ...empty.map((key) => invalid(`${field}.${key}`, "", "must not be empty")),
    ...(isEvent ? [invalid(field, owner, "/v1, Kind=Event is disallowed from being an owner")] : []),
  ];
}

/** The version in an `apiVersion`, where a group without a name is the first one; empty if there is none. */
function versionOf(apiVersion: string): string {
  try {
    return parseApiVersion(apiVersion.replace(/^\//, "")).version;
  } catch {
    return "";
  }
}
