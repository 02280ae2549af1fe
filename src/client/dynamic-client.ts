import { parseApiVersion } from "../model/index.ts";
import type { GroupVersionResource, KubeObject, Resource } from "../model/index.ts";
import { clientDefaults } from "./defaults.ts";
import { DiscoveryClient } from "./discovery-client.ts";
import { DynamicResourceClient } from "./dynamic-resource-client.ts";
import type { ResourceClient } from "./resource-client.ts";
import type { RestClient } from "./rest-client.ts";
import { RestMapper } from "./rest-mapper.ts";
import type { ResourceQuery } from "./rest-mapper-query.ts";
import type { SendOptions } from "./rest-request.ts";
import { asUnstructured } from "./unstructured.ts";
import type { Unstructured } from "./unstructured.ts";

/** What a `DynamicClient` needs of a `Client`. */
export interface ObjectClient {
  readonly rest: RestClient;
  readonly namespace: string;
  resource<T extends KubeObject>(
    resource: Resource<T>,
    options?: { readonly namespace?: string | undefined },
  ): ResourceClient<T>;
}

/** How a `DynamicClient` learns what a server has. */
export interface DynamicClientOptions {
  /** Default: one of its own. */
  readonly mapper?: RestMapper | undefined;
}

/** Where a dynamic handle looks. */
export interface DynamicResourceOptions {
  readonly namespace?: string | undefined;
}

/**
 * Objects of any kind, unstructured: for kinds that the program knows only when it runs. Every verb of a typed handle is there. The client is
 * borrowed.
 */
export class DynamicClient {
  /** From kinds to resources, as this server has them. */
  readonly mapper: RestMapper;
  readonly #client: ObjectClient;

  constructor(
    client: ObjectClient,
    { mapper = new RestMapper(new DiscoveryClient(client)) }: DynamicClientOptions = {},
  ) {
    this.#client = client;
    this.mapper = mapper;
  }

  /**
   * The objects of a resource that is named in full, without a question to the server. Nobody knows here whether they live in namespaces:
   * with `namespace` they do, and without it only the objects of a cluster can be named, while `list` and `watch` cover all.
   */
  resource(what: GroupVersionResource, { namespace = "" }: DynamicResourceOptions = {}): ResourceClient<Unstructured> {
    const { rest, namespace: defaultNamespace } = this.#client;
    const { maxLineBytes } = clientDefaults;
    const options = { rest, defaultNamespace, maxLineBytes, namespace: namespace === "" ? undefined : namespace };
    return new DynamicResourceClient(what, options);
  }

  /**
   * The objects of the resource that fits best, as `RestMapper.resourceFor` finds it: `find("deploy")`, `find({ kind: "Network" })`. From
   * then on as `Client.resource`.
   */
  async find(
    query: ResourceQuery | string,
    { namespace, signal }: DynamicResourceOptions & SendOptions = {},
  ): Promise<ResourceClient<Unstructured>> {
    return this.#client.resource(await this.mapper.resourceFor(query, { signal }), { namespace });
  }

  /** The handle of the resource that an object belongs to, by its `apiVersion` and `kind`. */
  async of(object: unknown, options: DynamicResourceOptions & SendOptions = {}): Promise<ResourceClient<Unstructured>> {
    const { apiVersion, kind } = asUnstructured(object);
    return this.find({ ...parseApiVersion(apiVersion), kind }, options);
  }
}
