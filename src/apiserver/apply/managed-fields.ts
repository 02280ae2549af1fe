import { getOwn } from "../../model/index.ts";
import type { ManagedFieldsEntry } from "../../model/index.ts";
import type { FieldSet } from "./field-set.ts";
import { decodeFields, encodeFields } from "./fields-v1.ts";
import { compareTexts, listOf, mapOf } from "./json-kind.ts";

/** Who owns fields, and how that came. */
export interface Owner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version in which the fields are named. */
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
  /** When the owner last changed something. */
  readonly time?: string | undefined;
}

/** An owner and what it owns. */
export interface Ownership extends Owner {
  readonly fields: FieldSet;
}

/** All who own fields of an object, by identity. */
export type Owners = ReadonlyMap<string, Ownership>;

/** What makes an owner the same: an applier stays itself whatever version it uses, others do not. */
export function ownerId({ manager, operation, apiVersion, subresource }: Owner): string {
  return JSON.stringify({
    manager: given(manager),
    operation,
    apiVersion: operation === "Apply" ? undefined : apiVersion,
    subresource: given(subresource),
  });
}

function given(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

/** Reads `metadata.managedFields`, or says why it cannot be read. */
export function decodeOwners(value: unknown): Owners | { readonly problem: string } {
  const owners = new Map<string, Ownership>();
  for (const [index, entry] of listOf(value).entries()) {
    const read = decodeOwner(mapOf(entry), index);
    if ("problem" in read) return read;
    owners.set(ownerId(read), read);
  }
  return owners;
}

function decodeOwner(entry: object, index: number): Ownership | { readonly problem: string } {
  const text = (name: string): string => {
    const value = getOwn(entry, name);
    return typeof value === "string" ? value : "";
  };
  const operation = text("operation");
  const [apiVersion, type, subresource, time] = ["apiVersion", "fieldsType", "subresource", "time"].map(text);
  if (operation !== "Apply" && operation !== "Update") return { problem: "operation must be `Apply` or `Update`" };
  if (!apiVersion) return { problem: "apiVersion must not be empty" };
  if (!type) return { problem: `missing fieldsType in managed fields entry ${index}` };
  if (type !== "FieldsV1") {
    return { problem: `invalid fieldsType ${JSON.stringify(type)} in managed fields entry ${index}` };
  }
  const fields = decodeFields(getOwn(entry, "fieldsV1") ?? {});
  if (fields === undefined) return { problem: "error decoding set" };
  return {
    manager: text("manager"),
    operation,
    apiVersion,
    ...(subresource ? { subresource } : {}),
    ...(time ? { time } : {}),
    fields,
  };
}

/** Writes the owners down in Kubernetes' order: appliers first, then by time, name, version and subresource. */
export function encodeOwners(owners: Owners): readonly ManagedFieldsEntry[] {
  return [...owners.values()].toSorted(compareOwners).map((owner) => ({
    ...(owner.manager === "" ? {} : { manager: owner.manager }),
    operation: owner.operation,
    apiVersion: owner.apiVersion,
    ...(owner.time === undefined ? {} : { time: owner.time }),
    fieldsType: "FieldsV1",
    fieldsV1: encodeFields(owner.fields),
    ...(owner.subresource === undefined ? {} : { subresource: owner.subresource }),
  }));
}

function compareOwners(a: Ownership, b: Ownership): number {
  return (
    compareTexts(a.operation, b.operation) ||
    compareTexts(a.time ?? "", b.time ?? "") ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource ?? "", b.subresource ?? "")
  );
}
