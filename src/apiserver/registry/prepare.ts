import { deepEqual, getOwn } from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";
import { rawEqual } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Document } from "./document.ts";
import type { WrittenPart } from "./field-owners.ts";
import { withNextGeneration } from "./generation.ts";
import type { KindRules } from "./kind-rules.ts";
import type { Strategy } from "./strategy.ts";
import { zeroTime } from "./timestamp.ts";
import { valueAt, withValueAt } from "./value-at.ts";

/** What the server gives a new object. */
export interface Identity {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly now: string;
  /** The object is not kept. */
  readonly isDryRun?: boolean | undefined;
  /** Told what the writer should know of what the server does with the object. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** How a kind is treated: by data, and by rules of its own. */
export interface Treatment {
  readonly strategy: Strategy;
  readonly rules: KindRules;
  /** What a write of it writes. */
  readonly part: WrittenPart;
  /** By what stored objects are read, for kinds that keep values as texts. */
  readonly texts?: Schema | undefined;
  /** What comes of a write is not kept. */
  readonly isDryRun?: boolean | undefined;
}

/** A new object without what it may not bring along when it is sent to be made. What an update makes may. */
export function withoutSystemFields(body: Document): Document {
  const { uid: _uid, creationTimestamp: _made, selfLink: _link, ...rest } = body.metadata;
  const { deletionTimestamp: _end, deletionGracePeriodSeconds: _grace, ...metadata } = rest;
  return { ...body, metadata };
}

/** A new object: what the client may not set is the server's, `status` included. */
export function prepareCreate(document: Document, identity: Identity, { strategy, rules }: Treatment): Document {
  const { generateName, labels, annotations, ownerReferences, finalizers, managedFields } = document.metadata;
  const { generation: given, deletionTimestamp, deletionGracePeriodSeconds } = document.metadata;
  const { name, namespace, uid, now, isDryRun, warn } = identity;
  const selfLink = isDryRun === true ? document.metadata.selfLink : undefined;
  const metadata = defined<ObjectMeta>({
    name,
    generateName,
    namespace: namespace === "" ? undefined : namespace,
    selfLink,
    uid,
    generation: strategy.generation === "none" ? given : 1,
    creationTimestamp: now,
    deletionTimestamp: deletionTimestamp === zeroTime ? undefined : deletionTimestamp,
    deletionGracePeriodSeconds,
    labels,
    annotations,
    ownerReferences,
    finalizers,
    managedFields,
  });
  const created = { ...withInitialStatus(document, strategy), metadata };
  return rules.created?.(created, isDryRun, warn) ?? created;
}

function withInitialStatus(document: Document, { hasStatus, keepsStatusOnCreate, initialPhase }: Strategy): Document {
  if (!hasStatus || keepsStatusOnCreate) return document;
  const { status: _dropped, ...rest } = document;
  return initialPhase === undefined ? rest : { ...rest, status: { phase: initialPhase } };
}

/** The object after a write of the main resource: `status` and what the server owns stay. */
export function prepareUpdate(body: Document, old: Document, { strategy, rules, isDryRun }: Treatment): Document {
  const kept = { ...body, metadata: keptMetadata(body.metadata, old.metadata) };
  const written = strategy.hasStatus ? withMember(kept, "status", old) : kept;
  const next = rules.updated?.(written, old, isDryRun) ?? written;
  if (strategy.generation === "none" || !isNewGeneration(next, old, strategy)) return next;
  const { generation } = withNextGeneration(old.metadata);
  return { ...next, metadata: { ...next.metadata, generation } };
}

/** The object after a write of `status`: all else stays, but for the labels and annotations of some kinds. */
export function prepareStatus(body: Document, old: Document, { strategy }: Treatment): Document {
  const { managedFields, generateName } = body.metadata;
  const { managedFields: _before, ...kept } = old.metadata;
  const metadata = strategy.statusKeepsMetadata
    ? {
        ...kept,
        ...(strategy.statusIgnoresMetadata ? {} : { generateName }),
        ...defined({ managedFields }),
      }
    : { ...keptMetadata(body.metadata, old.metadata), ...keptMembers(old.metadata, strategy.statusKeeps) };
  return withMember({ ...old, metadata }, "status", body);
}

/** A namespace after a write of its own finalizers. */
export function prepareFinalize(body: Document, old: Document): Document {
  return withMember({ ...old, metadata: keptMetadata(body.metadata, old.metadata) }, "spec", body);
}

/** A request for a certificate after a decision about it: nothing but the conditions changes. */
export function prepareApproval(body: Document, old: Document): Document {
  const metadata = keptMetadata(body.metadata, old.metadata);
  const conditions = valueAt(body, ["status", "conditions"]);
  return withValueAt({ ...old, metadata }, ["status", "conditions"], conditions);
}

function withMember(document: Document, member: string, from: Document): Document {
  const { [member]: _replaced, ...rest } = document;
  const value = getOwn(from, member);
  return (value === undefined ? rest : { ...rest, [member]: value }) as Document;
}

function keptMetadata(next: ObjectMeta, old: ObjectMeta): ObjectMeta {
  const { name, namespace, uid, generation, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds } = old;
  const { generateName, selfLink, labels, annotations, ownerReferences, finalizers, managedFields } = next;
  return defined<ObjectMeta>({
    name,
    generateName,
    selfLink,
    namespace,
    uid,
    resourceVersion: old.resourceVersion,
    generation,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    labels,
    annotations,
    ownerReferences,
    finalizers,
    managedFields,
  });
}

/** The members as they are, also if they are not there. */
function keptMembers(old: ObjectMeta, names: readonly (keyof ObjectMeta)[]): Partial<ObjectMeta> {
  return Object.fromEntries(names.map((name) => [name, old[name]]));
}

function isNewGeneration(next: Document, old: Document, strategy: Strategy): boolean {
  const { generation, hasStatus, keepsTexts } = strategy;
  const without = (document: Document): object => {
    const { apiVersion: _version, kind: _kind, metadata: _metadata, status, ...desired } = document;
    return hasStatus ? desired : { ...desired, status };
  };
  if (!(keepsTexts ? rawEqual : deepEqual)(without(next), without(old))) return true;
  if (generation === "desired-and-labels") return !deepEqual(next.metadata.labels ?? {}, old.metadata.labels ?? {});
  return (
    generation === "desired-and-annotations" &&
    !deepEqual(next.metadata.annotations ?? {}, old.metadata.annotations ?? {})
  );
}

/** Without the members that are not there, which could not be told apart from those that are when keys are counted. */
function defined<T extends object>(members: T): T {
  const kept: Partial<T> = {};
  for (const name of Object.keys(members) as (keyof T)[]) if (members[name] !== undefined) kept[name] = members[name];
  return kept as T;
}
