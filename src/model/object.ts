import type { OwnerReference } from "./owner-reference.ts";

/** What may stand in a Kubernetes document. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** What may stand in a Kubernetes document under a name. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Which fields a manager owns, as the server records them. */
export interface ManagedFieldsEntry {
  readonly apiVersion?: string | undefined;
  readonly fieldsType?: string | undefined;
  readonly fieldsV1?: JsonObject | undefined;
  readonly manager?: string | undefined;
  readonly operation?: string | undefined;
  readonly subresource?: string | undefined;
  readonly time?: string | undefined;
}

/** Metadata of an object that has a name. Everything but the name is set by the server or is optional. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly generateName?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
  readonly creationTimestamp?: string | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly managedFields?: readonly ManagedFieldsEntry[] | undefined;
  readonly selfLink?: string | undefined;
}

/** Metadata inside a template: the object made from it gets its name elsewhere. */
export type TemplateMeta = Partial<ObjectMeta>;

/** What every object of every kind has. Items of a list carry neither `apiVersion` nor `kind`. */
export interface KubeObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: ObjectMeta;
}

/** Metadata of a collection, or of one page of it. */
export interface ListMeta {
  readonly resourceVersion?: string | undefined;
  readonly continue?: string | undefined;
  readonly remainingItemCount?: number | undefined;
  readonly selfLink?: string | undefined;
}

/** One page, or the whole, of a collection. */
export interface KubeList<T extends KubeObject = KubeObject> {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: ListMeta;
  readonly items: readonly T[];
}
