import type { ManagedFieldsEntry } from "../../model/index.ts";
import { FieldSet } from "./field-set.ts";
import { decodeOwners, encodeOwners } from "./managed-fields.ts";
import type { Owners, Ownership } from "./managed-fields.ts";
import { fieldElement } from "./path-element.ts";

/**
 * Where each version of a kind has its replicas, as names of fields: `["spec", "replicas"]`. `undefined` for a version without scale; a
 * version that is missing is not served.
 */
export type ReplicasPaths = ReadonlyMap<string, readonly string[] | undefined>;

const scaleVersion = "autoscaling/v1";
const scaleReplicas: readonly string[] = ["spec", "replicas"];

/** The managed fields of a scale: those of its parent that own the replicas. */
export function ownersOfScale(
  parent: readonly ManagedFieldsEntry[],
  paths: ReplicasPaths,
): readonly ManagedFieldsEntry[] {
  const scale = [...readable(parent)].flatMap(([id, owner]) =>
    ownsReplicas(owner, paths)
      ? [[id, { ...owner, apiVersion: scaleVersion, fields: FieldSet.ofFields(scaleReplicas) }] as const]
      : [],
  );
  return encodeOwners(new Map(scale));
}

/** The managed fields of the parent after its scale was written; `apiVersion` is that of the parent in the request. */
export function ownersOfParent(
  { parent, scale }: { readonly parent: readonly ManagedFieldsEntry[]; readonly scale: readonly ManagedFieldsEntry[] },
  apiVersion: string,
  paths: ReplicasPaths,
): readonly ManagedFieldsEntry[] {
  const before = readable(parent);
  const inScale = new Map(readable(scale));
  const owners = new Map<string, Ownership>();
  for (const [id, owner] of before) {
    if (!paths.has(owner.apiVersion)) continue;
    const path = paths.get(owner.apiVersion);
    const isStolen = path !== undefined && ownsReplicas(owner, paths) && !inScale.has(id);
    const fields = isStolen ? owner.fields.difference(FieldSet.ofFields(path)) : owner.fields;
    if (!fields.isEmpty) owners.set(id, { ...owner, fields });
    if (ownsReplicas(owner, paths)) inScale.delete(id);
  }
  for (const [id, owner] of inScale) {
    const path = paths.get(apiVersion);
    if (path === undefined || !owner.fields.has(scaleReplicas.map(fieldElement))) continue;
    // Kubernetes loses the time of who is new here.
    owners.set(id, { ...owner, apiVersion, time: before.get(id)?.time, fields: FieldSet.ofFields(path) });
  }
  return encodeOwners(owners);
}

function ownsReplicas({ apiVersion, fields }: Ownership, paths: ReplicasPaths): boolean {
  return fields.has(paths.get(apiVersion)?.map(fieldElement) ?? []);
}

function readable(entries: readonly ManagedFieldsEntry[]): Owners {
  const owners = decodeOwners(entries);
  return "problem" in owners ? new Map() : owners;
}
