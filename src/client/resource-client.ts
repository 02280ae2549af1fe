import type { Clock } from "../async/index.ts";
import type { JsonPatch, KubeList, KubeObject, MergePatch, NewObject, Resource, WatchEvent } from "../model/index.ts";
import type { ApplyConfiguration, ApplyPatch } from "./apply-configuration.ts";
import { readList } from "./decode-list.ts";
import type { ObjectOptions } from "./decode-object.ts";
import { decodeProtobufWatchBatches, readProtobufList } from "./decode-protobuf.ts";
import { decodeWatchBatches } from "./decode-watch.ts";
import { joinPages, readPage, readPages } from "./pager.ts";
import type { Page, PagesOptions } from "./pager.ts";
import type { AnyPatchOptions, ApplyOptions, PatchOptions, StrategicPatch } from "./patch.ts";
import { isProtobuf } from "./protobuf-answers.ts";
import { isFields } from "./read-answer.ts";
import type { ReadAnswerOptions } from "./read-answer.ts";
import { requestPath } from "./request-path.ts";
import { ResourceRequests } from "./resource-requests.ts";
import type { ResourceClientOptions } from "./resource-requests.ts";
import type { AnswerReader, RestRequest } from "./rest-request.ts";
import { SubresourceClient } from "./subresource-client.ts";
import type { KnownSubresources } from "./subresource-client.ts";
import type { HttpResponse } from "./transport.ts";
import { deleteBody, listQuery, watchQuery, writeQuery } from "./verb-options.ts";
import type {
  CollectionOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  WatchOptions,
  WriteOptions,
} from "./verb-options.ts";

/**
 * The objects of one resource. What comes from a server is checked no further than that it is an object with a name. Failures are thrown as
 * they come, an `ApiError` when the server refused and a `TransportError` when it did not answer; nothing is sent again but what the client's options say.
 */
export class ResourceClient<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly #requests: ResourceRequests<T>;

  /** See `Client.resource` for the way to get one. */
  constructor(resource: Resource<T>, options: ResourceClientOptions) {
    this.resource = resource;
    this.#requests = new ResourceRequests(resource, options);
  }

  /** Where `list` and `watch` look; `undefined` is everywhere. */
  get namespace(): string | undefined {
    return this.#requests.namespace;
  }

  /** The time that its client goes by. */
  get clock(): Clock {
    return this.#requests.collection().clock;
  }

  /** This handle in one namespace: the given one, else its own, else the one where a name alone is looked for. */
  inNamespace(namespace?: string): ResourceClient<T> {
    const { options } = this.#requests;
    return new ResourceClient(this.resource, {
      ...options,
      namespace: namespace ?? options.namespace ?? options.defaultNamespace,
    });
  }

  async get(name: string, options: GetOptions = {}): Promise<T> {
    const { resourceVersion } = options;
    const request = this.#requests.of(this.#rest.get(this.resource), { name }).query({ resourceVersion });
    return this.#requests.read(request, options);
  }

  /** One request: the whole collection or, with `limit`, a page of it. */
  async list(options: ListOptions & ObjectOptions = {}): Promise<KubeList<T>> {
    const { request, read } = this.#listing(options);
    return request.receive(read, options);
  }

  /** The collection page by page, each one request. Leaving it asks for no more. */
  pages(options: PagesOptions = {}): AsyncGenerator<KubeList<T>, void, void> {
    return readPages((page) => this.#page(page), options);
  }

  /**
   * The whole collection, read page by page. All of it is of one version: should the server forget that meanwhile, it is listed again, in
   * one piece.
   */
  async listAll(options: CollectionOptions & { readonly limit?: number | undefined } = {}): Promise<KubeList<T>> {
    const { limit: _size, ...whole } = options;
    return joinPages(this.pages({ ...options, onExpired: "throw" }), () => this.list(whole));
  }

  async create(object: NewObject<T>, options: WriteOptions = {}): Promise<T> {
    const request = this.#requests.in(this.#rest.post(this.resource), object.metadata.namespace);
    const body = this.#requests.typed(object);
    return this.#requests.receive(request.query(writeQuery(options)).body(body), "create", options);
  }

  /** Replaces the object, if it still has the `uid` and `resourceVersion` that are given. Where there is a status, that stays as it is. */
  async update(object: T, options: WriteOptions = {}): Promise<T> {
    const { name, namespace } = object.metadata;
    const request = this.#requests.of(this.#rest.put(this.resource), { name, namespace }).query(writeQuery(options));
    return this.#requests.receive(request.body(this.#requests.typed(object)), "update", options);
  }

  /** Changes the object as the patch says. Without a `type` it is a merge patch. */
  patch(name: string, patch: MergePatch<T>, options?: PatchOptions & { readonly type?: "merge" }): Promise<T>;
  patch(name: string, patch: JsonPatch, options: PatchOptions & { readonly type: "json" }): Promise<T>;
  patch(name: string, patch: StrategicPatch<T>, options: PatchOptions & { readonly type: "strategic" }): Promise<T>;
  patch(name: string, patch: ApplyPatch<T>, options: ApplyOptions & { readonly type: "apply" }): Promise<T>;
  async patch(name: string, patch: unknown, options: AnyPatchOptions = {}): Promise<T> {
    const { type = "merge" } = options;
    const body = type === "apply" && isFields(patch) ? this.#requests.typed(patch) : patch;
    return this.#requests.patchObject({ name }, { patch: body, type, options }, "patch");
  }

  /**
   * Server-side apply: makes the object, or makes the given fields of it what they are to be and the manager's own. Throws an
   * `ApplyConflictError` when others own some of them.
   */
  async apply(object: ApplyConfiguration<T>, options: ApplyOptions): Promise<T> {
    const { name, namespace } = object.metadata as KubeObject["metadata"];
    const request = { patch: this.#requests.typed(object), type: "apply", options } as const;
    return this.#requests.patchObject({ name, namespace }, request, "apply");
  }

  /** A part of the objects that is read and written apart, such as `status` and `scale`. */
  subresource<K extends keyof KnownSubresources<T>>(subresource: K): KnownSubresources<T>[K];
  subresource<S extends KubeObject = KubeObject>(subresource: string): SubresourceClient<S, unknown>;
  subresource(subresource: string): SubresourceClient<KubeObject, unknown> {
    return new SubresourceClient(this.#requests, subresource);
  }

  /** Replaces the status only, if the object still has the `resourceVersion` that is given. */
  async updateStatus(object: T, options: WriteOptions = {}): Promise<T> {
    return this.subresource("status").update(object, options);
  }

  async patchStatus(name: string, patch: MergePatch<T>, options: PatchOptions = {}): Promise<T> {
    return this.subresource("status").patch(name, patch, { ...options, type: "merge" });
  }

  /** Asks for the deletion. An object with finalizers is still there afterwards, marked. */
  async delete(name: string, options: DeleteOptions = {}): Promise<void> {
    const request = this.#requests.of(this.#rest.delete(this.resource), { name });
    await request.body(deleteBody(options)).send(options);
  }

  /** Asks for the deletion of all objects that are chosen, of a namespaced resource in the handle's namespace only, which it must have. */
  async deleteCollection(options: DeleteCollectionOptions = {}): Promise<void> {
    const request = this.#requests.deletion().query(listQuery(options));
    await request.body(deleteBody(options)).send(options);
  }

  /** One HTTP response as events. Ends when the server ends it; leaving it closes the stream; an abort throws `signal.reason`. */
  async *watch(options: WatchOptions & ObjectOptions = {}): AsyncGenerator<WatchEvent<T>, void, void> {
    for await (const events of this.watchBatches(options)) yield* events;
  }

  /** As `watch`, by what came together: reading it takes one turn for many events. None of the batches is empty. */
  async *watchBatches(
    options: WatchOptions & ObjectOptions = {},
  ): AsyncGenerator<readonly WatchEvent<T>[], void, void> {
    const codec = this.#requests.codec();
    const request = this.#requests.collection(codec).query(watchQuery(options));
    const response = await request.stream(options);
    const { body } = response;
    const path = requestPath({ resource: this.resource, namespace: this.namespace });
    const { maxLineBytes } = this.#requests.options;
    const { idleTimeoutMs, isCompact } = options;
    const how = { line: { method: "GET", path }, maxLineBytes, clock: this.clock, idleTimeoutMs, isCompact };
    if (codec !== undefined && isProtobuf(response)) yield* decodeProtobufWatchBatches<T>(body, { ...how, codec });
    else yield* decodeWatchBatches<T>(body, how);
  }

  get #rest(): ResourceClientOptions["rest"] {
    return this.#requests.options.rest;
  }

  async #page(options: ListOptions): Promise<Page<T>> {
    const { request, read } = this.#listing(options);
    const readOne = (response: HttpResponse, limits: ReadAnswerOptions): Promise<Page<T>> =>
      readPage(response, limits, read);
    return request.receive(readOne, { ...options, anyStatus: true });
  }

  #listing(options: ListOptions & ObjectOptions): Listing<T> {
    const { resource } = this;
    const { isCompact } = options;
    const codec = this.#requests.codec();
    return {
      request: this.#requests.collection(codec).query(listQuery(options)),
      read: (response, limits) =>
        codec !== undefined && isProtobuf(response)
          ? readProtobufList(response, { ...limits, resource, codec, isCompact })
          : readList(response, { ...limits, resource, isCompact }),
    };
  }
}

/** A request for a list, and what reads the answer. */
interface Listing<T extends KubeObject> {
  readonly request: RestRequest<T, KubeList<T>>;
  readonly read: AnswerReader<KubeList<T>>;
}
