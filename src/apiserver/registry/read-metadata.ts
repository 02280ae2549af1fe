import { getOwn } from "../../model/index.ts";
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../../model/index.ts";
import { normalized, typeProblem } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { zeroTime } from "./timestamp.ts";

/** Metadata as they were sent, and as the schema of their kind has read them. */
export interface GivenMetadata {
  readonly given: unknown;
  readonly read: unknown;
}

/** The metadata of a built-in kind, after its schema has found their types right: with only known members, none of them empty. */
export function builtInMetadata({ given, read }: GivenMetadata): ObjectMeta {
  const metadata = (read ?? {}) as ReadMetadata;
  const { deletionTimestamp, ...rest } = metadata;
  // An end at the moment at which Go's time begins counts as one.
  const end = deletionTimestamp === undefined ? {} : { deletionTimestamp: deletionTimestamp ?? zeroTime };
  return { name: "", ...rest, ...end, ...ownersOf(given, metadata.managedFields) };
}

/** How the metadata of a custom resource are read. */
export interface CustomReading {
  /** What all metadata have. */
  readonly schema: Schema;
  /** What has the wrong type is left out instead of refused. */
  readonly dropsMalformed: boolean;
  readonly refuse: (why: string) => Error;
}

/** The metadata of a custom resource: with only known members, none of them empty. Throws if one has the wrong type. */
export function customMetadata(given: unknown, { schema, dropsMalformed, refuse }: CustomReading): ObjectMeta {
  if (given === undefined || given === null) return { name: "" };
  const sent = dropsMalformed && typeof given === "object" ? withoutMalformed(given, schema) : given;
  const problem = typeProblem(sent, schema);
  if (problem !== undefined) throw refuse(problem);
  const { deletionTimestamp, ...rest } = normalized(sent, schema) as ReadMetadata;
  const end = typeof deletionTimestamp === "string" ? { deletionTimestamp } : {};
  return { name: "", ...rest, ...end, ...ownersOf(sent, rest.managedFields) };
}

interface ReadMetadata extends Partial<Omit<ObjectMeta, "deletionTimestamp">> {
  readonly deletionTimestamp?: string | null | undefined;
}

/** An empty list says something: nobody owns anything. */
function ownersOf(given: unknown, read: readonly ManagedFieldsEntry[] = []): Pick<ObjectMeta, "managedFields"> {
  const entries = typeof given === "object" && given !== null ? getOwn(given, "managedFields") : undefined;
  return Array.isArray(entries) ? { managedFields: read } : {};
}

/** Metadata without the members that have the wrong type. */
export function withoutMalformed(given: object, { properties = {} }: Schema): object {
  const members = Object.entries(given).filter(
    ([name, value]) => typeProblem(value, (getOwn(properties, name) ?? {}) as Schema) === undefined,
  );
  return Object.fromEntries(members);
}

/** Metadata in which no owner stands twice. Whoever sent one twice is told. */
export function withUniqueOwners(metadata: ObjectMeta, isPatch: boolean, warn: (text: string) => void): ObjectMeta {
  if (metadata.ownerReferences === undefined) return metadata;
  const owners = new Map<string, OwnerReference>();
  const twice: string[] = [];
  for (const given of metadata.ownerReferences) {
    const owner = withoutEmpty(given);
    const text = JSON.stringify(owner);
    if (owners.has(text)) twice.push(owner.uid);
    else owners.set(text, owner);
  }
  if (twice.length > 0) warn(`${ownersTwice(isPatch)} duplicate UID(s) observed: ${twice.join(", ")}`);
  return { ...metadata, ownerReferences: [...owners.values()] };
}

function withoutEmpty(owner: OwnerReference): OwnerReference {
  const members = ownerFields.map((name) => [name, owner[name]] as const).filter(([, value]) => (value ?? "") !== "");
  return Object.fromEntries(members) as unknown as OwnerReference;
}

const ownerFields: readonly (keyof OwnerReference)[] = [
  "apiVersion",
  "kind",
  "name",
  "uid",
  "controller",
  "blockOwnerDeletion",
];

function ownersTwice(isPatch: boolean): string {
  const when = isPatch ? " after mutating admission happens" : "";
  const entries = `.metadata.ownerReferences contains duplicate entries${when}`;
  return `${entries}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests;`;
}
