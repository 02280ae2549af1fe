import { test } from "vitest";
import type { ExpectStatic } from "vitest";
import { ask, causesOf } from "./access.fixture.ts";
import type { Answer, AskOptions } from "./access.fixture.ts";
import { CustomKind } from "./custom-kind.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const group = "scales.setpoint.dev";
const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };

/** A kind that can be scaled, with an object of it. */
class Levers implements AsyncDisposable {
  readonly #server: TestServer;
  readonly #kind: CustomKind;

  constructor(server: TestServer, kind: string, expect: ExpectStatic) {
    this.#server = server;
    this.#kind = new CustomKind(server, { group, kind }, expect);
  }

  async make(spec: object): Promise<void> {
    const properties = { replicas: { type: "integer" } };
    const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties } } };
    const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    await this.#kind.define([{ name: "v1", schema: { openAPIV3Schema }, subresources: { scale } }]);
    await this.#kind.untilServed("v1");
    await this.#kind.at("v1").create({ metadata: { name: "x" }, spec }, { fieldManager: "maker" });
  }

  ask(method: string, part: string, options?: AskOptions): Promise<Answer> {
    const { namespace } = this.#server;
    return ask(
      this.#server,
      `${method} /apis/${group}/v1/namespaces/${namespace}/${this.#kind.plural}/x${part}`,
      options,
    );
  }

  scale(spec?: object): object {
    const { namespace } = this.#server;
    return { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "x", namespace }, spec };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#kind[Symbol.asyncDispose]();
  }
}

forEachServer(["embedded", "real"], "the scale of a custom object", (start) => {
  test("can be written where no number of replicas was set, and only read when one is [apiserver/custom-scale-unset]", async ({
    expect,
  }) => {
    await using server = await start();
    await using levers = new Levers(server, "Winch", expect);
    await levers.make({});
    const none = await levers.ask("GET", "/scale");
    expect([none.status, none.json?.message]).toEqual([
      500,
      'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
    ]);
    const other = await levers.ask("PATCH", "/scale", { headers: merge, body: { metadata: { labels: { a: "1" } } } });
    expect([other.status, other.json?.message]).toEqual([
      400,
      'the spec replicas field ".spec.replicas" cannot be empty',
    ]);
    const negative = await levers.ask("PUT", "/scale", { body: levers.scale({ replicas: -1 }) });
    expect(causesOf(negative)).toEqual([".spec.replicas: Invalid value: -1: should be a non-negative integer"]);
    const emptied = await levers.ask("PUT", "/scale", { body: levers.scale() });
    expect([emptied.status, emptied.json?.spec]).toEqual([200, {}]);
    expect((await levers.ask("GET", "")).json?.spec).toEqual({ replicas: 0 });
    await levers.ask("PATCH", "", { headers: json, body: [{ op: "remove", path: "/spec/replicas" }] });
    const patched = await levers.ask("PATCH", "/scale", { headers: merge, body: { spec: { replicas: 2 } } });
    expect([patched.status, patched.json?.spec]).toEqual([200, { replicas: 2 }]);
    expect((await levers.ask("GET", "")).json?.spec).toEqual({ replicas: 2 });
  });

  test("has no number of replicas where the object has nothing at all [apiserver/custom-scale]", async ({ expect }) => {
    await using server = await start();
    await using levers = new Levers(server, "Jack", expect);
    await levers.make({});
    const body = { apiVersion: `${group}/v1`, kind: "Jack", metadata: { name: "x" }, spec: null };
    const applied = async (): Promise<readonly string[]> =>
      causesOf(await levers.ask("PATCH", "?fieldManager=m&force=true", { headers: apply, body }));
    await expect
      .poll(applied, { timeout: 20_000 })
      .toEqual(['spec: Invalid value: "null": spec in body must be of type object: "null"']);
  });

  test("can be applied only as it is [apiserver/custom-scale-applied]", async ({ expect }) => {
    await using server = await start();
    await using levers = new Levers(server, "Hoist", expect);
    await levers.make({ replicas: 3 });
    const applied = async (replicas: number, query = ""): Promise<readonly unknown[]> => {
      const body = levers.scale({ replicas });
      const answer = await levers.ask("PATCH", `/scale?fieldManager=scaler${query}`, { headers: apply, body });
      return [answer.status, answer.json?.message];
    };
    const unknown = "to proper version: request to convert CR to an invalid group/version: autoscaling/v1";
    // The real server knows the schema of what is applied some time after the definition was written.
    await expect.poll(() => applied(3), { timeout: 20_000 }).toEqual([200, undefined]);
    expect(await applied(4, "&force=true")).toEqual([
      500,
      `failed to convert new object (${server.namespace}/x; autoscaling/v1, Kind=Scale) ${unknown}`,
    ]);
    await levers.ask("PATCH", "", { headers: merge, body: { metadata: { managedFields: [{}] } } });
    expect(await applied(3)).toEqual([
      500,
      `failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) ${unknown}`,
    ]);
    expect((await levers.ask("GET", "")).json?.spec).toEqual({ replicas: 3 });
  });
});
