import { getOwn, isExactInteger, setOwn } from "../../model/index.ts";
import { firstToTell } from "../schema/index.ts";
import { anyMetadata } from "./metadata-rules.ts";
import type { MetadataRules } from "./metadata-rules.ts";
import { valueSchema } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** What is left of a value, and what was not. */
export interface Pruned<T> {
  readonly value: T;
  /** The paths of the fields that are gone, of very many the first, sorted, but for those of metadata. */
  readonly fields: readonly string[];
  /** Those of the metadata of resources. */
  readonly ofMetadata: readonly string[];
}

/** A value without the fields that its schema does not know. What stays as it was is shared with it. */
export function prune<T>(given: T, schema: ValueSchema, metadata: MetadataRules = anyMetadata): Pruned<T> {
  const run: Run = { fields: [], ofMetadata: [], metadata };
  const value = pruned(given, { schema, path: "", run }) as T;
  return { value, fields: inOrder(run.fields), ofMetadata: inOrder(run.ofMetadata) };
}

function inOrder(fields: readonly string[]): readonly string[] {
  if (fields.length < 2) return fields;
  return firstToTell(fields, (field) => field.length).toSorted((left, right) => (left < right ? -1 : 1));
}

interface Run {
  readonly fields: string[];
  readonly ofMetadata: string[];
  readonly metadata: MetadataRules;
}

interface Place {
  /** Absent: nothing is known of the value. */
  readonly schema: ValueSchema | undefined;
  readonly path: string;
  readonly run: Run;
}

function pruned(value: unknown, { schema, path, run }: Place): unknown {
  if (typeof value !== "object" || value === null || isExactInteger(value)) return value;
  if (Array.isArray(value)) {
    if (schema?.preservesUnknown === true && schema.items === undefined) return value;
    // Where unknown fields are kept, the items keep theirs as well.
    const items = schema?.preservesUnknown === true ? { ...schema.items, preservesUnknown: true } : schema?.items;
    const place = { schema: items as ValueSchema | undefined, run };
    const list = value.map((item: unknown, index) => pruned(item, { ...place, path: `${path}[${index}]` }));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  const result = {};
  let isSame = true;
  for (const key of Object.keys(value)) {
    const member = getOwn(value, key);
    const at = path === "" ? key : `${path}.${key}`;
    const next = prunedMember(key, member, { schema, path: at, run });
    if (next !== member || next === gone) isSame = false;
    if (next !== gone) setOwn(result, key, next);
  }
  return isSame ? value : result;
}

const gone = Symbol("gone");

function prunedMember(key: string, member: unknown, { schema, path, run }: Place): unknown {
  if (schema?.isEmbeddedResource === true && metaFields.has(key)) return prunedMeta(key, member, { path, run });
  const property = schema?.properties === undefined ? undefined : getOwn(schema.properties, key);
  const inner = (property as ValueSchema | undefined) ?? schema?.values;
  if (inner !== undefined) return pruned(member, { schema: inner, path, run });
  if (schema?.preservesUnknown === true) return member;
  run.fields.push(path);
  return gone;
}

/** What a resource says of itself. The metadata of the object itself are read elsewhere: here only their names count. */
function prunedMeta(key: string, member: unknown, { path, run }: Omit<Place, "schema">): unknown {
  const { ofMetadata, metadata } = run;
  if (path === "metadata") return pruned(member, { schema: metadataSchema, path, run: { ...run, fields: ofMetadata } });
  if (key !== "metadata") return path === key || typeof member === "string" ? member : gone;
  // One by one: a call takes only so many arguments.
  for (const field of metadata.unknownFields(member)) ofMetadata.push(`${path}.${field}`);
  return metadata.read(member);
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/** Anything: it is not for pruning to say what a value may be. */
const anything: ValueSchema = { ...valueSchema({}), preservesUnknown: true };

/** The names of what all objects say of themselves, in Kubernetes' order. */
export const metadataFields: readonly string[] = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
];

const metadataSchema: ValueSchema = {
  ...valueSchema({}),
  properties: Object.fromEntries(metadataFields.map((name) => [name, anything])),
};
