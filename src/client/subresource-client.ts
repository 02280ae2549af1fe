import type { KubeObject, MergePatch, JsonPatch, Status } from "../model/index.ts";
import type { TokenRequest } from "../types/authentication/v1/index.ts";
import type { Scale } from "../types/autoscaling/v1/index.ts";
import type { Binding } from "../types/core/v1/index.ts";
import type { Eviction } from "../types/policy/v1/index.ts";
import type { ApplyConfiguration, ApplyPatch, Wanted } from "./apply-configuration.ts";
import { decodeObject } from "./decode-object.ts";
import { AnswerDecodeError } from "./errors.ts";
import type { AnyPatchOptions, ApplyOptions, PatchOptions, StrategicPatch } from "./patch.ts";
import { isFields } from "./read-answer.ts";
import type { ResourceRequests, Target, TypeMeta } from "./resource-requests.ts";
import { writeQuery } from "./verb-options.ts";
import type { GetOptions, WriteOptions } from "./verb-options.ts";

/** The parts of objects whose types are known. `T` is the type of the whole object. */
export interface KnownSubresources<T extends KubeObject> {
  readonly status: SubresourceClient<T>;
  readonly scale: SubresourceClient<Scale>;
  readonly token: SubresourceClient<TokenRequest>;
  readonly eviction: SubresourceClient<Eviction, Status>;
  readonly binding: SubresourceClient<Binding, Status>;
  readonly approval: SubresourceClient<T>;
  readonly ephemeralcontainers: SubresourceClient<T>;
  readonly finalize: SubresourceClient<T>;
  readonly resize: SubresourceClient<T>;
}

/** Those whose documents are of another kind than the object. */
const otherKinds: Readonly<Record<string, TypeMeta>> = {
  scale: { apiVersion: "autoscaling/v1", kind: "Scale" },
  token: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest" },
  eviction: { apiVersion: "policy/v1", kind: "Eviction" },
  binding: { apiVersion: "v1", kind: "Binding" },
};

/**
 * One part of the objects of a resource: `client.resource(Deployment).subresource("scale")`. `S` is the type of its documents, `Created`
 * that of the answer to `create`. What comes from a server is checked no further than that of a `ResourceClient`.
 */
export class SubresourceClient<S extends KubeObject, Created = S> {
  readonly #requests: ResourceRequests<KubeObject>;
  readonly #name: string;

  /** See `ResourceClient.subresource` for the way to get one. */
  constructor(requests: ResourceRequests<KubeObject>, name: string) {
    this.#requests = requests;
    this.#name = name;
  }

  async get(name: string, options: GetOptions = {}): Promise<S> {
    const { rest } = this.#requests.options;
    const { resourceVersion } = options;
    const request = this.#requests.of(rest.get(this.#requests.resource), this.#target(name)).query({ resourceVersion });
    return this.#decode("get", await request.send(options));
  }

  /** Makes what the object named can have made in this part of it: a token, an eviction. The answer need not have a name. */
  async create(name: string, body: Wanted<S>, options: WriteOptions = {}): Promise<Created> {
    const { rest } = this.#requests.options;
    const { namespace } = (body as Partial<KubeObject>).metadata ?? {};
    const request = this.#requests.of(rest.post(this.#requests.resource), this.#target(name, namespace));
    const answer = await request.query(writeQuery(options)).body(this.#typed(body)).send(options);
    if (isFields(answer)) return answer as Created;
    throw new AnswerDecodeError(`create the ${this.#describe()}: expected an object in the answer`);
  }

  /** Replaces this part only, if it still has the `resourceVersion` that is given. */
  async update(object: S, options: WriteOptions = {}): Promise<S> {
    const { name, namespace } = object.metadata;
    const { rest } = this.#requests.options;
    const request = this.#requests.of(rest.put(this.#requests.resource), this.#target(name, namespace));
    return this.#decode("update", await request.query(writeQuery(options)).body(this.#typed(object)).send(options));
  }

  patch(name: string, patch: MergePatch<S>, options?: PatchOptions & { readonly type?: "merge" }): Promise<S>;
  patch(name: string, patch: JsonPatch, options: PatchOptions & { readonly type: "json" }): Promise<S>;
  patch(name: string, patch: StrategicPatch<S>, options: PatchOptions & { readonly type: "strategic" }): Promise<S>;
  patch(name: string, patch: ApplyPatch<S>, options: ApplyOptions & { readonly type: "apply" }): Promise<S>;
  async patch(name: string, patch: unknown, options: AnyPatchOptions = {}): Promise<S> {
    const { type = "merge" } = options;
    const body = type === "apply" && isFields(patch) ? this.#typed(patch) : patch;
    return this.#decode("patch", await this.#requests.patch(this.#target(name), { patch: body, type, options }));
  }

  /** Server-side apply of this part. See `ResourceClient.apply`. */
  async apply(object: ApplyConfiguration<S>, options: ApplyOptions): Promise<S> {
    const { name, namespace } = object.metadata;
    const request = { patch: this.#typed(object), type: "apply", options } as const;
    return this.#decode("apply", await this.#requests.patch(this.#target(name, namespace), request));
  }

  #target(name: string, namespace?: string): Target {
    return { name, namespace, subresource: this.#name };
  }

  #typed(object: object): object {
    const other = Object.hasOwn(otherKinds, this.#name) ? otherKinds[this.#name] : undefined;
    return this.#requests.typed(object, other);
  }

  #decode(verb: string, value: unknown): S {
    return decodeObject(value, this.#requests.resource, `${verb} the ${this.#name} of`) as S;
  }

  #describe(): string {
    return `${this.#name} of ${this.#requests.resource.plural}`;
  }
}
