import { getOwn } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";
import { isFields } from "./read-answer.ts";

/** A document that can be applied. */
export interface Manifest extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What others lean on, in the order in which it is needed. A namespace and a definition must be there before what is made in or from them. */
const first: readonly string[] = [
  "Namespace",
  "CustomResourceDefinition",
  "PriorityClass",
  "RuntimeClass",
  "StorageClass",
  "ResourceQuota",
  "LimitRange",
  "ServiceAccount",
  "Secret",
  "ConfigMap",
];

/** What could refuse all that is applied after it. */
const last: readonly string[] = [
  "APIService",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicyBinding",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
];

/** Where a kind stands among those that are applied together. Kinds that matter to no other share one place. */
export function applyRank(kind: string): number {
  const early = first.indexOf(kind);
  return early === -1 ? first.length + 1 + last.indexOf(kind) : early;
}

/** The documents, with each list replaced by its items. An item of a list of one kind gets what the list says of it. */
export function flattenLists(documents: Iterable<unknown>): readonly unknown[] {
  const flat: unknown[] = [];
  for (const document of documents) {
    const items = isFields(document) ? getOwn(document, "items") : undefined;
    const kind = isFields(document) ? getOwn(document, "kind") : undefined;
    if (!Array.isArray(items) || typeof kind !== "string" || !kind.endsWith("List")) flat.push(document);
    else for (const item of flattenLists(items)) flat.push(typedItem(item, document as object, kind));
  }
  return flat;
}

function typedItem(item: unknown, list: object, kind: string): unknown {
  if (kind === "List" || !isFields(item)) return item;
  return { apiVersion: getOwn(list, "apiVersion"), kind: kind.slice(0, -"List".length), ...item };
}

/** The document, if it says what it is and how it is called. */
export function checkManifest(document: unknown): Manifest {
  const metadata = isFields(document) ? getOwn(document, "metadata") : undefined;
  const required = isFields(document)
    ? { apiVersion: getOwn(document, "apiVersion"), kind: getOwn(document, "kind") }
    : { apiVersion: undefined, kind: undefined };
  const texts = { ...required, "metadata.name": isFields(metadata) ? getOwn(metadata, "name") : undefined };
  const missing = Object.entries(texts).find(([, text]) => typeof text !== "string" || text === "")?.[0];
  if (missing === undefined) return document as Manifest;
  const what = typeof texts.kind === "string" && texts.kind !== "" ? texts.kind : "a document";
  throw new InvalidRequestError(`apply ${what}: expected an object with ${missing}`);
}
