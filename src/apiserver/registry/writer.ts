import type { Clock, Random } from "../../async/index.ts";
import { deepEqual } from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";
import { invalid } from "../crd/index.ts";
import { StoreError } from "../storage/index.ts";
import type { Store, StoredObject, StoreKey } from "../storage/index.ts";
import { checkMetadata, checkMetadataUpdate } from "./check-metadata.ts";
import type { Target } from "./contract.ts";
import { maxObjectBytes, nameAttempts } from "./defaults.ts";
import { finalizersFor } from "./delete-options.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { decode, encode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { markTerminating } from "./kind-rules.ts";
import { generateName } from "./names.ts";
import { prepareCreate, prepareFinalize, prepareStatus, prepareUpdate } from "./prepare.ts";
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

/** What a writer works with. */
export interface WriterOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The version in which the objects of a target are kept. */
  readonly storedAs: (target: Target) => string;
  readonly treatmentOf: (target: Target) => Treatment;
  /** Asked right before an object is made, in the same turn: throws when it may not be. */
  readonly admit: (target: Target, name: string) => void;
}

/** Makes, changes and removes objects, each by one commit; a lost race is run again on the newer object. */
export class Writer {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async create(target: Target, document: Document): Promise<Written> {
    const { served, namespace } = target;
    const { random } = this.#options;
    const { name: given, generateName: base, resourceVersion = "0" } = document.metadata;
    const isGenerated = given === "" && base !== undefined;
    for (let attempt = 1; ; attempt++) {
      const name = isGenerated ? generateName(base, random) : given;
      const identity = { name, namespace, uid: random.uuid(), now: timestamp(this.#options.clock) };
      const treatment = this.#options.treatmentOf(target);
      const created = this.#stored(target, prepareCreate(document, identity, treatment));
      const causes = [
        ...checkMetadata(created.metadata, served),
        ...(treatment.rules.check?.(created, undefined) ?? []),
      ];
      if (causes.length > 0) throw StatusError.invalid(served.resource, name, causes);
      if (resourceVersion !== "0" && versionProblem(resourceVersion) === undefined) {
        throw StatusError.withoutReason("resourceVersion should not be set on objects to be created");
      }
      this.#options.admit(target, name);
      const stored = await this.#put({ ...target, name }, created, 0);
      if (stored !== undefined) return { status: 201, current: created, bytes: stored.bytes };
      if (!isGenerated) throw await this.#taken(target, name);
      if (attempt > nameAttempts) throw StatusError.nameNotGenerated(served.resource, name);
    }
  }

  /** Changes an object to what `next` makes of it. A conflict is for `next` to see: it is asked again with the newer object. */
  async update(target: Target, next: (old: Document) => Document): Promise<Written> {
    for (;;) {
      const { old, stored } = await this.#read(target);
      const written = await this.#replace(target, {
        old,
        stored,
        next: this.#next(target, old, next(old)),
        sent: true,
      });
      if (written !== undefined) return written;
    }
  }

  /** Removes an object, or marks it so that it goes when its last finalizer does. */
  async delete(target: Target, options: DeleteOptions): Promise<Written> {
    const { strategy, rules } = this.#options.treatmentOf(target);
    for (;;) {
      const { old, stored } = await this.#read(target);
      assertPreconditions(target, old.metadata, options);
      const finalizers = finalizersFor(old.metadata, options, strategy);
      const { finalizers: _replaced, ...metadata } = old.metadata;
      const kept: Document = { ...old, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
      const isMarked = old.metadata.deletionTimestamp !== undefined;
      const mark = rules.terminated ?? markTerminating;
      const next = isMarked ? kept : mark(kept, timestamp(this.#options.clock));
      const written = await this.#replace(target, { old, stored, next, sent: false });
      if (written !== undefined) return written;
    }
  }

  /** The body of a write as the object that comes of it, or the reason why it cannot. */
  #next(target: Target, old: Document, body: Document): Document {
    const { served, name, subresource } = target;
    const treatment = this.#options.treatmentOf(target);
    assertVersion(target, body.metadata, { old: old.metadata, treatment });
    const next = this.#stored(target, prepared(subresource, body, { old, treatment }), old);
    const causes = [
      ...checkMetadata(next.metadata, served),
      ...checkMetadataUpdate(body.metadata, old.metadata),
      ...(treatment.rules.check?.(next, old) ?? []),
    ];
    if (causes.length > 0) throw StatusError.invalid(served.resource, name, causes);
    return next;
  }

  /** `undefined` when the object was changed in between. */
  async #replace(target: Target, { old, stored, next, sent }: Replacement): Promise<Written | undefined> {
    const { rules } = this.#options.treatmentOf(target);
    if (isDone(next.metadata) && rules.isHeld?.(next) !== true) {
      // Watchers get the last state that was stored; who removed the last finalizer gets what was sent.
      const removed = await this.#commit({ type: "delete", key: keyOf(target), expected: stored.revision }, old);
      return (
        removed && { status: 200, current: undefined, bytes: sent ? encode(next, stored.revision) : removed.bytes }
      );
    }
    if (deepEqual(next, old)) return { status: 200, current: old, bytes: stored.bytes };
    const put = await this.#put(target, next, stored.revision);
    return put && { status: 200, current: next, bytes: put.bytes };
  }

  async #read(target: Target): Promise<{ readonly old: Document; readonly stored: StoredObject }> {
    const stored = await this.#options.store.get(keyOf(target));
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    return { old: decode(stored.bytes), stored };
  }

  #put(target: Target, document: Document, expected: number): Promise<StoredObject | undefined> {
    return this.#commit({ type: "put", key: keyOf(target), expected }, document);
  }

  async #commit(
    commit: { readonly type: "put" | "delete"; readonly key: StoreKey; readonly expected: number },
    document: Document,
  ): Promise<StoredObject | undefined> {
    try {
      return await this.#options.store.commit({
        ...commit,
        encode: (revision) => {
          const bytes = encode(document, revision);
          if (commit.type === "put" && bytes.length > maxObjectBytes) throw StatusError.objectTooLarge();
          return bytes;
        },
      });
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
    return { ...(rules.completed?.(document, old) ?? document), apiVersion: this.#options.storedAs(target) };
  }
}

interface Replacement {
  readonly old: Document;
  readonly stored: StoredObject;
  readonly next: Document;
  /** Whether `next` was sent by the client, who then gets it back. */
  readonly sent: boolean;
}

/** Where the object of a target is kept. */
export function keyOf({ served, namespace, name }: Target): StoreKey {
  return { collection: served.collection, namespace, name };
}

function isDone({ deletionTimestamp, finalizers = [] }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined && finalizers.length === 0;
}

function prepared(
  subresource: string | undefined,
  body: Document,
  { old, treatment }: { readonly old: Document; readonly treatment: Treatment },
): Document {
  if (subresource === "status") return prepareStatus(body, old, treatment);
  return subresource === "finalize" ? prepareFinalize(body, old) : prepareUpdate(body, old, treatment);
}

/** Throws unless the body was made from the object as it is, or the kind does not ask for that. */
function assertVersion(
  { served: { resource }, name }: Target,
  { resourceVersion = "0" }: ObjectMeta,
  { old, treatment }: { readonly old: ObjectMeta; readonly treatment: Treatment },
): void {
  const problem = versionProblem(resourceVersion);
  if (problem !== undefined) throw StatusError.badRequest(problem);
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
