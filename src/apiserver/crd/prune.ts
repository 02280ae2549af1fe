import { getOwn, isExactInteger, setOwn } from "../../model/index.ts";
import { valueSchema } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** What is left of a value, and what was not. */
export interface Pruned<T> {
  readonly value: T;
  /** The paths of the fields that are gone: of the metadata of resources after all others, sorted. */
  readonly fields: readonly string[];
}

/** A value without the fields that its schema does not know. What stays as it was is shared with it. */
export function prune<T>(given: T, schema: ValueSchema): Pruned<T> {
  const fields: string[] = [];
  const ofMetadata: string[] = [];
  const value = pruned(given, { schema, path: "", fields, ofMetadata }) as T;
  return { value, fields: [...inOrder(fields), ...inOrder(ofMetadata)] };
}

function inOrder(fields: readonly string[]): readonly string[] {
  return fields.length < 2 ? fields : fields.toSorted((left, right) => (left < right ? -1 : 1));
}

interface Place {
  /** Absent: nothing is known of the value. */
  readonly schema: ValueSchema | undefined;
  readonly path: string;
  readonly fields: string[];
  readonly ofMetadata: string[];
}

function pruned(value: unknown, { schema, path, fields, ofMetadata }: Place): unknown {
  if (typeof value !== "object" || value === null || isExactInteger(value)) return value;
  if (Array.isArray(value)) {
    if (schema?.preservesUnknown === true && schema.items === undefined) return value;
    // Where unknown fields are kept, the items keep theirs as well.
    const items = schema?.preservesUnknown === true ? { ...schema.items, preservesUnknown: true } : schema?.items;
    const place = { schema: items as ValueSchema | undefined, fields, ofMetadata };
    const list = value.map((item: unknown, index) => pruned(item, { ...place, path: `${path}[${index}]` }));
    return list.every((item, index) => item === value[index]) ? value : list;
  }
  const result = {};
  let isSame = true;
  for (const key of Object.keys(value)) {
    const member = getOwn(value, key);
    const at = path === "" ? key : `${path}.${key}`;
    const next = prunedMember(key, member, { schema, path: at, fields, ofMetadata });
    if (next !== member || next === gone) isSame = false;
    if (next !== gone) setOwn(result, key, next);
  }
  return isSame ? value : result;
}

const gone = Symbol("gone");

function prunedMember(key: string, member: unknown, { schema, path, fields, ofMetadata }: Place): unknown {
  if (schema?.isEmbeddedResource === true && metaFields.has(key)) {
    return key === "metadata"
      ? pruned(member, { schema: metadataSchema, path, fields: ofMetadata, ofMetadata })
      : member;
  }
  const property = schema?.properties === undefined ? undefined : getOwn(schema.properties, key);
  const inner = (property as ValueSchema | undefined) ?? schema?.values;
  if (inner !== undefined) return pruned(member, { schema: inner, path, fields, ofMetadata });
  if (schema?.preservesUnknown === true) return member;
  fields.push(path);
  return gone;
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
