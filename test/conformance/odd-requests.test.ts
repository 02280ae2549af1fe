import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

forEachServer(["embedded", "real"], "a request", (start) => {
  test("that gives no weight to a form still accepts it, as the last [apiserver/refuses-other-forms]", async ({
    expect,
  }) => {
    await using server = await start();
    const got = async (accept: string): Promise<unknown> => {
      const { status, headers } = await ask(server, `GET /api/v1/namespaces/${server.namespace}`, {
        headers: { accept },
      });
      return [status, headers["content-type"]];
    };
    expect(await got("application/json;q=0")).toEqual([200, "application/json"]);
    expect(await got("*/*;q=0.0")).toEqual([200, "application/json"]);
    expect(await got("application/json;q=0, application/yaml;q=0.1")).toEqual([200, "application/yaml"]);
  });

  test("without a body must not be of a form that is not understood, but for a delete [apiserver/unsupported-media-type]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const headers = { "content-type": "text/plain" };
    for (const [line, status] of [
      [`POST ${maps}`, 415],
      [`PUT ${maps}/a`, 415],
      [`DELETE ${maps}/a`, 404],
    ] as const) {
      expect([line, (await ask(server, line, { text: "", headers })).status]).toEqual([line, status]);
    }
  });

  test("whose timeout is too long to be counted gets 400 [apiserver/timeout]", async ({ expect }) => {
    await using server = await start();
    const { status, json } = await ask(server, `GET /api/v1/namespaces/${server.namespace}?timeout=9999999h`);
    const why = 'invalid timeout specified in the request URL - time: invalid duration "9999999h"';
    expect([status, json?.message]).toEqual([400, why]);
  });

  test("that writes a scale is told of fields that stand twice, or are not known [apiserver/field-validation]", async ({
    expect,
  }) => {
    await using server = await start();
    const sets = `/apis/apps/v1/namespaces/${server.namespace}/replicasets`;
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "a", image: "a" }] } };
    const spec = { replicas: 1, selector: { matchLabels: { a: "b" } }, template };
    await ask(server, `POST ${sets}`, { body: { metadata: { name: "a" }, spec } });
    const text = '{"metadata":{"name":"a"},"spec":{"replicas":2,"replicas":3,"foo":1}}';
    const warned = await ask(server, `PUT ${sets}/a/scale`, { text });
    expect([warned.status, warned.json?.spec]).toEqual([200, { replicas: 3 }]);
    const told = ['duplicate field "spec.replicas"', 'unknown field "spec.foo"'];
    expect(warned.headers["warning"]).toBe(told.map((one) => `299 - ${JSON.stringify(one)}`).join(", "));
    const strict = await ask(server, `PUT ${sets}/a/scale?fieldValidation=Strict`, { text });
    expect([strict.status, strict.json?.message]).toEqual([400, expect.stringContaining("strict decoding error")]);
  });
});
