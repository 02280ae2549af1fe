import { test } from "vitest";
import type { ExpectStatic } from "vitest";
import type { ApplyConfiguration, Client, ResourceClient } from "../../src/client/index.ts";
import { findApiError } from "../../src/model/index.ts";
import type { KubeObject, Resource } from "../../src/model/index.ts";
import { CustomResourceDefinition } from "../../src/types/apiextensions/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Meter extends KubeObject {
  readonly spec?: unknown;
}

const group = "owners.setpoint.dev";
const text = { type: "string" };

/** A kind with its versions, each with the fields of its spec. The last is the one in which objects are kept. */
class MeterStage implements AsyncDisposable {
  readonly #client: Client;
  readonly #namespace: string;
  readonly #kind: string;
  readonly #expect: ExpectStatic;

  /** `kind` is one that no other test uses. */
  constructor(server: TestServer, kind: string, expect: ExpectStatic) {
    this.#client = server.connect();
    this.#namespace = server.namespace;
    this.#kind = kind;
    this.#expect = expect;
  }

  get #plural(): string {
    return `${this.#kind.toLowerCase()}s`;
  }

  async define(fields: Readonly<Record<string, object>>, { unserved = "" } = {}): Promise<void> {
    const last = Object.keys(fields).at(-1);
    const versions = Object.entries(fields).map(([name, properties]) => {
      const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
      return { name, served: name !== unserved, storage: name === last, schema: { openAPIV3Schema } };
    });
    const names = { plural: this.#plural, kind: this.#kind };
    const spec = { group, scope: "Namespaced", names, versions };
    const definition = { metadata: { name: `${this.#plural}.${group}` }, spec };
    await this.#client.resource(CustomResourceDefinition).apply(definition, { fieldManager: "test", force: true });
  }

  at(version: string): ResourceClient<Meter> {
    const names = { plural: this.#plural, singular: "", kind: this.#kind, shortNames: [], categories: [] };
    const resource: Resource = { group, version, ...names, scope: "Namespaced", verbs: [], subresources: [] };
    return this.#client.resource<Meter>(resource, { namespace: this.#namespace });
  }

  /** Waits until a version is served, or not any more: the real server takes its time. */
  async untilServed(version: string, isServed = true): Promise<void> {
    const status = async (): Promise<number | undefined> => (await refusalOf(this.at(version).list()))?.status;
    await this.#expect.poll(status, { timeout: 20_000 }).toBe(isServed ? undefined : 404);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.resource(CustomResourceDefinition).delete(`${this.#plural}.${group}`);
    await this.#client[Symbol.asyncDispose]();
  }
}

async function refusalOf(promise: Promise<unknown>): Promise<{ status: number; message: string } | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    const found = findApiError(error);
    if (found === undefined) throw error;
    return { status: found.status, message: found.message };
  }
}

/** An object of the test, as it is applied. */
function meter(spec: object): ApplyConfiguration<Meter> {
  return { metadata: { name: "x" }, spec };
}

function ownersOf({ metadata }: KubeObject): readonly string[] {
  return (metadata.managedFields ?? []).map(({ manager, apiVersion }) => `${manager} ${apiVersion}`).toSorted();
}

forEachServer(["embedded", "real"], "an owner of fields in another version of a custom kind", (start) => {
  test("stays one when the version is served no more [apiserver/apply-unserved]", async ({ expect }) => {
    await using server = await start();
    await using stage = new MeterStage(server, "Dial", expect);
    await stage.define({ v1beta1: { a: text }, v1: { a: text, b: text } });
    await stage.untilServed("v1beta1");
    await stage.at("v1beta1").apply(meter({ a: "1" }), { fieldManager: "old" });
    await stage.define({ v1beta1: { a: text }, v1: { a: text, b: text } }, { unserved: "v1beta1" });
    await stage.untilServed("v1beta1", false);
    const taken = stage.at("v1").apply(meter({ a: "2" }), { fieldManager: "new" });
    await expect(taken).rejects.toThrow(".spec.a (old)");
    const labelled = await stage.at("v1").patch("x", { metadata: { labels: { q: "1" } } }, { fieldManager: "new" });
    expect(ownersOf(labelled)).toEqual([`new ${group}/v1`, `old ${group}/v1beta1`]);
  });

  test("refuses applies of what its version does not know, and is forgotten by other writes of that [apiserver/apply-other-version-misfit]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stage = new MeterStage(server, "Scale", expect);
    await stage.define({ v1beta1: { a: text }, v1: { a: text, b: text } });
    await stage.untilServed("v1beta1");
    await stage.at("v1beta1").apply(meter({ a: "1" }), { fieldManager: "old" });
    const problem = ".spec.b: field not declared in schema";
    const byOther = stage.at("v1").apply(meter({ b: "2" }), { fieldManager: "new", force: true });
    expect(await refusalOf(byOther)).toMatchObject({ status: 500 });
    await expect(byOther).rejects.toThrow(`failed to convert new object: ${problem}`);
    await expect(stage.at("v1").apply(meter({ a: "1", b: "2" }), { fieldManager: "old" })).rejects.toThrow(
      `failed to prune fields: failed to convert merged object to last applied version: ${problem}`,
    );
    const patched = await stage.at("v1").patch("x", { spec: { b: "3" } }, { fieldManager: "new" });
    expect(patched.spec).toEqual({ a: "1", b: "3" });
    expect(ownersOf(patched)).toEqual([]);
  });

  test("refuses every apply when there is no such version any more [apiserver/apply-version-gone]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stage = new MeterStage(server, "Pointer", expect);
    await stage.define({ v1beta1: { a: text }, v1: { a: text } });
    await stage.untilServed("v1beta1");
    await stage.at("v1beta1").apply(meter({ a: "1" }), { fieldManager: "old" });
    await stage.define({ v1: { a: text } });
    await stage.untilServed("v1beta1", false);
    const refused = stage.at("v1").apply(meter({ a: "1" }), { fieldManager: "new" });
    expect(await refusalOf(refused)).toMatchObject({ status: 500 });
    await expect(refused).rejects.toThrow(`request to convert CR to an invalid group/version: ${group}/v1beta1`);
    const patched = await stage.at("v1").patch("x", { metadata: { labels: { q: "1" } } }, { fieldManager: "new" });
    expect(ownersOf(patched)).toEqual([]);
  });

  test("cannot apply to an object that does not fit its definition any more [apiserver/apply-live-misfit]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stage = new MeterStage(server, "Needle", expect);
    await stage.define({ v1: { a: text, b: text } });
    await stage.untilServed("v1");
    await stage.at("v1").apply(meter({ a: "1" }), { fieldManager: "old" });
    await stage.define({ v1: { a: { type: "integer" }, b: text } });
    const apply = (): Promise<unknown> => stage.at("v1").apply(meter({ b: "1" }), { fieldManager: "old" });
    const what = `${server.namespace}/x; ${group}/v1, Kind=Needle`;
    const problem = ".spec.a: expected numeric (int or float), got string";
    // The real server knows the new definition some time after it was written: then what was applied before is refused.
    const message = async (): Promise<string | undefined> => {
      const refused = await refusalOf(stage.at("v1").apply(meter({ a: "1" }), { fieldManager: "old", dryRun: true }));
      return refused && (await refusalOf(apply()))?.message;
    };
    await expect
      .poll(message, { timeout: 20_000 })
      .toContain(`failed to create typed live object (${what}): ${problem}`);
    await stage.at("v1").patch("x", { metadata: { managedFields: [{}] } });
    await expect(apply()).rejects.toThrow(
      `failed to create manager for existing fields: failed to convert new object (${what}) to smd typed: ${problem}`,
    );
  });
});
