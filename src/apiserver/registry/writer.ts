import type { Clock, Random } from "../../async/index.ts";
import { deepEqual } from "../../model/index.ts";
import type { ObjectMeta, StatusCause } from "../../model/index.ts";
import { withIdleTimes } from "../apply/index.ts";
import { rawEqual, stringifyRaw, withSharedTextsOf } from "../schema/index.ts";
import { StoreError } from "../storage/index.ts";
import type { Store, StoredObject, StoreKey } from "../storage/index.ts";
import { shownAs } from "./autoscaler-versions.ts";
import type { EventExpiry } from "./event-expiry.ts";
import { asKeptEvent, asNewerEvent, eventCollection, isNewerEvents, storeCollectionOf } from "./event-versions.ts";
import { checkMetadata, checkMetadataUpdate } from "./check-metadata.ts";
import { claimRightCauses, needsClaimRights } from "./claim-rights.ts";
import type { Rights, Target } from "./contract.ts";
import { maxObjectBytes, nameAttempts } from "./defaults.ts";
import { finalizersFor } from "./delete-options.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { decode, decodeTexts, encode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { withOwners } from "./field-owners.ts";
import type { FieldOwners } from "./field-owners.ts";
import { generationOf, withNextGeneration } from "./generation.ts";
import { isGoing, markGraceful } from "./graceful-delete.ts";
import { markTerminating } from "./kind-rules.ts";
import { keptBody } from "./kept-body.ts";
import type { GivenBody } from "./kept-body.ts";
import type { KindRules } from "./kind-rules.ts";
import { generateName } from "./names.ts";
import { assertPreconditions, assertVersion, subjectOf } from "./preconditions.ts";
import { asNewCount, causesOf } from "./object-causes.ts";
import { prepared } from "./prepared.ts";
import { prepareCreate } from "./prepare.ts";
import type { Treatment } from "./prepare.ts";
import { hasSentEmpty, quotingSent } from "./sent-values.ts";
import type { SentBody } from "./sent-values.ts";
import { assertSigner } from "./signer-rights.ts";
import { textCollections } from "./strategy.ts";
import { Timestamps, zeroTime } from "./timestamp.ts";
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
  /** What was sent, for refusals. */
  readonly sent?: SentBody | undefined;
  readonly rights?: Rights | undefined;
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
  readonly events: EventExpiry;
}

/** An object that there is. */
interface Found {
  readonly old: Document;
  readonly stored: StoredObject;
}

/** An object that was marked to go. */
interface Marked {
  readonly uid: string | undefined;
  readonly bytes: Uint8Array;
}

function notFound({ served, name }: Target): never {
  throw StatusError.notFound(served.resource, name);
}

/** What was sent for an object that there is. */
interface Sent extends Pick<WriteManner, "isDryRun" | "warn" | "sent" | "rights"> {
  readonly old: Document;
  readonly body: Document;
}

/** Makes, changes and removes objects, each by one commit; a lost race is run again on the newer object. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #times: Timestamps;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#times = new Timestamps(options.clock);
  }

  async create(target: Target, body: Document, manner: WriteManner = {}): Promise<Written> {
    const { namespace } = target;
    const { random } = this.#options;
    const document = this.#recorded(target, { body }, manner);
    const { name: given, generateName: base, resourceVersion: sentVersion } = document.metadata;
    const hasVersion = sentVersion !== undefined && sentVersion !== "0" && versionProblem(sentVersion) === undefined;
    const isGenerated = given === "" && base !== undefined;
    for (let attempt = 1; ; attempt++) {
      const treatment = this.#options.treatmentOf(target);
      const fixed = given === "" && treatment.strategy.namesItself ? random.uuid() : given;
      const name = isGenerated ? generateName(base, random) : fixed;
      const { made = unchanged, isDryRun, warn } = manner;
      const identity = { name, namespace, uid: random.uuid(), now: this.#times.now(), isDryRun, warn };
      const created = this.#stored(target, made(prepareCreate(document, identity, treatment)));
      const warnings: string[] = [];
      const own = causesOf(treatment.rules, created, { warn: (text) => warnings.push(text), sent: manner.sent });
      const causes = [
        ...checkMetadata(created.metadata, treatment.strategy),
        ...(own instanceof Promise ? await own : own),
      ];
      assertValid({ ...target, name }, causes, { ...manner, warnings });
      if (hasVersion && manner.isDryRun !== true) {
        throw StatusError.withoutReason("resourceVersion should not be set on objects to be created");
      }
      this.#options.admit(target, name);
      const put = { type: "put", key: keyOf({ ...target, name }), expected: 0, sentVersion } as const;
      const bytes = await this.#commit(put, treatment.rules.kept?.(created) ?? created, manner);
      if (bytes !== undefined) return { status: 201, current: created, bytes: showingEnd(document, bytes) };
      if (!isGenerated || attempt > nameAttempts) throw await this.#taken(target, name, base);
    }
  }

  /** Changes an object to what `next` makes of it. A conflict is for `next` to see: it is asked again with the newer object. */
  async update(target: Target, next: (old: Document) => Document, manner: WriteManner = {}): Promise<Written> {
    const { keepsTexts } = this.#options.treatmentOf(target).strategy;
    for (;;) {
      const { old, stored } = await this.#read(target);
      const shown = shownAs(old, target.served);
      const given = keepsTexts ? withSharedTextsOf(next(shown), shown) : next(shown);
      const body = this.#recorded(target, { body: given, old: { kept: old, shown } }, manner);
      const sent = await this.#next(target, { ...manner, old, body });
      const counted = this.#counted(target, { old, next: sent, sent: manner.sent });
      const made = withIdleTimes(manner.isDryRun === true ? counted : withoutLink(counted), old);
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
    let marked: Marked | undefined;
    for (;;) {
      const read = await this.#find(target);
      // Whoever else ended what was marked here: it is gone, whatever has its name now.
      if (marked !== undefined && read?.old.metadata.uid !== marked.uid)
        return { status: 200, current: undefined, bytes: marked.bytes };
      const { old, stored } = read ?? notFound(target);
      if (marked === undefined) assertPreconditions(target, old.metadata, options);
      const finalizers = finalizersFor(old.metadata, options, strategy);
      const { finalizers: _replaced, ...metadata } = old.metadata;
      const kept: Document = { ...old, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
      const grace = rules.grace?.(kept, options.gracePeriodSeconds);
      if (grace !== undefined && isGoing(old.metadata, grace))
        return { status: 200, current: old, bytes: stored.bytes };
      const next = this.#marked(kept, grace, rules);
      // Watchers see that what goes gracefully goes before it is gone, be there no time in between, and only once.
      if (grace === 0n && isDone(next.metadata) && manner.isDryRun !== true && !deepEqual(next, kept)) {
        const bytes = await this.#commit({ type: "put", key: keyOf(target), expected: stored.revision }, next, manner);
        if (bytes !== undefined) marked = { uid: next.metadata.uid, bytes };
        continue;
      }
      const written = await this.#replace(target, { old, stored, next, sent: false, manner });
      if (written !== undefined) return written;
    }
  }

  /** The object as it is while it goes. */
  #marked(document: Document, grace: bigint | undefined, { terminated = markTerminating }: KindRules): Document {
    const { clock } = this.#options;
    if (grace !== undefined) return markGraceful(document, grace, clock.now());
    return document.metadata.deletionTimestamp === undefined ? terminated(document, this.#times.now()) : document;
  }

  #recorded(target: Target, given: GivenBody, { manager, sent }: WriteManner): Document {
    const { part } = this.#options.treatmentOf(target);
    const by = manager === undefined ? undefined : { manager, time: this.#times.now() };
    return keptBody(target.served, given, { owners: this.#options.owners, part, by, sent });
  }

  /** The body of a write as the object that comes of it, or the reason why it cannot. */
  async #next(target: Target, { old, body, isDryRun, warn, sent, rights }: Sent): Promise<Document> {
    const { subresource } = target;
    const treatment = { ...this.#options.treatmentOf(target), isDryRun };
    assertVersion(target, body.metadata, { old: old.metadata, treatment });
    const next = this.#stored(target, prepared(subresource, body, { old, treatment }), old);
    const isGuarded = rights !== undefined && needsClaimRights(target);
    const unallowed = isGuarded ? await claimRightCauses({ next, old }, rights) : [];
    const warnings: string[] = [];
    const checking = causesOf(treatment.rules, next, { old, warn: (text) => warnings.push(text), sent });
    const own = checking instanceof Promise ? await checking : checking;
    const { first, again } = checkMetadataUpdate(
      { next: next.metadata, sent: body.metadata, old: old.metadata },
      treatment.strategy,
      subresource,
    );
    const count = again.length === 0 ? 0 : asNewCount(own, await causesOf(treatment.rules, next, { sent }));
    const causes = [...first, ...unallowed, ...own.slice(0, count), ...again, ...own.slice(count)];
    assertValid(target, causes, { warn, sent, warnings });
    if (rights !== undefined) await assertSigner(target, { next, old }, rights);
    return next;
  }

  /** The object with a generation of its own if something was sent empty that was not there, where the kind counts that. */
  #counted(
    target: Target,
    { old, next, sent }: { old: Document; next: Document; sent: SentBody | undefined },
  ): Document {
    const { countsEmpty } = this.#options.treatmentOf(target).strategy;
    if (countsEmpty.length === 0 || generationOf(next.metadata) !== generationOf(old.metadata)) return next;
    if (!hasSentEmpty(sent?.body, next, countsEmpty)) return next;
    return { ...next, metadata: withNextGeneration(next.metadata) };
  }

  /** `undefined` when the object was changed in between. */
  async #replace(target: Target, { old, stored, next, sent, manner }: Replacement): Promise<Written | undefined> {
    const { rules, strategy } = this.#options.treatmentOf(target);
    // What is read otherwise than it is kept is kept as it is read from now on.
    const before = rules.read === undefined ? old : decode(stored.bytes);
    if (isDone(next.metadata) && rules.isHeld?.(next) !== true) {
      // Watchers get the last state that was stored; who removed the last finalizer gets what was sent.
      const removal = { type: "delete", key: keyOf(target), expected: stored.revision } as const;
      // What goes gracefully was marked before, but not by who only tries.
      const isMarked = rules.grace === undefined || sent || manner.isDryRun !== true;
      const removed = await this.#commit(removal, isMarked ? before : next, manner);
      if (removed === undefined) return undefined;
      return {
        status: 200,
        current: undefined,
        bytes: sent ? encode(next, stored.revision, stringifyOf(target.served)) : removed,
      };
    }
    const kept = rules.kept?.(next) ?? next;
    if ((strategy.keepsTexts ? rawEqual : deepEqual)(kept, before))
      return { status: 200, current: old, bytes: stored.bytes };
    const put = { type: "put", key: keyOf(target), expected: stored.revision } as const;
    const bytes = await this.#commit(put, kept, manner);
    return bytes && { status: 200, current: next, bytes };
  }

  async #read(target: Target): Promise<Found> {
    return (await this.#find(target)) ?? notFound(target);
  }

  async #find(target: Target): Promise<Found | undefined> {
    const stored = await this.#options.store.get(keyOf(target));
    if (stored === undefined) return undefined;
    const { rules, texts } = this.#options.treatmentOf(target);
    const kept = texts === undefined ? decode(stored.bytes) : decodeTexts(stored.bytes, texts);
    const old = isNewerEvents(target.served) ? asNewerEvent(kept) : kept;
    return { old: rules.read?.(old) ?? old, stored };
  }

  /** The object as it was written, or would have been; `undefined` when it was changed in between. */
  async #commit(
    { sentVersion, ...commit }: WantedCommit,
    written: Document,
    { isDryRun = false, manager }: WriteManner,
  ): Promise<Uint8Array | undefined> {
    const isEvent = commit.key.collection === eventCollection;
    const document = isEvent ? asKeptEvent(written) : written;
    const stringify = stringifyOf(commit.key);
    if (isDryRun) {
      const { revision = 0 } = (await this.#options.store.get(commit.key)) ?? {};
      const told = revision === 0 ? sentVersion : revision;
      return revision === commit.expected ? encode(document, told, stringify) : undefined;
    }
    try {
      const stored = await this.#options.store.commit({
        ...commit,
        encode: (revision) => {
          const bytes = encode(document, revision, stringify);
          if (commit.type === "delete" || bytes.length <= maxObjectBytes) return bytes;
          // Who owns what is forgotten rather than the object refused, but not by those who rely on it.
          const smaller = manager === undefined ? bytes : encode(withOwners(document, []), revision, stringify);
          if (smaller.length > maxObjectBytes) throw StatusError.objectTooLarge();
          return smaller;
        },
      });
      if (isEvent) this.#options.events.follow(commit.type, stored);
      return stored.bytes;
    } catch (error) {
      if (StoreError.is(error, "SETPOINT_STORE_CONFLICT")) return undefined;
      throw error;
    }
  }

  /** Also whoever gives a name besides the beginning of one is told that none was found. */
  async #taken(target: Target, name: string, base?: string): Promise<StatusError> {
    const stored = await this.#options.store.get(keyOf({ ...target, name }));
    const isDeleting = stored !== undefined && decode(stored.bytes).metadata.deletionTimestamp !== undefined;
    const { resource } = target.served;
    return base === undefined
      ? StatusError.alreadyExists(resource, name, { isDeleting })
      : StatusError.nameNotGenerated(resource, name, { isDeleting });
  }

  /** The object as it is kept. */
  #stored(target: Target, document: Document, old?: Document): Document {
    const { rules } = this.#options.treatmentOf(target);
    const completed = rules.completed?.(document, old, this.#times.now()) ?? document;
    return { ...completed, apiVersion: this.#options.storedAs(target) };
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

/** Throws what is wrong with an object. Its writer is warned of what is merely odd only if nothing is. */
function assertValid(
  { served, name }: Target,
  causes: readonly StatusCause[],
  { warn, sent, warnings }: Pick<WriteManner, "warn" | "sent"> & { readonly warnings: readonly string[] },
): void {
  if (causes.length > 0) {
    throw StatusError.invalid(subjectOf(served.resource), name, quotingSent(causes, sent));
  }
  for (const text of warnings) warn?.(text);
}

function unchanged(created: Document): Document {
  return created;
}

/** A link to itself is never kept. What is only tried shows the one that was sent. */
function withoutLink(document: Document): Document {
  if (document.metadata.selfLink === undefined) return document;
  const { selfLink: _link, ...metadata } = document.metadata;
  return { ...document, metadata };
}

/** An object that was made with an end at the moment at which Go's time begins is shown with an end that is `null`. */
function showingEnd({ metadata }: Document, bytes: Uint8Array): Uint8Array {
  if (metadata.deletionTimestamp !== zeroTime) return bytes;
  const shown = decode(bytes);
  return encodeJson({ ...shown, metadata: { ...shown.metadata, deletionTimestamp: null } });
}

/** How the objects of a collection are written down. */
function stringifyOf({ collection }: { readonly collection: string }): (value: object) => string {
  return textCollections.has(collection) ? stringifyRaw : JSON.stringify;
}

function encodeJson(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Where the object of a target is kept. */
export function keyOf({ served, namespace, name }: Target): StoreKey {
  return { collection: storeCollectionOf(served), namespace, name };
}

function isDone({ deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && finalizers.length === 0;
}
