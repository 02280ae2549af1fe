import { getOwn } from "../../model/index.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../model/index.ts";
import { ApplyRefusedError } from "./errors.ts";
import { mapOf } from "./json-kind.ts";
import type { JsonMap } from "./json-kind.ts";
import { decodeOwners } from "./managed-fields.ts";
import type { Owners } from "./managed-fields.ts";

/** The metadata of an object; empty if it has none. */
export function metadataOf(object: object | undefined): JsonMap {
  return mapOf(getOwn(object ?? {}, "metadata"));
}

/** The object with these managed fields and no others. */
export function withManagedFields(object: object, managedFields: readonly ManagedFieldsEntry[]): KubeObject & JsonMap {
  const { managedFields: _old, ...metadata } = metadataOf(object);
  const hasMetadata = getOwn(object, "metadata") !== undefined;
  if (!hasMetadata && managedFields.length === 0) return object as KubeObject & JsonMap;
  const next = managedFields.length === 0 ? metadata : { ...metadata, managedFields };
  return { ...object, metadata: next } as unknown as KubeObject & JsonMap;
}

/** The owners that an object names. Throws if they cannot be read. */
export function ownersOf(object: object | undefined): Owners {
  const owners = decodeOwners(metadataOf(object)["managedFields"]);
  if ("problem" in owners) throw new ApplyRefusedError(`failed to decode managed fields: ${owners.problem}`);
  return owners;
}

/** What an update says of owners. */
export interface UpdatedOwners {
  readonly before: object | undefined;
  readonly after: object;
  readonly isSubresource: boolean;
  readonly isCustom: boolean;
}

/** The owners that an update sends, if they can be read; else those that there are. An update can reset them. */
export function ownersForUpdate({ before, after, isSubresource, isCustom }: UpdatedOwners): Owners {
  const sent = isSubresource ? undefined : metadataOf(after)["managedFields"];
  if (Array.isArray(sent)) {
    if (isReset(sent, isCustom)) return new Map();
    const owners = decodeOwners(sent);
    if (!("problem" in owners) && owners.size > 0) return owners;
  }
  const owners = decodeOwners(metadataOf(before)["managedFields"]);
  return "problem" in owners ? new Map() : owners;
}

/** An empty list resets the owners, and so does one empty entry. Of custom resources an empty list is as good as none. */
function isReset(sent: readonly unknown[], isCustom: boolean): boolean {
  if (sent.length === 0) return !isCustom;
  return sent.length === 1 && entryFields.every((name) => (mapOf(sent[0])[name] ?? "") === "");
}

/** What an entry can say. */
const entryFields: readonly string[] = [
  "manager",
  "operation",
  "apiVersion",
  "time",
  "fieldsType",
  "fieldsV1",
  "subresource",
];
