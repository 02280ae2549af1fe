import { getEventListeners } from "node:events";
import { describe, test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { serverDefaults } from "./defaults.ts";
import type { WatchFrame } from "./registry/index.ts";
import { configMap, eventsOf, networkDefinition, readAnswer, requestTo, send } from "./server.fixture.ts";
import { plainForm } from "./render/form.ts";
import { jsonEncoding } from "./render/json-encoding.ts";
import { Rendering } from "./render/rendering.ts";
import type { WatchedFrames } from "./watch-answer.ts";

const maps = "/api/v1/namespaces/default/configmaps";

function frame(type: WatchFrame["type"], object: string): WatchFrame {
  return { type, object: new TextEncoder().encode(object) };
}

function watched(frames: AsyncIterable<readonly WatchFrame[]>, asking?: AbortSignal): WatchedFrames {
  return { frames, asking, tell: (error) => ({ message: String(error) }) };
}

describe("the body of a watch", () => {
  test("is one line for each event and one piece for each batch [apiserver/watch-lines]", async ({ expect }) => {
    const batches = async function* (): AsyncGenerator<readonly WatchFrame[]> {
      yield [frame("ADDED", '{"a":1}'), frame("MODIFIED", '{"a":2}')];
      yield [];
      yield [frame("DELETED", '{"a":3}')];
    };
    const { headers, body } = new Rendering(plainForm, jsonEncoding).watch(watched(batches()));
    expect(headers).toEqual({ "content-type": "application/json" });
    const pieces: string[] = [];
    for await (const piece of body) pieces.push(new TextDecoder().decode(piece));
    expect(pieces).toEqual([
      '{"type":"ADDED","object":{"a":1}}\n{"type":"MODIFIED","object":{"a":2}}\n',
      '{"type":"DELETED","object":{"a":3}}\n',
    ]);
  });

  test("comes in pieces of a bounded size, and a large object in a piece that is not copied [apiserver/watch-lines]", async ({
    expect,
  }) => {
    const objects = [60_000, 60_000, 60_000, 60_000, 60_000, 900_000, 60_000].map((size) => new Uint8Array(size));
    const batches = async function* (): AsyncGenerator<readonly WatchFrame[]> {
      yield objects.map((object) => ({ type: "ADDED", object }));
    };
    const pieces: Uint8Array[] = [];
    for await (const piece of new Rendering(plainForm, jsonEncoding).watch(watched(batches())).body) pieces.push(piece);
    const large = pieces.filter(({ length }) => length > serverDefaults.chunkBytes);
    expect(large).toHaveLength(1);
    expect(large[0]).toBe(objects[5]);
    expect(pieces.length).toBeLessThan(6);
    const lineBytes = '{"type":"ADDED","object":}\n'.length;
    expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(1_260_000 + objects.length * lineBytes);
  });

  test("tells a failure inside the stream as its last line [apiserver/watch-failure]", async ({ expect }) => {
    const failing = async function* (): AsyncGenerator<readonly WatchFrame[]> {
      yield [frame("ADDED", "{}")];
      throw new Error("broken");
    };
    const { text } = await readAnswer(new Rendering(plainForm, jsonEncoding).watch(watched(failing())));
    expect(text.split("\n")).toEqual([
      '{"type":"ADDED","object":{}}',
      '{"type":"ERROR","object":{"message":"Error: broken"}}',
      "",
    ]);
  });
});

describe("a watch of the server", () => {
  test("goes on from a list without a gap, in order [apiserver/watch-over-http]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${maps}`, { body: configMap("a") });
    const { json } = await send(server, `GET ${maps}`);
    const { resourceVersion } = (json as { metadata: { resourceVersion: string } }).metadata;
    await send(server, `POST ${maps}`, { body: configMap("b") });
    const answer = await server.handle(requestTo(server, `GET ${maps}?watch=true&resourceVersion=${resourceVersion}`));
    expect(answer.status).toBe(200);
    await send(server, `DELETE ${maps}/a`);
    const seen: string[] = [];
    for await (const { type, object } of eventsOf(answer.body)) {
      seen.push(`${type} ${object.kind} ${object.metadata.name}`);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(["ADDED ConfigMap b", "DELETED ConfigMap a"]);
  });

  test("throws the reason when whoever asked is gone, and ends what it held [apiserver/watch-leaves-nothing]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const asking = new AbortController();
    const { signal } = asking;
    await send(server, `POST ${maps}`, { body: configMap("a") });
    const watch = async (): Promise<AsyncIterator<Uint8Array>> => {
      const { body } = await server.handle(requestTo(server, `GET ${maps}?watch=true`, { signal }));
      return body[Symbol.asyncIterator]();
    };
    await watch();
    const left = await watch();
    await left.next();
    expect(getEventListeners(signal, "abort").length).toBeGreaterThan(0);
    await left.return?.();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);

    const read = await watch();
    await read.next();
    const next = read.next();
    const reason = new Error("gone");
    asking.abort(reason);
    await expect(next).rejects.toBe(reason);
    await expect(watch()).rejects.toBe(reason);
  });

  test("of one object is only there on the old paths, where another name contradicts it [apiserver/watch-one]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    const networks = "/apis/example.dev/v1/namespaces/default/networks";
    for (const name of ["a", "b"]) {
      await send(server, `POST ${networks}`, {
        body: { apiVersion: "example.dev/v1", kind: "Network", metadata: { name } },
      });
    }
    expect((await send(server, `GET ${networks}/b?watch=1`)).json).toMatchObject({ kind: "Network" });
    const watched = networks.replace("/v1/", "/v1/watch/");
    const { body } = await server.handle(requestTo(server, `GET ${watched}/b`));
    expect((await eventsOf(body).next()).value?.object.metadata.name).toBe("b");
    const both = await send(server, `GET ${watched}/b?fieldSelector=metadata.name%3Da`);
    const message = "fieldSelector metadata.name doesn't match requested name";
    expect(both).toMatchObject({ status: 400, json: { message } });
    await send(server, `POST ${maps}`, { body: configMap("a") });
    expect((await send(server, `GET ${maps}/a?watch=1`)).json).toMatchObject({ kind: "ConfigMap" });
  });

  test("with options that contradict each other is refused before it starts [apiserver/watch-refused]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const answer = await server.handle(requestTo(server, `GET ${maps}?watch=true&sendInitialEvents=true`));
    expect(answer.status).toBe(422);
    expect((await readAnswer(answer)).json).toMatchObject({ kind: "Status", reason: "Invalid", code: 422 });
  });
});

describe("the old paths of watches", () => {
  test("watch a collection or one object, and nothing else can be done there [apiserver/watch-path]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name) });
    const names = async (path: string): Promise<readonly string[]> => {
      const { status, text } = await send(server, `GET ${path}?timeoutSeconds=1&resourceVersion=0`);
      expect(status).toBe(200);
      const lines = text.split("\n").filter((line) => line !== "");
      return lines.map((line) => (JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name);
    };
    expect(await names("/api/v1/watch/namespaces/default/configmaps")).toEqual(["a", "b"]);
    expect(await names("/api/v1/watch/namespaces/default/configmaps/b")).toEqual(["b"]);
    expect((await send(server, "POST /api/v1/watch/configmaps", { body: configMap("c") })).status).toBe(405);
    expect((await send(server, "GET /api/v1/watch/none")).status).toBe(404);
  });
});
