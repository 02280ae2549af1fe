import type { ExpectStatic } from "vitest";
import type { Client, ResourceClient } from "../../src/client/index.ts";
import { findApiError } from "../../src/model/index.ts";
import type { KubeObject, Resource } from "../../src/model/index.ts";
import { CustomResourceDefinition } from "../../src/types/apiextensions/v1/index.ts";
import type { TestServer } from "./for-each-server.ts";

/** An object of a kind that a test defines. */
export interface CustomObject extends KubeObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** A version of such a kind, as its definition says it. */
export type CustomKindVersion = Readonly<Record<string, unknown>> & { readonly name: string };

/** A kind of a test's own, whose objects are kept in the last of its versions. Goes with the test. */
export class CustomKind implements AsyncDisposable {
  readonly client: Client;
  readonly #group: string;
  readonly #kind: string;
  readonly #namespace: string;
  readonly #expect: ExpectStatic;

  /** `kind` is one that no other test of the group uses. */
  constructor(server: TestServer, { group, kind }: { group: string; kind: string }, expect: ExpectStatic) {
    this.client = server.connect();
    this.#namespace = server.namespace;
    this.#group = group;
    this.#kind = kind;
    this.#expect = expect;
  }

  get plural(): string {
    return `${this.#kind.toLowerCase()}s`;
  }

  /** Defines the kind by its versions, or changes the definition. All are served unless they say that they are not. */
  async define(versions: readonly CustomKindVersion[]): Promise<void> {
    const last = versions.at(-1);
    const all = versions.map((version) => ({ served: true, storage: version === last, ...version }));
    const names = { plural: this.plural, kind: this.#kind };
    const spec = { group: this.#group, scope: "Namespaced", names, versions: all };
    const definition = { metadata: { name: `${this.plural}.${this.#group}` }, spec } as object;
    const definitions = this.client.resource(CustomResourceDefinition);
    await definitions.apply(definition as Parameters<typeof definitions.apply>[0], {
      fieldManager: "test",
      force: true,
    });
  }

  at(version: string): ResourceClient<CustomObject> {
    const names = { plural: this.plural, singular: "", kind: this.#kind, shortNames: [], categories: [] };
    const resource: Resource = {
      group: this.#group,
      version,
      ...names,
      scope: "Namespaced",
      verbs: [],
      subresources: ["status", "scale"],
    };
    return this.client.resource<CustomObject>(resource, { namespace: this.#namespace });
  }

  /** Waits until a version is served, or not any more: the real server takes its time. */
  async untilServed(version: string, isServed = true): Promise<void> {
    const status = async (): Promise<number | undefined> => (await refusalOf(this.at(version).list()))?.status;
    await this.#expect.poll(status, { timeout: 20_000 }).toBe(isServed ? undefined : 404);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.resource(CustomResourceDefinition).delete(`${this.plural}.${this.#group}`);
    await this.client[Symbol.asyncDispose]();
  }
}

/** With what a request is refused; `undefined` if it is not. */
export async function refusalOf(promise: Promise<unknown>): Promise<{ status: number; message: string } | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    const found = findApiError(error);
    if (found === undefined) throw error;
    return { status: found.status, message: found.message };
  }
}
