import type { KubeList, KubeObject, Resource, WatchEvent } from "../model/index.ts";
import { readList } from "./decode-list.ts";
import { decodeObject } from "./decode-object.ts";
import { decodeWatch } from "./decode-watch.ts";
import { clientDefaults } from "./defaults.ts";
import { requestPath } from "./request-path.ts";
import { ResourceRequests } from "./resource-requests.ts";
import type { RestClient } from "./rest-client.ts";
import { listQuery, watchQuery } from "./verb-options.ts";
import type { GetOptions, ListOptions, WatchOptions } from "./verb-options.ts";

/** The metadata of an object without the rest. No object of any kind: whoever wrote it back would delete everything else. */
export interface PartialObjectMetadata extends KubeObject {
  readonly apiVersion: "meta.k8s.io/v1";
  readonly kind: "PartialObjectMetadata";
}

/** Whose metadata is wanted, and where. */
export interface MetadataClientOptions {
  /** Absent: all namespaces for `list` and `watch`, the client's for a name. */
  readonly namespace?: string | undefined;
  readonly maxLineBytes?: number | undefined;
}

/**
 * Reads the objects of a resource without what is in them: a fraction of the bytes and of the memory. A server that can't leave the rest out
 * sends it, and it is dropped here. To change or delete the objects take `client.resource(…)`: patching needs no whole object.
 */
export class MetadataClient {
  readonly resource: Resource;
  readonly #requests: ResourceRequests<KubeObject>;

  /** The client is borrowed. */
  constructor(
    client: { readonly rest: RestClient; readonly namespace: string },
    resource: Resource,
    { namespace, maxLineBytes = clientDefaults.maxLineBytes }: MetadataClientOptions = {},
  ) {
    const options = { rest: client.rest, defaultNamespace: client.namespace, maxLineBytes };
    this.resource = resource;
    this.#requests = new ResourceRequests(resource, {
      ...options,
      namespace: namespace === "" ? undefined : namespace,
    });
  }

  async get(name: string, options: GetOptions = {}): Promise<PartialObjectMetadata> {
    const { resourceVersion } = options;
    const request = this.#requests.of(this.#requests.options.rest.get(this.resource), { name });
    const answer = await request.header("accept", acceptOne).query({ resourceVersion }).send(options);
    return metadataOf(decodeObject(answer, this.resource, "get the metadata of"));
  }

  async list(options: ListOptions = {}): Promise<KubeList<PartialObjectMetadata>> {
    const request = this.#requests.collection().header("accept", acceptList).query(listQuery(options));
    const { resource } = this;
    const { metadata, items } = await request.receive(
      (answer, limits) => readList(answer, { ...limits, resource }),
      options,
    );
    return { metadata, items: items.map(metadataOf) };
  }

  /** As `ResourceClient.watch`. */
  async *watch(options: WatchOptions = {}): AsyncGenerator<WatchEvent<PartialObjectMetadata>, void, void> {
    const request = this.#requests.collection().header("accept", acceptOne).query(watchQuery(options));
    const { body } = await request.stream(options);
    const line = { method: "GET", path: requestPath({ resource: this.resource, namespace: this.#requests.namespace }) };
    const { maxLineBytes } = this.#requests.options;
    const { idleTimeoutMs } = options;
    const { clock } = request;
    for await (const event of decodeWatch<KubeObject>(body, { line, maxLineBytes, idleTimeoutMs, clock }))
      yield event.type === "BOOKMARK" ? event : { type: event.type, object: metadataOf(event.object) };
  }
}

const acceptOne = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
const acceptList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

function metadataOf({ metadata }: KubeObject): PartialObjectMetadata {
  return { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata };
}
