import type { Random } from "../../async/index.ts";
import { formatApiVersion } from "../../model/index.ts";
import type { Store } from "../storage/index.ts";
import { BodyReader } from "./body-reader.ts";
import type { Reading } from "./body-reader.ts";
import { ServedCatalog } from "./catalog.ts";
import type {
  Catalog,
  DeletedList,
  ListOptions,
  ObjectList,
  Patch,
  ReadOptions,
  ServedResource,
  Target,
  Verbs,
  WatchFrame,
  WatchOptions,
  WriteAnswer,
  WriteOptions,
} from "./contract.ts";
import { DefinitionCare } from "./definition-care.ts";
import { definitionRules } from "./definition-rules.ts";
import { Definitions } from "./definitions.ts";
import { readDeleteOptions, warnOfDependents } from "./delete-options.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { EventExpiry } from "./event-expiry.ts";
import type { EventExpiryOptions } from "./event-expiry.ts";
import { FieldOwners, isSameButOwners } from "./field-owners.ts";
import { innerMetadata } from "./inner-metadata.ts";
import { LazyRules } from "./lazy-rules.ts";
import { inPages } from "./list-options.ts";
import { assertOwnersTyped, checkRepeated, unconverted, withoutVersion } from "./applied-body.ts";
import { assertDeletable, createsOnUpdate, mannerOf, readingOf } from "./asked.ts";
import type { Asked } from "./asked.ts";
import { NamespaceGate } from "./assert-namespace.ts";
import { makeNamespaces } from "./make-namespaces.ts";
import { ObjectParts } from "./object-parts.ts";
import type { ScaleWrite } from "./object-parts.ts";
import { bindingKind } from "./part-resources.ts";
import { assertNotation, problemsOf } from "./patch-problems.ts";
import { assertApplied, patched, patchedInText } from "./patched.ts";
import { withoutSystemFields } from "./prepare.ts";
import { refusedBody, refusedPatch } from "./read-document.ts";
import { Reads } from "./reads.ts";
import { requestedBy } from "./requested-by.ts";
import { Schemas } from "./schemas.ts";
import { AddressNotes, addressCollection } from "./address-notes.ts";
import { ServiceAddresses, serviceCollection } from "./service-addresses.ts";
import { serviceRules } from "./service-rules.ts";
import { withoutRawTexts, withRawTextsOf } from "../schema/index.ts";
import { strategyOf } from "./strategy.ts";
import { assertSubresource } from "./subresources.ts";
import { timestamp } from "./timestamp.ts";
import { Treatments } from "./treatments.ts";
import { answerOf, deletedAnswer, isNotFound, withWarnings } from "./write-answers.ts";
import { uidOfNothing, wrongUid } from "./wrong-uid.ts";
import { Writer } from "./writer.ts";
import type { WriteManner, Written } from "./writer.ts";

/** What a registry works with. */
export interface RegistryOptions extends EventExpiryOptions {
  /** Borrowed: it outlives the registry. One registry at a time may use it. */
  readonly store: Store;
  readonly random: Random;
}

/** The verbs over a store, with the catalog of what is served. */
export class Registry implements Verbs, AsyncDisposable {
  readonly #options: RegistryOptions;
  readonly #catalog = new ServedCatalog();
  /** What reads the CEL rules of definitions. */
  readonly #celRules = new LazyRules();
  readonly #schemas = new Schemas((kind) => this.#catalog.customKind(kind)?.custom?.schema);
  readonly #schemaTools = { compiler: this.#celRules, metadata: innerMetadata(() => this.#schemas.metadata) };
  readonly #definitions = new Definitions(this.#catalog, this.#schemaTools);
  readonly #owners = new FieldOwners(this.#schemas);
  readonly #reader = new BodyReader({ schemas: this.#schemas, rulesOf: (served) => this.#treatments.rulesOf(served) });
  readonly #namespaces: NamespaceGate;
  readonly #treatments: Treatments;
  readonly #writer: Writer;
  readonly #addresses: ServiceAddresses;
  readonly #events: EventExpiry;
  readonly #parts: ObjectParts;
  readonly #care: DefinitionCare;
  readonly #reads: Reads;
  readonly #closed = new AbortController();

  private constructor(options: RegistryOptions) {
    this.#options = options;
    this.#namespaces = new NamespaceGate(options.store);
    const notes = new AddressNotes(this.#catalog, () => this.#writer);
    this.#addresses = new ServiceAddresses({ ...options, notes });
    this.#events = new EventExpiry(options);
    const rules = definitionRules(
      (name) => ({ others: this.#definitions.others(name), now: timestamp(options.clock) }),
      this.#schemaTools,
    );
    this.#treatments = new Treatments({
      schemas: this.#schemas,
      store: options.store,
      definitions: rules,
      services: serviceRules(this.#addresses),
    });
    this.#writer = new Writer({
      ...options,
      owners: this.#owners,
      storedAs: ({ served }) => this.#storedAs(served),
      treatmentOf: (target) => this.#treatments.of(target),
      admit: (target, name) => this.#admit(target, name),
      events: this.#events,
    });
    this.#parts = new ObjectParts({
      ...options,
      writer: this.#writer,
      reader: this.#reader,
      owners: this.#owners,
      schemas: this.#schemas,
      pods: this.#catalog.find("", "v1", "pods") as ServedResource,
      budgets: this.#catalog.find("policy", "v1", "poddisruptionbudgets") as ServedResource,
    });
    const [catalog, definitions, schemas] = [this.#catalog, this.#definitions, this.#schemas];
    this.#reads = new Reads({ ...options, schemas, definitions, parts: this.#parts, closed: this.#closed.signal });
    this.#care = new DefinitionCare({ store: options.store, writer: this.#writer, catalog, definitions });
  }

  /** A registry on a store, new or used: with the namespaces that every server has, and the definitions that the store holds. */
  static async open(options: RegistryOptions): Promise<Registry> {
    const registry = new Registry(options);
    await registry.#care.restore();
    if (registry.#definitions.haveRules()) await registry.#celRules.load();
    await makeNamespaces(registry, { ...options, catalog: registry.catalog });
    await registry.#events.adopt();
    return registry;
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  get(target: Target, options?: ReadOptions): Promise<Uint8Array> {
    return this.#reads.get(target, options);
  }

  list(target: Target, options: ListOptions): Promise<ObjectList> {
    return this.#reads.list(target, options);
  }

  watch(target: Target, options: WatchOptions): AsyncIterable<readonly WatchFrame[]> {
    return this.#reads.watch(target, options);
  }

  async create(target: Target, body: unknown, options: WriteOptions = {}): Promise<WriteAnswer> {
    return withWarnings((warnings) => this.#createFrom(target, body, { options, warnings }));
  }

  async #createFrom(target: Target, body: unknown, { options, warnings }: Asked): Promise<WriteAnswer> {
    const { text, repeated } = options;
    const reading = { ...readingOf(options, refusedBody(target.served), warnings), text, repeated };
    if (target.subresource !== undefined || target.served.collection === bindingKind.collection) {
      return this.#parts.create(target, body, { options, reading });
    }
    const document = this.#reader.read(target, body, reading);
    const manner = { ...mannerOf(options, reading), made: requestedBy(target, options.user) };
    return answerOf(target, await this.#create(target, withoutSystemFields(document), manner));
  }

  async update(target: Target, body: unknown, options: WriteOptions = {}): Promise<WriteAnswer> {
    return withWarnings((warnings) => this.#updateFrom(target, body, { options, warnings }));
  }

  async #updateFrom(target: Target, body: unknown, { options, warnings }: Asked): Promise<WriteAnswer> {
    assertSubresource(target.served, target.name, target.subresource);
    const { text, repeated, isDryRun } = options;
    const reading = { ...readingOf(options, refusedBody(target.served), warnings), text, repeated };
    if (target.subresource === "scale") {
      return this.#parts.writeScale(target, { type: "write", next: () => body }, { options, reading });
    }
    const { keepsTexts } = this.#treatments.of(target).strategy;
    // Protobuf brings values, not how they were written.
    const isTextless = keepsTexts && text === undefined && repeated === undefined;
    const document = this.#reader.readNamed(target, body, reading);
    const { uid } = document.metadata;
    const next = (old: Document): Document => {
      if (uid === undefined || uid === old.metadata.uid) return isTextless ? withRawTextsOf(document, old) : document;
      throw wrongUid(target, { wanted: uid, found: old.metadata.uid, isDryRun });
    };
    const manner = mannerOf(options, reading);
    try {
      return answerOf(target, await this.#update(target, next, manner));
    } catch (error) {
      if (!createsOnUpdate(target) || !isNotFound(error)) throw error;
      if (uid !== undefined) throw wrongUid(target, { wanted: uid, isDryRun });
      await options.admitCreate?.();
      return answerOf(target, await this.#create(target, withoutVersion(document), manner));
    }
  }

  async patch(target: Target, patch: Patch, options: WriteOptions = {}): Promise<WriteAnswer> {
    return withWarnings((warnings) => this.#patchFrom(target, patch, { options, warnings }));
  }

  async #patchFrom(target: Target, patch: Patch, { options, warnings }: Asked): Promise<WriteAnswer> {
    const { served, name, subresource } = target;
    assertSubresource(served, name, subresource);
    const reading = readingOf(options, refusedPatch(), warnings);
    if (subresource === "scale") return this.#patchScale(target, patch, { options, reading, isPatch: true });
    if (patch.type === "apply") {
      return answerOf(target, await this.#apply(target, patch, { options, reading }));
    }
    const kind = { apiVersion: formatApiVersion(served.resource), kind: served.resource.kind };
    const schema = this.#schemas.schemaOf(kind) ?? {};
    const { keepsTexts } = this.#treatments.of(target).strategy;
    const next = (old: Document): Document => {
      if (!served.isCustom) assertNotation(patch, options.text, { schema, refuse: reading.refuse });
      const isConverted = patch.type === "strategic";
      const live = { ...(isConverted && keepsTexts ? withoutRawTexts(old) : old), ...kind };
      const isInText = keepsTexts && patch.type === "json" && options.text !== undefined;
      const made = isInText ? patchedInText(live, options.text, schema) : patched(live, patch, schema);
      const how = { ...reading, isPatch: true, isConverted, patchProblems: problemsOf(patch, options) };
      return this.#reader.readNamed(target, made, how);
    };
    return answerOf(target, await this.#update(target, next, mannerOf(options, reading)));
  }

  async delete(target: Target, options: unknown): Promise<WriteAnswer> {
    return withWarnings((warnings) => this.#deleteOne(target, options, warnings));
  }

  async #deleteOne(target: Target, options: unknown, warnings: Set<string>): Promise<WriteAnswer> {
    const read = readDeleteOptions(options, this.#schemas.deleteOptions);
    assertDeletable(target);
    const { served, name } = target;
    const manner = { isDryRun: (read.dryRun ?? []).length > 0 };
    warnOfDependents(this.#treatments.rulesOf(served), read, warnings);
    const written = await this.#run(target, () => this.#writer.delete(target, read, manner), manner);
    const answer = answerOf(target, written);
    if (written.current !== undefined) return read.orphanDependents === false ? { ...answer, status: 202 } : answer;
    return strategyOf(served).returnsDeleted ? answer : deletedAnswer(served, name, decode(answer.bytes).metadata.uid);
  }

  /** Deletes one by one: those that are gone already are passed over, and the first that cannot be deleted ends it. */
  async deleteCollection(target: Target, options: unknown, which: ListOptions): Promise<DeletedList> {
    const { served } = target;
    if (!served.resource.verbs.includes("deletecollection")) throw StatusError.methodNotAllowed();
    const read = readDeleteOptions(options, this.#schemas.deleteOptions);
    return withWarnings(async (warnings) => {
      // Whoever asks for what no list can be is told only that.
      this.#reads.filterOf(served, which);
      warnOfDependents(this.#treatments.rulesOf(served), read, warnings);
      const found = await this.list(target, inPages(which));
      for (const item of found.items) {
        const { name, namespace = "" } = decode(item).metadata;
        try {
          await this.#deleteOne({ served, namespace, name }, options, warnings);
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      }
      return { list: found };
    });
  }

  /** Ends the watches. Idempotent; the store stays as it is. */
  async close(): Promise<void> {
    this.#events.close();
    this.#closed.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #create(target: Target, document: Document, manner: WriteManner): Promise<Written> {
    const { name } = document.metadata;
    await this.#namespaces.assertOpen(target, name);
    // Who may not make it at all is not told what else is wrong with it.
    this.#admit(target, name);
    return await this.#run(target, () => this.#writer.create(target, document, manner), manner);
  }

  #update(target: Target, next: (old: Document) => Document, manner: WriteManner): Promise<Written> {
    return this.#run(target, () => this.#writer.update(target, next, manner), manner);
  }

  /** Runs a write that makes or changes an object, and what has to be around it. */
  #run(target: Target, write: () => Promise<Written>, manner: WriteManner): Promise<Written> {
    const { collection } = target.served;
    if (collection === serviceCollection || collection === addressCollection) return this.#addresses.run(write, manner);
    return this.#care.run(target, () => this.#celRules.run(write), manner);
  }

  #patchScale(target: Target, patch: Patch, how: ScaleWrite): Promise<WriteAnswer> {
    const { value, isForced = false } = patch;
    if (patch.type === "apply") {
      assertApplied(value);
      return this.#parts.writeScale(target, { type: "apply", applied: value, isForced }, how);
    }
    const schema = this.#schemas.schemaOf({ apiVersion: "autoscaling/v1", kind: "Scale" }) ?? {};
    const isConverted = patch.type === "strategic";
    const reading = { ...how.reading, isConverted, patchProblems: problemsOf(patch, how.options) };
    const next = (live: Document): unknown => {
      assertNotation(patch, how.options.text, { schema, refuse: reading.refuse });
      return patched(live, patch, schema);
    };
    return this.#parts.writeScale(target, { type: "write", next }, { ...how, reading });
  }

  /** Changes what is there, or makes it; who loses a race starts anew. */
  async #apply(
    target: Target,
    { value, isForced = false }: Patch,
    { options, reading }: { readonly options: WriteOptions; readonly reading: Reading },
  ): Promise<Written> {
    assertApplied(value);
    const { served, name, subresource } = target;
    const apiVersion = formatApiVersion(served.resource);
    const by = { manager: options.fieldManager ?? "", time: timestamp(this.#options.clock) };
    const { part, strategy } = this.#treatments.of(target);
    const merged = (old?: Document): Document => {
      const live = old && { ...(strategy.keepsTexts ? withoutRawTexts(old) : old), apiVersion };
      const applied = this.#owners.applied(part, { live, applied: value, isForced, by });
      assertOwnersTyped(value, served, this.#schemas.bodySchemaOf(served, apiVersion));
      checkRepeated(options, reading.warn);
      const converted = served.isCustom ? {} : { isConverted: true, refuse: unconverted(value, served) };
      const document = this.#reader.readNamed(target, applied, { ...reading, isApplied: true, ...converted });
      return strategy.keepsTexts && isSameButOwners(applied, live) ? withRawTextsOf(document, old) : document;
    };
    const manner = { ...mannerOf(options, reading), manager: undefined, made: requestedBy(target, options.user) };
    for (;;) {
      try {
        return await this.#update(target, merged, manner);
      } catch (error) {
        if (subresource !== undefined || !isNotFound(error)) throw error;
      }
      const document = merged();
      const { uid } = document.metadata;
      if (uid !== undefined) throw StatusError.conflict(served.resource, name, uidOfNothing(uid));
      await options.admitCreate?.();
      try {
        return await this.#create(target, withoutVersion(document), manner);
      } catch (error) {
        if (!StatusError.is(error) || error.status.reason !== "AlreadyExists") throw error;
      }
    }
  }

  /** The definition may have gone, or come back as another one, since the resource was found. */
  #admit({ served: { resource, isCustom } }: Target, name: string): void {
    if (!isCustom) return;
    const current = this.#catalog.find(resource.group, resource.version, resource.plural);
    if (current?.resource.scope !== resource.scope) throw StatusError.noSuchResource();
    this.#definitions.assertOpen(resource, name);
  }

  #storedAs(served: ServedResource): string {
    const { group, plural } = served.resource;
    const stored = served.isCustom ? this.#definitions.storedOf(`${plural}.${group}`) : undefined;
    return formatApiVersion({ group, version: stored?.resource.version ?? this.#catalog.storageVersionOf(served) });
  }
}
