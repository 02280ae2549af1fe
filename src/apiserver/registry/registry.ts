import type { Clock, Random } from "../../async/index.ts";
import { applyMergePatch, formatApiVersion } from "../../model/index.ts";
import type { Store } from "../storage/index.ts";
import { ServedCatalog } from "./catalog.ts";
import type {
  Catalog,
  ListOptions,
  ObjectList,
  ServedResource,
  Target,
  Verbs,
  WatchFrame,
  WatchOptions,
  WriteAnswer,
} from "./contract.ts";
import { bootstrapNamespaces, protectedNamespaces } from "./defaults.ts";
import { DefinitionCare, definitionCollection } from "./definition-care.ts";
import { definitionRules } from "./definition-rules.ts";
import { Definitions } from "./definitions.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { decode, inVersion } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import type { KindRules } from "./kind-rules.ts";
import { assertListOptions, assertWatchOptions } from "./list-options.ts";
import { listObjects } from "./list.ts";
import { isTerminating, namespaceRules } from "./namespace-rules.ts";
import { readDocument, refusedBody, refusedPatch } from "./read-document.ts";
import type { Refusal } from "./read-document.ts";
import { Selection } from "./selection.ts";
import { strategyOf } from "./strategy.ts";
import { assertSubresource } from "./subresources.ts";
import { timestamp } from "./timestamp.ts";
import { assertReached, readVersion } from "./versions.ts";
import { watchFrames } from "./watch.ts";
import { keyOf, uidPrecondition, Writer } from "./writer.ts";
import type { Written } from "./writer.ts";

/** What a registry works with. */
export interface RegistryOptions {
  /** Borrowed: it outlives the registry. One registry at a time may use it. */
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
}

const namespaceCollection = "/namespaces";

/** The verbs over a store, with the catalog of what is served. */
export class Registry implements Verbs, AsyncDisposable {
  readonly #options: RegistryOptions;
  readonly #catalog = new ServedCatalog();
  readonly #definitions = new Definitions(this.#catalog);
  readonly #definitionRules: KindRules;
  readonly #writer: Writer;
  readonly #care: DefinitionCare;
  readonly #selection = new Selection();
  readonly #closed = new AbortController();

  private constructor(options: RegistryOptions) {
    this.#options = options;
    this.#definitionRules = definitionRules((name) => ({
      others: this.#definitions.others(name),
      now: timestamp(options.clock),
    }));
    this.#writer = new Writer({
      ...options,
      storedAs: ({ served }) => this.#storedAs(served),
      treatmentOf: ({ served }) => ({ strategy: strategyOf(served), rules: this.#rulesOf(served) }),
      admit: (target, name) => this.#admit(target, name),
    });
    const [catalog, definitions] = [this.#catalog, this.#definitions];
    this.#care = new DefinitionCare({ store: options.store, writer: this.#writer, catalog, definitions });
  }

  /** A registry on a store, new or used: with the namespaces that every server has, and the definitions that the store holds. */
  static async open(options: RegistryOptions): Promise<Registry> {
    const registry = new Registry(options);
    await registry.#care.restore();
    await registry.#bootstrap();
    return registry;
  }

  get catalog(): Catalog {
    return this.#catalog;
  }

  async get(
    target: Target,
    { resourceVersion }: { readonly resourceVersion?: string | undefined } = {},
  ): Promise<Uint8Array> {
    const version = readVersion(resourceVersion);
    assertSubresource(target.served, target.name, target.subresource);
    const stored = await this.#options.store.get(keyOf(target));
    assertReached(version, this.#options.store.revision);
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    return inVersion(stored.bytes, formatApiVersion(target.served.resource));
  }

  async list(target: Target, options: ListOptions): Promise<ObjectList> {
    assertListOptions(options);
    const { served } = target;
    const filter = this.#selection.filterFor(served, options);
    return listObjects({ store: this.#options.store, served, range: rangeOf(target), filter, options });
  }

  /** Throws at once, not in the iteration, when the options are refused. "From now" is the time of the call, not of the first read. */
  watch(target: Target, options: WatchOptions): AsyncIterable<readonly WatchFrame[]> {
    assertWatchOptions(options);
    return watchFrames({
      ...this.#options,
      served: target.served,
      range: rangeOf(target),
      filter: this.#selection.filterFor(target.served, options),
      now: this.#options.store.revision,
      version: readVersion(options.resourceVersion),
      options,
      ended: [options.ending, this.#closed.signal, this.#definitions.endOf(target.served.resource)],
    });
  }

  async create(target: Target, body: unknown): Promise<WriteAnswer> {
    const document = this.#read(target, body, refusedBody(target.served));
    return this.#answer(target, await this.#create(target, document));
  }

  async update(target: Target, body: unknown): Promise<WriteAnswer> {
    assertSubresource(target.served, target.name, target.subresource);
    const document = this.#readNamed(target, body, refusedBody(target.served));
    const { uid } = document.metadata;
    const next = (old: Document): Document => {
      if (uid === undefined || uid === old.metadata.uid) return document;
      throw StatusError.conflict(target.served.resource, target.name, uidPrecondition(uid, old.metadata.uid));
    };
    try {
      return this.#answer(target, await this.#care.run(target, () => this.#writer.update(target, next)));
    } catch (error) {
      if (!this.#createsOnUpdate(target) || !isNotFound(error)) throw error;
      if (uid !== undefined) throw StatusError.conflict(target.served.resource, target.name, uidPrecondition(uid));
      const { resourceVersion: _stale, ...metadata } = document.metadata;
      return this.#answer(target, await this.#create(target, { ...document, metadata }));
    }
  }

  async mergePatch(target: Target, patch: unknown): Promise<WriteAnswer> {
    assertSubresource(target.served, target.name, target.subresource);
    if (typeof patch !== "object" || patch === null || Array.isArray(patch)) {
      throw StatusError.badRequest("error decoding patch: expected a JSON object");
    }
    const apiVersion = formatApiVersion(target.served.resource);
    const next = (old: Document): Document => {
      const patched = applyMergePatch({ ...old, apiVersion }, patch);
      return this.#readNamed(target, patched, refusedPatch());
    };
    return this.#answer(target, await this.#care.run(target, () => this.#writer.update(target, next)));
  }

  async delete(target: Target, options: unknown): Promise<WriteAnswer> {
    const read = readDeleteOptions(options);
    assertDeletable(target);
    const { served, name } = target;
    const written = await this.#care.run(target, () => this.#writer.delete(target, read));
    const answer = this.#answer(target, written);
    if (written.current !== undefined) return read.orphanDependents === false ? { ...answer, status: 202 } : answer;
    return strategyOf(served).returnsDeleted ? answer : deletedAnswer(served, name, decode(answer.bytes).metadata.uid);
  }

  /** Deletes one by one: those that are gone already are passed over, and the first that cannot be deleted ends it. */
  async deleteCollection(target: Target, options: unknown, which: ListOptions): Promise<WriteAnswer> {
    const { served } = target;
    if (!served.resource.verbs.includes("deletecollection")) throw StatusError.methodNotAllowed();
    readDeleteOptions(options);
    const { resourceVersion, items } = await this.list(target, which);
    for (const item of items) {
      const { name, namespace = "" } = decode(item).metadata;
      try {
        await this.delete({ served, namespace, name }, options);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    const { kind } = served.resource;
    const list = { kind: `${kind}List`, apiVersion: formatApiVersion(served.resource), metadata: { resourceVersion } };
    return { status: 200, bytes: json({ ...list, items: items.map(decode) }) };
  }

  /** Ends the watches. Idempotent; the store stays as it is. */
  async close(): Promise<void> {
    this.#closed.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #bootstrap(): Promise<void> {
    const served = this.#catalog.find("", "v1", "namespaces") as ServedResource;
    for (const name of bootstrapNamespaces) {
      if ((await this.#options.store.get({ collection: namespaceCollection, namespace: "", name })) !== undefined)
        continue;
      await this.create({ served, namespace: "", name: "" }, { metadata: { name } });
    }
  }

  async #create(target: Target, document: Document): Promise<Written> {
    await this.#assertNamespace(target, document.metadata.name);
    return await this.#care.run(target, () => this.#writer.create(target, document));
  }

  /** A body whose namespace is that of the request. */
  #read({ served, namespace }: Target, body: unknown, refuse: Refusal): Document {
    const document = readDocument(served, body, refuse);
    const problem = this.#rulesOf(served).typeProblem?.(document);
    if (problem !== undefined) throw refuse(problem);
    const { namespace: given = namespace } = document.metadata;
    if (served.resource.scope === "Cluster" || given === namespace) return document;
    const what = "the namespace of the provided object";
    throw StatusError.badRequest(`${what} does not match the namespace sent on the request`);
  }

  /** A body whose name, too, is that of the request. */
  #readNamed(target: Target, body: unknown, refuse: Refusal): Document {
    const document = this.#read(target, body, refuse);
    const { name } = document.metadata;
    if (name === target.name) return document;
    throw StatusError.badRequest(
      name === ""
        ? `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`
        : `the name of the object (${name}) does not match the name on the URL (${target.name})`,
    );
  }

  async #assertNamespace({ served, namespace }: Target, name: string): Promise<void> {
    if (served.resource.scope === "Cluster") return;
    const found = await this.#options.store.get({ collection: namespaceCollection, namespace: "", name: namespace });
    if (found === undefined)
      throw StatusError.notFound({ group: "", plural: "namespaces", kind: "Namespace" }, namespace);
    if (!isTerminating(decode(found.bytes))) return;
    throw StatusError.forbidden(served.resource, name, {
      because: `unable to create new content in namespace ${namespace} because it is being terminated`,
      causes: [
        {
          reason: "NamespaceTerminating",
          message: `namespace ${namespace} is being terminated`,
          field: "metadata.namespace",
        },
      ],
    });
  }

  /** The definition may have gone, or come back as another one, since the resource was found. */
  #admit({ served: { resource, isCustom } }: Target, name: string): void {
    if (!isCustom) return;
    const current = this.#catalog.find(resource.group, resource.version, resource.plural);
    if (current?.resource.scope !== resource.scope) throw StatusError.noSuchResource();
    if (!this.#definitions.isTerminating(resource)) return;
    const because = "create not allowed while custom resource definition is terminating";
    throw StatusError.forbidden(resource, name, { because });
  }

  #createsOnUpdate({ served, subresource }: Target): boolean {
    return subresource === undefined && strategyOf(served).createsOnUpdate;
  }

  #rulesOf({ collection }: ServedResource): KindRules {
    if (collection === namespaceCollection) return namespaceRules;
    return collection === definitionCollection ? this.#definitionRules : {};
  }

  #storedAs(served: ServedResource): string {
    const { group, plural } = served.resource;
    const stored = served.isCustom ? this.#definitions.storedOf(`${plural}.${group}`) : undefined;
    return formatApiVersion({ group, version: stored?.resource.version ?? this.#catalog.storageVersionOf(served) });
  }

  #answer({ served }: Target, { status, bytes }: Written): WriteAnswer {
    return { status, bytes: inVersion(bytes, formatApiVersion(served.resource)) };
  }
}

function rangeOf({ served, namespace }: Target): { readonly collection: string; readonly namespace?: string } {
  return namespace === "" ? { collection: served.collection } : { collection: served.collection, namespace };
}

function assertDeletable({ served, name }: Target): void {
  if (served.collection !== namespaceCollection || !protectedNamespaces.includes(name)) return;
  throw StatusError.forbidden(served.resource, name, { because: "this namespace may not be deleted" });
}

function deletedAnswer({ resource }: ServedResource, name: string, uid: string | undefined): WriteAnswer {
  const group = resource.group === "" ? {} : { group: resource.group };
  const details = { name, ...group, kind: resource.plural, uid };
  return { status: 200, bytes: json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }) };
}

function isNotFound(error: unknown): boolean {
  return StatusError.is(error) && error.status.reason === "NotFound";
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
