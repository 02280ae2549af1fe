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
    for (const body of [{}, { metadata: { labels: { a: "1" } } }]) {
      const left = await levers.ask("PATCH", "/scale", { headers: merge, body });
      expect([left.status, left.json?.message]).toEqual([
        400,
        'the spec replicas field ".spec.replicas" cannot be empty',
      ]);
    }
    const negative = await levers.ask("PUT", "/scale", { body: levers.scale({ replicas: -1 }) });
    expect(causesOf(negative)).toEqual([".spec.replicas: Invalid value: -1: should be a non-negative integer"]);
    const other = { metadata: { name: "x", namespace: server.namespace, uid: "another" }, spec: { replicas: 2 } };
    expect((await levers.ask("PUT", "/scale", { body: { ...levers.scale(), ...other } })).status).toBe(409);
    const emptied = await levers.ask("PUT", "/scale", { body: levers.scale() });
    expect([emptied.status, emptied.json?.spec]).toEqual([200, {}]);
    expect((await levers.ask("GET", "")).json?.spec).toEqual({ replicas: 0 });
    await levers.ask("PATCH", "", { headers: json, body: [{ op: "remove", path: "/spec/replicas" }] });
    for (const [replicas, shown] of [
      [0, {}],
      [2, { replicas: 2 }],
    ] as const) {
      const patched = await levers.ask("PATCH", "/scale", { headers: merge, body: { spec: { replicas } } });
      expect([patched.status, patched.json?.spec]).toEqual([200, shown]);
      expect((await levers.ask("GET", "")).json).toMatchObject({ spec: { replicas } });
    }
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

  test("is not written where the object was made before its kind could be scaled, and has something else [apiserver/custom-scale]", async ({
    expect,
  }) => {
    await using server = await start();
    await using kind = new CustomKind(server, { group, kind: "Pulley" }, expect);
    const any = { "x-kubernetes-preserve-unknown-fields": true };
    const schema = {
      openAPIV3Schema: { type: "object", properties: { spec: any, status: { type: "object", ...any } } },
    };
    await kind.define([{ name: "v1", schema }]);
    await kind.untilServed("v1");
    const replicas = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    const cases = [
      [
        "list",
        { spec: [1, 2] },
        ".spec.replicas accessor error: [1 2] is of the type []interface {}, expected map[string]interface{}",
      ],
      ["text", { spec: { replicas: "5" } }, ".spec.replicas accessor error: 5 is of the type string, expected int64"],
      [
        "null",
        { spec: { replicas: null } },
        ".spec.replicas accessor error: <nil> is of the type <nil>, expected int64",
      ],
      [
        "found",
        { spec: { replicas: 1 }, status: { replicas: "x" } },
        ".status.replicas accessor error: x is of the type string, expected int64",
      ],
    ] as const;
    for (const [name, object] of cases) await kind.at("v1").create({ metadata: { name }, ...object });
    const path = `/apis/${group}/v1/namespaces/${server.namespace}/${kind.plural}`;
    const large = `{"apiVersion":"${group}/v1","kind":"Pulley","metadata":{"name":"large"},"spec":{"replicas":9007199254740993}}`;
    expect((await ask(server, `POST ${path}`, { text: large })).status).toBe(201);
    await kind.define([{ name: "v1", schema, subresources: { status: {}, scale: replicas } }]);
    await expect
      .poll(async () => (await ask(server, `GET ${path}/large/scale`)).json?.spec, { timeout: 20_000 })
      .toEqual({
        replicas: 1,
      });
    const body = { spec: { replicas: 4 } };
    for (const [name, object, message] of cases) {
      const read = await ask(server, `GET ${path}/${name}/scale`);
      const written = await ask(server, `PATCH ${path}/${name}/scale`, { headers: merge, body });
      expect([read, written].map(({ status, json }) => [status, json?.message])).toEqual([
        [500, message],
        [500, message],
      ]);
      expect((await ask(server, `GET ${path}/${name}`)).json).toMatchObject(object);
    }
    expect((await ask(server, `PATCH ${path}/large/scale`, { headers: merge, body })).json?.spec).toEqual(body.spec);
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
