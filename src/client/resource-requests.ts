import { apiVersionOf, isProjected } from "../model/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import type { ProtobufCodec } from "../wire/index.ts";
import { ApplyConflictError } from "./apply-conflict-error.ts";
import { InvalidRequestError } from "./errors.ts";
import { patchBody, patchContentTypes } from "./patch.ts";
import type { AnyPatchOptions, PatchType } from "./patch.ts";
import { protobufOrJson } from "./protobuf-answers.ts";
import { readKnownObject, readObject } from "./read-object.ts";
import type { RestClient } from "./rest-client.ts";
import type { RestRequest, SendOptions } from "./rest-request.ts";
import { writeQuery } from "./verb-options.ts";

/** What a `ResourceClient` is made from. */
export interface ResourceClientOptions {
  readonly rest: RestClient;
  /** Where all requests go. Absent: as `Client.resource` says. */
  readonly namespace?: string | undefined;
  readonly defaultNamespace: string;
  readonly maxLineBytes: number;
}

/** Which object, and where to look for it when the handle does not say. */
export interface Target {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly subresource?: string | undefined;
}

/** What a document is. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A patch and how it is meant. */
export interface PatchRequest {
  readonly patch: unknown;
  readonly type: PatchType;
  readonly options: AnyPatchOptions;
}

/** The requests about one resource: where each goes, and what every one of its kind carries. */
export class ResourceRequests<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly options: ResourceClientOptions;
  #codec: { readonly value: ProtobufCodec | undefined } | undefined;

  constructor(resource: Resource<T>, options: ResourceClientOptions) {
    this.resource = resource;
    this.options = options;
  }

  /** Where the handle looks; `undefined` is everywhere. */
  get namespace(): string | undefined {
    return this.resource.scope === "Cluster" ? undefined : this.options.namespace;
  }

  /** The collection in the namespace of the handle, or in all of them; in protobuf if there is something to read it. */
  collection(codec?: ProtobufCodec): RestRequest<T, KubeList<T>> {
    const request = accepting(this.options.rest.get(this.resource), codec);
    return this.namespace === undefined ? request : request.namespace(this.namespace);
  }

  /** What reads objects in protobuf; nothing when they are to come in JSON. */
  codec(): ProtobufCodec | undefined {
    this.#codec ??= { value: this.options.rest.get(this.resource).protobuf.codecFor(this.resource) };
    return this.#codec.value;
  }

  /**
   * Sends a request that is answered with an object of the resource. `verb` says what is asked, for messages. It is asked for in JSON:
   * whoever changes it and writes it back then keeps also what a newer server has and our tables do not know.
   */
  receive(request: RestRequest<T, unknown>, verb: string, options: SendOptions): Promise<T> {
    const [{ resource }, codec] = [this, this.codec()];
    return request.receive((response, limits) => readObject(response, { ...limits, resource, verb, codec }), options);
  }

  /** As `receive`, of a request that reads: in protobuf if our tables know everything in it, else once more in JSON. */
  async read(request: RestRequest<T, unknown>, options: SendOptions): Promise<T> {
    const [{ resource }, codec] = [this, this.codec()];
    if (codec === undefined) return this.receive(request, "get", options);
    const object = await accepting(request, codec).receive(
      (response, limits) => readKnownObject(response, { ...limits, resource, verb: "get", codec }),
      options,
    );
    return object ?? this.receive(request, "get", options);
  }

  /** The deletion of a collection. Servers do it in one namespace only; which one must be certain. */
  deletion(): RestRequest<T, unknown> {
    const request = this.options.rest.delete(this.resource);
    if (this.resource.scope === "Cluster") return request;
    if (this.namespace !== undefined) return request.namespace(this.namespace);
    throw new InvalidRequestError(
      `delete a collection of ${this.resource.plural}: expected a handle of one namespace, as in \`client.resource(${this.resource.kind}, { namespace })\``,
    );
  }

  /** The request in the namespace of the handle, else in that of the object, else in the default one. */
  in<R>(request: RestRequest<T, R>, objectNamespace = ""): RestRequest<T, R> {
    if (this.resource.scope === "Cluster") return request;
    const fallback = objectNamespace === "" ? this.options.defaultNamespace : objectNamespace;
    return request.namespace(this.namespace ?? fallback);
  }

  /** The request about one object, or about a part of it. */
  of<R>(request: RestRequest<T, R>, { name, namespace, subresource }: Target): RestRequest<T, unknown> {
    const named: RestRequest<T, unknown> = this.in(request, namespace).name(name);
    return subresource === undefined ? named : named.subresource(subresource);
  }

  /** Sends a patch. Throws an `ApplyConflictError` when somebody else owns what is applied. */
  patch(target: Target, request: PatchRequest): Promise<unknown> {
    return this.#patch(target, request, (patch) => patch.send(request.options));
  }

  /** As `patch`, of the whole object. */
  patchObject(target: Target, request: PatchRequest, verb: string): Promise<T> {
    return this.#patch(target, request, (patch) => this.receive(patch, verb, request.options));
  }

  async #patch<A>(
    target: Target,
    { patch, type, options }: PatchRequest,
    send: (request: RestRequest<T, unknown>) => Promise<A>,
  ): Promise<A> {
    const request = this.of(this.options.rest.patch(this.resource), target)
      .header("content-type", patchContentTypes[type])
      .query({ ...writeQuery(options), force: options.force })
      .body(patchBody(patch, type, options));
    try {
      return await send(request);
    } catch (error) {
      throw type === "apply" ? ApplyConflictError.from(error) : error;
    }
  }

  /**
   * Items of lists made by others carry neither `apiVersion` nor `kind`; a server needs both. What is only a part of an object is refused:
   * writing it would delete the rest.
   */
  typed(
    object: object,
    type: TypeMeta = { apiVersion: apiVersionOf(this.resource), kind: this.resource.kind },
  ): object {
    if (isProjected(object)) {
      const { plural } = this.resource;
      throw new InvalidRequestError(
        `write ${plural}: expected a whole object, but this one is projected; patch it, or read it first`,
      );
    }
    const { apiVersion = type.apiVersion, kind = type.kind } = object as Partial<TypeMeta>;
    return { ...object, apiVersion, kind };
  }
}

/** The request for an answer in protobuf, if there is something to read it. */
function accepting<T extends KubeObject, R>(
  request: RestRequest<T, R>,
  codec: ProtobufCodec | undefined,
): RestRequest<T, R> {
  return codec === undefined ? request : request.header("accept", protobufOrJson);
}
