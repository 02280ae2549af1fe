import type { Clock, Random } from "../../async/index.ts";
import { deepEqual, formatApiVersion } from "../../model/index.ts";
import type { ObjectMeta, StatusCause } from "../../model/index.ts";
import { withIdleTimes } from "../apply/index.ts";
import { invalid } from "../crd/index.ts";
import { StoreError } from "../storage/index.ts";
import type { Store, StoredObject, StoreKey } from "../storage/index.ts";
import { keptAs, shownAs } from "./autoscaler-versions.ts";
import { checkMetadata, checkMetadataUpdate } from "./check-metadata.ts";
import type { Target } from "./contract.ts";
import { maxObjectBytes, nameAttempts } from "./defaults.ts";
import { finalizersFor } from "./delete-options.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { decode, encode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { partOf } from "./field-owners.ts";
import type { FieldOwners, WrittenBy } from "./field-owners.ts";
import { markGraceful } from "./graceful-delete.ts";
import { markTerminating } from "./kind-rules.ts";
import type { KindRules } from "./kind-rules.ts";
import { generateName } from "./names.ts";
import { withEphemeralContainers, withResources } from "./pod-spec-parts.ts";
import { prepareApproval, prepareCreate, prepareFinalize, prepareStatus, prepareUpdate } from "./prepare.ts";
import type { Treatment } from "./prepare.ts";
import { timestamp } from "./timestamp.ts";
import { versionProblem } from "./versions.ts";

/** What a write has done. */
export interface Written {
  readonly status: 200 | 201;
  /** The object as it is now, `undefined` when it is gone. */
  readonly current: Document | undefined;
  /** What to answer with. */
  readonly bytes: Uint8Array;
}

/** How something is written. */
export interface WriteManner {
  /** Nothing is committed. */
  readonly isDryRun?: boolean | undefined;
  /** Who owns what changes; absent when the body says already who owns what. */
  readonly manager?: string | undefined;
  /** What is added to a new object, which belongs to nobody. */
  readonly made?: ((created: Document) => Document) | undefined;
  /** Takes what the writer should know. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** What a writer works with. */
export interface WriterOptions {
  readonly store: Store;
  readonly owners: FieldOwners;
  readonly clock: Clock;
  readonly random: Random;
  /** The version in which the objects of a target are kept. */
  readonly storedAs: (target: Target) => string;
  readonly treatmentOf: (target: Target) => Treatment;
  /** Asked right before an object is made, in the same turn: throws when it may not be. */
  readonly admit: (target: Target, name: string) => void;
}

/** What is wrong with an object besides its metadata: at once if that can be told at once. */
function causesOf(
  { check, checkInTurns }: KindRules,
  next: Document,
  { old, warn }: { readonly old?: Document | undefined; readonly warn?: WriteManner["warn"] },
): readonly StatusCause[] | Promise<readonly StatusCause[]> {
  return checkInTurns?.(next, old, warn) ?? check?.(next, old, warn) ?? [];
}

/** What was sent for an object that there is. */
interface Sent extends Pick<WriteManner, "warn"> {
  readonly old: Document;
  readonly body: Document;
}

/** Makes, changes and removes objects, each by one commit; a lost race is run again on the newer object. */
export class Writer {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async create(target: Target, body: Document, manner: WriteManner = {}): Promise<Written> {
    const { served, namespace } = target;
    const { random } = this.#options;
    const document = this.#recorded(target, { body: withoutSystemFields(body) }, manner);
    const { name: given, generateName: base, resourceVersion: sentVersion } = document.metadata;
    const hasVersion = sentVersion !== undefined && sentVersion !== "0" && versionProblem(sentVersion) === undefined;
    const isGenerated = given === "" && base !== undefined;
    for (let attempt = 1; ; attempt++) {
      const treatment = this.#options.treatmentOf(target);
      const fixed = given === "" && treatment.strategy.namesItself ? random.uuid() : given;
      const name = isGenerated ? generateName(base, random) : fixed;
      const { made = unchanged, isDryRun } = manner;
      const identity = { name, namespace, uid: random.uuid(), now: timestamp(this.#options.clock), isDryRun };
      const created = this.#stored(target, made(prepareCreate(document, identity, treatment)));
      const own = causesOf(treatment.rules, created, { warn: manner.warn });
      const causes = [...checkMetadata(created.metadata, served), ...(own instanceof Promise ? await own : own)];
      if (causes.length > 0) throw StatusError.invalid(subjectOf(served.resource), name, causes);
      if (hasVersion && manner.isDryRun !== true) {
        throw StatusError.withoutReason("resourceVersion should not be set on objects to be created");
      }
      this.#options.admit(target, name);
      const put = { type: "put", key: keyOf({ ...target, name }), expected: 0, sentVersion } as const;
      const bytes = await this.#commit(put, created, manner);
      if (bytes !== undefined) return { status: 201, current: created, bytes };
      if (!isGenerated) throw await this.#taken(target, name);
      if (attempt > nameAttempts) throw StatusError.nameNotGenerated(served.resource, name);
    }
  }

  /** Changes an object to what `next` makes of it. A conflict is for `next` to see: it is asked again with the newer object. */
  async update(target: Target, next: (old: Document) => Document, manner: WriteManner = {}): Promise<Written> {
    for (;;) {
      const { old, stored } = await this.#read(target);
      const shown = shownAs(old, target.served);
      const body = this.#recorded(target, { body: next(shown), old: shown }, manner);
      const made = withIdleTimes(await this.#next(target, { old: shown, body, warn: manner.warn }), old);
      const written = await this.#replace(target, { old, stored, next: made, sent: true, manner });
      if (written !== undefined) return written;
    }
  }

  /** Changes an object to exactly what `next` makes of it: for what the server itself writes. Nothing is checked. */
  async replace(target: Target, next: (old: Document) => Document, manner: WriteManner = {}): Promise<Written> {
    for (;;) {
      const { old, stored } = await this.#read(target);
      const written = await this.#replace(target, { old, stored, next: next(old), sent: true, manner });
      if (written !== undefined) return written;
    }
  }

  /** Removes an object, or marks it so that it goes when its last finalizer does. */
  async delete(target: Target, options: DeleteOptions, manner: WriteManner = {}): Promise<Written> {
    const { strategy, rules } = this.#options.treatmentOf(target);
    for (;;) {
      const { old, stored } = await this.#read(target);
      assertPreconditions(target, old.metadata, options);
      const finalizers = finalizersFor(old.metadata, options, strategy);
      const { finalizers: _replaced, ...metadata } = old.metadata;
      const kept: Document = { ...old, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
      const grace = rules.grace?.(kept, options.gracePeriodSeconds);
      const next = this.#marked(kept, grace, rules);
      const written = await this.#replace(target, { old, stored, next, sent: false, manner });
      if (written !== undefined) return written;
    }
  }

  /** The object as it is while it goes. */
  #marked(document: Document, grace: number | undefined, { terminated = markTerminating }: KindRules): Document {
    const { clock } = this.#options;
    if (grace !== undefined) return markGraceful(document, grace, clock.now());
    return document.metadata.deletionTimestamp === undefined ? terminated(document, timestamp(clock)) : document;
  }

  #recorded(
    target: Target,
    { body, old }: { readonly body: Document; readonly old?: Document },
    { manager }: WriteManner,
  ): Document {
    if (manager === undefined) return body;
    const by: WrittenBy = { manager, time: timestamp(this.#options.clock) };
    const before = old && { ...old, apiVersion: formatApiVersion(target.served.resource) };
    return this.#options.owners.recorded(partOf(target), { before, body, by });
  }

  /** The body of a write as the object that comes of it, or the reason why it cannot. */
  async #next(target: Target, { old, body, warn }: Sent): Promise<Document> {
    const { served, name, subresource } = target;
    const treatment = this.#options.treatmentOf(target);
    assertVersion(target, body.metadata, { old: old.metadata, treatment });
    const next = this.#stored(target, prepared(subresource, body, { old, treatment }), old);
    const own = causesOf(treatment.rules, next, { old, warn });
    const causes = [
      ...checkMetadataUpdate({ next: next.metadata, sent: body.metadata, old: old.metadata }, served, subresource),
      ...(own instanceof Promise ? await own : own),
    ];
    if (causes.length > 0) throw StatusError.invalid(subjectOf(served.resource), name, causes);
    return next;
  }

  /** `undefined` when the object was changed in between. */
  async #replace(target: Target, { old, stored, next, sent, manner }: Replacement): Promise<Written | undefined> {
    const { rules } = this.#options.treatmentOf(target);
    if (isDone(next.metadata) && rules.isHeld?.(next) !== true) {
      // Watchers get the last state that was stored; who removed the last finalizer gets what was sent.
      const removal = { type: "delete", key: keyOf(target), expected: stored.revision } as const;
      // Only what goes gracefully shows in its last state that it does.
      const removed = await this.#commit(removal, rules.grace === undefined || sent ? old : next, manner);
      if (removed === undefined) return undefined;
      return { status: 200, current: undefined, bytes: sent ? encode(next, stored.revision) : removed };
    }
    // What is read otherwise than it is kept is kept as it is read from now on.
    const kept = rules.read === undefined ? old : decode(stored.bytes);
    if (deepEqual(next, kept)) return { status: 200, current: old, bytes: stored.bytes };
    const put = { type: "put", key: keyOf(target), expected: stored.revision } as const;
    const bytes = await this.#commit(put, next, manner);
    return bytes && { status: 200, current: next, bytes };
  }

  async #read(target: Target): Promise<{ readonly old: Document; readonly stored: StoredObject }> {
    const stored = await this.#options.store.get(keyOf(target));
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    const old = decode(stored.bytes);
    const { rules } = this.#options.treatmentOf(target);
    return { old: rules.read?.(old) ?? old, stored };
  }

  /** The object as it was written, or would have been; `undefined` when it was changed in between. */
  async #commit(
    { sentVersion, ...commit }: WantedCommit,
    document: Document,
    { isDryRun = false }: WriteManner,
  ): Promise<Uint8Array | undefined> {
    if (isDryRun) {
      const { revision = 0 } = (await this.#options.store.get(commit.key)) ?? {};
      const told = revision === 0 ? sentVersion : revision;
      return revision === commit.expected ? encode(document, told) : undefined;
    }
    try {
      const stored = await this.#options.store.commit({
        ...commit,
        encode: (revision) => {
          const bytes = encode(document, revision);
          if (commit.type === "put" && bytes.length > maxObjectBytes) throw StatusError.objectTooLarge();
          return bytes;
        },
      });
      return stored.bytes;
    } catch (error) {
      if (StoreError.is(error, "SETPOINT_STORE_CONFLICT")) return undefined;
      throw error;
    }
  }

  async #taken(target: Target, name: string): Promise<StatusError> {
    const stored = await this.#options.store.get(keyOf({ ...target, name }));
    const isDeleting = stored !== undefined && decode(stored.bytes).metadata.deletionTimestamp !== undefined;
    return StatusError.alreadyExists(target.served.resource, name, { isDeleting });
  }

  /** The object as it is kept. */
  #stored(target: Target, document: Document, old?: Document): Document {
    const { rules } = this.#options.treatmentOf(target);
    const kept = keptAs(rules.completed?.(document, old) ?? document, target.served);
    return { ...kept, apiVersion: this.#options.storedAs(target) };
  }
}

/** A change of the store that is wanted. */
interface WantedCommit {
  readonly type: "put" | "delete";
  readonly key: StoreKey;
  readonly expected: number;
  /** The version that a new object was sent with: a write that is only tried shows it. */
  readonly sentVersion?: string | undefined;
}

interface Replacement {
  readonly old: Document;
  readonly stored: StoredObject;
  readonly next: Document;
  /** Whether `next` was sent by the client, who then gets it back. */
  readonly sent: boolean;
  readonly manner: WriteManner;
}

/** What a refusal is about. Events are told as those of the first group, whichever they are written in. */
function subjectOf({ group, kind }: Target["served"]["resource"]): { readonly group: string; readonly kind: string } {
  return { group: group === "events.k8s.io" ? "" : group, kind };
}

function unchanged(created: Document): Document {
  return created;
}

/** What a new object may not bring along. */
function withoutSystemFields(body: Document): Document {
  const { uid: _uid, creationTimestamp: _made, selfLink: _link, ...rest } = body.metadata;
  const { deletionTimestamp: _end, deletionGracePeriodSeconds: _grace, ...metadata } = rest;
  return { ...body, metadata };
}

/** Where the object of a target is kept. */
export function keyOf({ served, namespace, name }: Target): StoreKey {
  return { collection: served.collection, namespace, name };
}

function isDone({ deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}

function prepared(
  subresource: string | undefined,
  body: Document,
  { old, treatment }: { readonly old: Document; readonly treatment: Treatment },
): Document {
  switch (subresource) {
    case "status":
      return prepareStatus(body, old, treatment);
    case "finalize":
      return prepareFinalize(body, old);
    case "approval":
      return prepareApproval(body, old);
    case "ephemeralcontainers":
      return prepareUpdate(withEphemeralContainers(body, old), old, treatment);
    case "resize":
      return prepareUpdate(withResources(body, old), old, treatment);
    default:
      return prepareUpdate(body, old, treatment);
  }
}

/** Throws unless the body was made from the object as it is, or the kind does not ask for that. */
function assertVersion(
  { served: { resource }, name }: Target,
  { resourceVersion = "0" }: ObjectMeta,
  { old, treatment }: { readonly old: ObjectMeta; readonly treatment: Treatment },
): void {
  const problem = versionProblem(resourceVersion);
  if (problem !== undefined) throw StatusError.withoutReason(problem);
  if (resourceVersion === "0") {
    if (treatment.strategy.allowsUnconditionalUpdate) return;
    const cause = invalid("metadata.resourceVersion", 0, "must be specified for an update");
    throw StatusError.invalid({ group: resource.group, kind: resource.plural }, name, [cause]);
  }
  if (resourceVersion !== old.resourceVersion) throw StatusError.conflict(resource, name);
}

function assertPreconditions(
  { served, name }: Target,
  { uid, resourceVersion }: ObjectMeta,
  options: DeleteOptions,
): void {
  const { preconditions = {} } = options;
  const { group, kind } = served.resource;
  const wrongUid = preconditions.uid !== undefined && preconditions.uid !== uid;
  const wrongVersion = preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion;
  if (wrongUid && served.collection === "/namespaces") {
    throw StatusError.conflict(served.resource, name, uidPrecondition(preconditions.uid ?? "", uid));
  }
  const subject = { group, kind, plural: kind };
  if (wrongUid) {
    const why = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid})`;
    throw StatusError.conflict(subject, name, `${why}. The object might have been deleted and then recreated`);
  }
  if (wrongVersion) {
    const why = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion})`;
    throw StatusError.conflict(subject, name, `${why}. The object might have been modified`);
  }
}

/** What is said when an object has another uid than a write believed. */
export function uidPrecondition(wanted: string, found = ""): string {
  return `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
}
