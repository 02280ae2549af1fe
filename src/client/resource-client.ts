import { apiVersionOf } from "../model/index.ts";
import type {
  FieldSelector,
  KubeList,
  KubeObject,
  MergePatch,
  NewObject,
  Resource,
  Selector,
  WatchEvent,
} from "../model/index.ts";
import { decodeList, decodeObject } from "./decode-object.ts";
import { decodeWatch } from "./decode-watch.ts";
import { InvalidRequestError } from "./errors.ts";
import { requestPath } from "./request-path.ts";
import type { RestClient } from "./rest-client.ts";
import type { QueryValue, RestRequest, SendOptions } from "./rest-request.ts";

/** How new an object must be. */
export interface GetOptions extends SendOptions {
  /** Absent: the newest, read consistently. `"0"`: whatever the server has at hand. */
  readonly resourceVersion?: string | undefined;
}

/** Which objects are meant. */
export interface SelectOptions extends SendOptions {
  readonly labelSelector?: string | Selector | undefined;
  readonly fieldSelector?: string | FieldSelector | undefined;
}

/** What to list. */
export interface ListOptions extends SelectOptions {
  readonly resourceVersion?: string | undefined;
  /** At most so many items; the list's `continue` leads to the rest. */
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
}

/** What to watch, from where and for how long. */
export interface WatchOptions extends SelectOptions {
  /** The version after which changes are wanted. Absent: the present objects first, as ADDED. */
  readonly resourceVersion?: string | undefined;
  readonly allowBookmarks?: boolean | undefined;
  /** The present objects first, ended by a bookmark. Needs `allowBookmarks`. */
  readonly sendInitialEvents?: boolean | undefined;
  /** After so long the server ends the stream. */
  readonly timeoutSeconds?: number | undefined;
}

/** How to delete. */
export interface DeleteOptions extends SendOptions {
  /** Delete only if the object still is this one. */
  readonly preconditions?:
    | { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined }
    | undefined;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground" | undefined;
  readonly gracePeriodSeconds?: number | undefined;
}

/** What a `ResourceClient` is made from. */
export interface ResourceClientOptions {
  readonly rest: RestClient;
  /** Where all requests go. Absent: as `Client.resource` says. */
  readonly namespace?: string | undefined;
  readonly defaultNamespace: string;
  readonly maxLineBytes: number;
}

/**
 * The objects of one resource. What comes from a server is checked no further than that it is an object with a name. Failures are thrown as
 * they come, an `ApiError` when the server refused and a `TransportError` when it did not answer; nothing is retried.
 */
export class ResourceClient<T extends KubeObject> {
  readonly #resource: Resource<T>;
  readonly #options: ResourceClientOptions;

  /** See `Client.resource` for the way to get one. */
  constructor(resource: Resource<T>, options: ResourceClientOptions) {
    this.#resource = resource;
    this.#options = options;
  }

  async get(name: string, { signal, resourceVersion }: GetOptions = {}): Promise<T> {
    const request = this.#in(this.#options.rest.get(this.#resource)).name(name).query({ resourceVersion });
    return this.#decode("get", await request.send({ signal }));
  }

  async list(options: ListOptions = {}): Promise<KubeList<T>> {
    const { resourceVersion, limit, continue: next, signal } = options;
    const query = { ...selectionOf(options), resourceVersion, limit, continue: next };
    return decodeList(await this.#collection().query(query).send({ signal }), this.#resource);
  }

  async create(object: NewObject<T>, { signal }: SendOptions = {}): Promise<T> {
    const request = this.#in(this.#options.rest.post(this.#resource), object.metadata.namespace);
    return this.#decode("create", await request.body(this.#typed(object)).send({ signal }));
  }

  /** Replaces the object, if it still has the `resourceVersion` that is given. Where there is a status, that stays as it is. */
  async update(object: T, { signal }: SendOptions = {}): Promise<T> {
    return this.#decode("update", await this.#put(object).send({ signal }));
  }

  /** Replaces the status only, if the object still has the `resourceVersion` that is given. */
  async updateStatus(object: T, { signal }: SendOptions = {}): Promise<T> {
    return this.#decode("update the status of", await this.#put(object).subresource("status").send({ signal }));
  }

  async patch(name: string, patch: MergePatch<T>, { signal }: SendOptions = {}): Promise<T> {
    return this.#decode("patch", await this.#mergePatch(name, patch).send({ signal }));
  }

  async patchStatus(name: string, patch: MergePatch<T>, { signal }: SendOptions = {}): Promise<T> {
    const request = this.#mergePatch(name, patch).subresource("status");
    return this.#decode("patch the status of", await request.send({ signal }));
  }

  /** Asks for the deletion. An object with finalizers is still there afterwards, marked. */
  async delete(name: string, options: DeleteOptions = {}): Promise<void> {
    const { signal, ...wishes } = options;
    const request = this.#in(this.#options.rest.delete(this.#resource)).name(name);
    const body = { apiVersion: "v1", kind: "DeleteOptions", ...wishes };
    await request.body(body).send({ signal });
  }

  /** One HTTP response as events. Ends when the server ends it; leaving it closes the stream; an abort throws `signal.reason`. */
  async *watch(options: WatchOptions = {}): AsyncGenerator<WatchEvent<T>, void, void> {
    const { resourceVersion, allowBookmarks, sendInitialEvents, timeoutSeconds, signal } = options;
    const request = this.#collection().query({
      ...selectionOf(options),
      watch: true,
      resourceVersion,
      allowWatchBookmarks: allowBookmarks,
      sendInitialEvents,
      // The server demands it with sendInitialEvents, and refuses it without.
      resourceVersionMatch: sendInitialEvents === undefined ? undefined : "NotOlderThan",
      timeoutSeconds,
    });
    const { body } = await request.stream({ signal });
    const path = requestPath({ resource: this.#resource, namespace: this.#namespace });
    yield* decodeWatch<T>(body, { line: { method: "GET", path }, maxLineBytes: this.#options.maxLineBytes });
  }

  get #namespace(): string | undefined {
    return this.#resource.scope === "Cluster" ? undefined : this.#options.namespace;
  }

  /** The collection in the namespace of this client, or in all of them. */
  #collection(): RestRequest<T, KubeList<T>> {
    const request = this.#options.rest.get(this.#resource);
    return this.#namespace === undefined ? request : request.namespace(this.#namespace);
  }

  /** The request in the namespace of this client, else in that of the object, else in the default one. */
  #in<R>(request: RestRequest<T, R>, objectNamespace = ""): RestRequest<T, R> {
    if (this.#resource.scope === "Cluster") return request;
    const fallback = objectNamespace === "" ? this.#options.defaultNamespace : objectNamespace;
    return request.namespace(this.#namespace ?? fallback);
  }

  #put(object: T): RestRequest<T, T> {
    const { name, namespace } = object.metadata;
    return this.#in(this.#options.rest.put(this.#resource), namespace).name(name).body(this.#typed(object));
  }

  #mergePatch(name: string, patch: MergePatch<T>): RestRequest<T, T> {
    return this.#in(this.#options.rest.patch(this.#resource)).name(name).body(patch);
  }

  /** Items of lists made by others carry neither `apiVersion` nor `kind`; a server needs both. */
  #typed(object: T | NewObject<T>): object {
    const { apiVersion = apiVersionOf(this.#resource), kind = this.#resource.kind } = object as KubeObject;
    return { ...object, apiVersion, kind };
  }

  #decode(verb: string, value: unknown): T {
    return decodeObject(value, this.#resource, verb);
  }
}

function selectionOf({ labelSelector, fieldSelector }: SelectOptions): Readonly<Record<string, QueryValue>> {
  if (typeof labelSelector === "object" && labelSelector.isNothing) {
    throw new InvalidRequestError(
      "send a label selector: expected one that can choose something, as `nothing()` would be read as everything",
    );
  }
  return { labelSelector: labelSelector?.toString(), fieldSelector: fieldSelector?.toString() };
}
