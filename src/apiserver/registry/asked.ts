import { namespaceCollection } from "./assert-namespace.ts";
import type { Reading } from "./body-reader.ts";
import type { ListOptions, Target, WriteOptions } from "./contract.ts";
import { protectedNamespaces } from "./defaults.ts";
import { StatusError } from "./errors.ts";
import { storeCollectionOf } from "./event-versions.ts";
import type { StoreRange } from "../storage/index.ts";
import type { Refusal } from "./read-document.ts";
import { strategyOf } from "./strategy.ts";
import type { WriteManner } from "./writer.ts";

/** What was asked for, and where warnings about it go. */
export interface Asked {
  readonly options: WriteOptions;
  readonly warnings: Set<string>;
}

/** How bodies of a request are read. */
export function readingOf({ fieldValidation }: WriteOptions, refuse: Refusal, warnings: Set<string>): Reading {
  return { fieldValidation, refuse, warn: (warning) => warnings.add(warning), sent: {} };
}

/** How the request wants to write. */
export function mannerOf({ isDryRun, fieldManager = "", rights }: WriteOptions, { warn, sent }: Reading): WriteManner {
  return { isDryRun, manager: fieldManager, warn, sent, rights };
}

/** Where the objects of a target are kept. Who selects those of one namespace looks nowhere else. */
export function rangeOf({ served, namespace }: Target, { fieldSelector }: ListOptions): StoreRange {
  const collection = storeCollectionOf(served);
  const only = namespace === "" ? (fieldSelector?.exactValueOf("metadata.namespace") ?? "") : namespace;
  return only === "" || served.resource.scope === "Cluster" ? { collection } : { collection, namespace: only };
}

/** Throws for what every server needs. */
export function assertDeletable({ served, name }: Target): void {
  if (served.collection !== namespaceCollection || !protectedNamespaces.includes(name)) return;
  throw StatusError.forbidden(served.resource, name, { because: "this namespace may not be deleted" });
}

/** Whether an update of what is not there makes it. */
export function createsOnUpdate({ served, subresource }: Target): boolean {
  return subresource === undefined && strategyOf(served).createsOnUpdate;
}
