import { getEventListeners, once } from "node:events";
import fc from "fast-check";
import { describe, expectTypeOf, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ApiError, nothing, parseFieldSelector, parseSelector } from "../model/index.ts";
import type { KubeList, WatchEvent } from "../model/index.ts";
import { ConfigMap, Namespace } from "../types/core/v1/index.ts";
import { Client } from "./client.ts";
import { AnswerDecodeError, InvalidRequestError, TransportError, WatchDecodeError } from "./errors.ts";
import type { ResourceClient } from "./resource-client.ts";
import { startScriptedServer } from "./scripted-server.fixture.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";

const settings: ConfigMap = {
  metadata: { name: "settings", namespace: "web", resourceVersion: "5" },
  data: { a: "1" },
};

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function watching(lines: string | Uint8Array): ResourceClient<ConfigMap> {
  return Client.over(scriptedTransport({ body: lines }).send).resource(ConfigMap);
}

describe("requests", () => {
  test("go where the handle, the object or the client says [client/namespaces]", async ({ expect }) => {
    const list = { metadata: {}, items: [] };
    const answers: readonly ScriptedAnswer[] = [{ body: { ...settings, ...list } }];
    const paths = async (use: (maps: ResourceClient<ConfigMap>) => Promise<unknown>): Promise<readonly string[]> => {
      const { send, requests } = scriptedTransport(...answers, { body: settings });
      const client = Client.over(send, { namespace: "own" });
      for (const namespace of [undefined, "", "other"]) {
        await failureOf(use(client.resource(ConfigMap, { namespace })));
      }
      return requests.map(({ path }) => path.replace("/api/v1", "").replace("/configmaps", "").replace(/\?.*/, ""));
    };
    const mine = "/namespaces/own";
    const its = "/namespaces/web";
    const chosen = "/namespaces/other";
    expect(await paths((maps) => maps.list())).toEqual(["", "", chosen]);
    expect(await paths((maps) => maps.watch().next())).toEqual(["", "", chosen]);
    expect(await paths((maps) => maps.get("a"))).toEqual([`${mine}/a`, `${mine}/a`, `${chosen}/a`]);
    expect(await paths((maps) => maps.patch("a", {}))).toEqual([`${mine}/a`, `${mine}/a`, `${chosen}/a`]);
    expect(await paths((maps) => maps.delete("a"))).toEqual([`${mine}/a`, `${mine}/a`, `${chosen}/a`]);
    expect(await paths((maps) => maps.create({ metadata: { generateName: "a-" } }))).toEqual([mine, mine, chosen]);
    expect(await paths((maps) => maps.create(settings))).toEqual([its, its, chosen]);
    expect(await paths((maps) => maps.updateStatus(settings))).toEqual(
      [its, its, chosen].map((namespace) => `${namespace}/settings/status`),
    );
  });

  test("for what lives in no namespace name none [client/namespaces]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { metadata: { name: "a" } } });
    const namespaces = Client.over(send).resource(Namespace, { namespace: "ignored" });
    await namespaces.get("a");
    await namespaces.create({ metadata: { name: "a" } });
    await namespaces.patchStatus("a", { status: { phase: "Active" } });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/v1/namespaces/a",
      "/api/v1/namespaces",
      "/api/v1/namespaces/a/status",
    ]);
  });

  test("carry what was given, with the apiVersion and kind that a server needs [client/verbs]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: settings });
    const maps = Client.over(send).resource(ConfigMap);
    await maps.create(settings);
    await maps.update(settings);
    await maps.patch("settings", { data: { a: null, b: "2" } });
    const preconditions = { uid: "u", resourceVersion: "5" };
    await maps.delete("settings", { preconditions, propagationPolicy: "Foreground", gracePeriodSeconds: 0 });
    await maps.get("settings", { resourceVersion: "0" });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "PUT", "PATCH", "DELETE", "GET"]);
    expect(requests.map(sentBody)).toEqual([
      { apiVersion: "v1", kind: "ConfigMap", ...settings },
      { apiVersion: "v1", kind: "ConfigMap", ...settings },
      { data: { a: null, b: "2" } },
      {
        apiVersion: "v1",
        kind: "DeleteOptions",
        preconditions,
        propagationPolicy: "Foreground",
        gracePeriodSeconds: 0,
      },
      undefined,
    ]);
    expect(requests[2]?.headers["content-type"]).toBe("application/merge-patch+json");
    expect(requests[4]?.path).toContain("?resourceVersion=0");
  });

  test("choose by labels and fields, as text or as selectors [client/selection]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { metadata: {}, items: [] } });
    const maps = Client.over(send).resource(ConfigMap);
    await maps.list({ labelSelector: "a in (b,c)", fieldSelector: "metadata.name=x", limit: 5, continue: "next" });
    await maps.list({ labelSelector: parseSelector("a=b"), fieldSelector: parseFieldSelector("metadata.name=x") });
    await maps.list({ labelSelector: parseSelector("") });
    expect(requests.map(({ path }) => decodeURIComponent(path.replace("/api/v1/configmaps", "")))).toEqual([
      "?labelSelector=a+in+(b,c)&fieldSelector=metadata.name=x&limit=5&continue=next",
      "?labelSelector=a=b&fieldSelector=metadata.name=x",
      "",
    ]);
  });

  test("that should choose nothing are refused instead of choosing everything [client/selection]", async ({
    expect,
  }) => {
    const maps = Client.over(scriptedTransport().send).resource(ConfigMap);
    expect(await failureOf(maps.list({ labelSelector: nothing() }))).toSatisfy(InvalidRequestError.is);
    expect(await failureOf(maps.watch({ labelSelector: nothing() }).next())).toSatisfy(InvalidRequestError.is);
  });

  test("of a client that was closed are refused; its transport is its owner's [client/close]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: settings });
    const client = Client.over(send);
    await client.close();
    await client.close();
    const failure = await failureOf(client.resource(ConfigMap).get("a"));
    expect(failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_CLOSED"));
    expect(requests).toEqual([]);
  });
});

describe("answers", () => {
  test("keep integers beyond 2^53 when they are changed and written back [client/exact-integers]", async ({
    expect,
  }) => {
    const text = '{"metadata":{"name":"a"},"n":9007199254740993,"m":-12345678901234567890}';
    const list = `{"metadata":{},"items":[${text}]}`;
    const { send, requests } = scriptedTransport({ body: text }, { body: list }, { body: text });
    const maps = Client.over(send).resource(ConfigMap);
    const objects = [await maps.get("a"), ...(await maps.list()).items];
    for (const object of objects) await maps.update({ ...object, data: { x: "1" } });
    for (const { body } of requests.slice(2)) {
      const written = new TextDecoder().decode(body);
      expect(written).toContain('"n":9007199254740993,"m":-12345678901234567890,"data":{"x":"1"}');
    }
    expect(requests).toHaveLength(4);
  });

  test("have the type of the resource [client/verbs]", () => {
    const maps = Client.over(scriptedTransport().send).resource(ConfigMap);
    expectTypeOf(maps.get).returns.resolves.toEqualTypeOf<ConfigMap>();
    expectTypeOf(maps.list).returns.resolves.toEqualTypeOf<KubeList<ConfigMap>>();
    expectTypeOf(maps.watch).returns.toEqualTypeOf<AsyncGenerator<WatchEvent<ConfigMap>, void, void>>();
    const { rest } = Client.over(scriptedTransport().send);
    expectTypeOf(rest.get(ConfigMap).namespace("a").name("b").send).returns.resolves.toEqualTypeOf<ConfigMap>();
    expectTypeOf(rest.get(ConfigMap).send).returns.resolves.toEqualTypeOf<KubeList<ConfigMap>>();
    expectTypeOf(rest.delete(ConfigMap).name("b").send).returns.resolves.toEqualTypeOf<unknown>();
  });

  test("that are lists give each item its apiVersion and kind [client/lists]", async ({ expect }) => {
    const list = { apiVersion: "v1", kind: "ConfigMapList", metadata: { resourceVersion: "9", continue: "c" } };
    const get = (items: unknown): Promise<KubeList<ConfigMap>> =>
      Client.over(scriptedTransport({ body: { ...list, items } }).send)
        .resource(ConfigMap)
        .list();
    const item = { apiVersion: "v1", kind: "ConfigMap", ...settings };
    expect(await get([settings, settings])).toEqual({ ...list, items: [item, item] });
    expect(await get(null)).toEqual({ ...list, items: [] });
    for (const broken of [{}, "x", [null], [{}], [{ metadata: {} }]]) {
      expect(await failureOf(get(broken))).toSatisfy(AnswerDecodeError.is);
    }
  });

  test("that are no object are refused [client/answers]", async ({ expect }) => {
    for (const body of [null, [], {}, { metadata: null }, { metadata: { name: 1 } }, "1"]) {
      const maps = Client.over(scriptedTransport({ body: JSON.stringify(body) }).send).resource(ConfigMap);
      expect(await failureOf(maps.get("a"))).toSatisfy(AnswerDecodeError.is);
    }
  });
});

const added = { type: "ADDED", object: { metadata: { name: "é👩‍👩‍👧", resourceVersion: "1" } } };

describe("a watch", () => {
  test("asks for what its options say [client/watch-options]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: "" });
    const maps = Client.over(send).resource(ConfigMap);
    await Array.fromAsync(maps.watch());
    await Array.fromAsync(
      maps.watch({ labelSelector: "a=b", resourceVersion: "5", allowBookmarks: true, timeoutSeconds: 30 }),
    );
    await Array.fromAsync(maps.watch({ allowBookmarks: true, sendInitialEvents: true }));
    expect(requests.map(({ path }) => path.replace("/api/v1/configmaps?", ""))).toEqual([
      "watch=true",
      "labelSelector=a%3Db&watch=true&resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=30",
      "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
    ]);
    expect(requests.every(({ isStream }) => isStream)).toBe(true);
  });

  test("gives the same events wherever the stream is cut, also inside a character [client/watch-any-cut]", async () => {
    const bytes = new TextEncoder().encode(`${JSON.stringify(added)}\n\n`.repeat(3));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length)), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), bytes.length];
        async function* body(): AsyncGenerator<Uint8Array, void, void> {
          for (const [index, end] of ends.entries()) yield bytes.subarray(ends[index - 1] ?? 0, end);
        }
        const client = Client.over(async () => ({ status: 200, headers: {}, body: body() }));
        const events = await Array.fromAsync(client.resource(ConfigMap).watch());
        return JSON.stringify(events) === JSON.stringify([added, added, added]);
      }),
    );
  });

  test("tells bookmarks, and which one ends the initial events [client/watch-bookmarks]", async ({ expect }) => {
    const annotations = { "k8s.io/initial-events-end": "true" };
    const bookmarks = [
      { resourceVersion: "5" },
      { resourceVersion: "6", annotations },
      { resourceVersion: "7", annotations: {} },
    ];
    const lines = bookmarks.map((metadata) => JSON.stringify({ type: "BOOKMARK", object: { metadata } }));
    expect(await Array.fromAsync(watching(`${lines.join("\n")}\n`).watch())).toEqual([
      { type: "BOOKMARK", resourceVersion: "5", endsInitialEvents: false },
      { type: "BOOKMARK", resourceVersion: "6", endsInitialEvents: true },
      { type: "BOOKMARK", resourceVersion: "7", endsInitialEvents: false },
    ]);
  });

  test("throws the failure in its stream after what came before it [client/watch-failure]", async ({ expect }) => {
    const status = { kind: "Status", status: "Failure", reason: "Expired", code: 410, message: "too old" };
    const watch = watching(`${JSON.stringify(added)}\n${JSON.stringify({ type: "ERROR", object: status })}\n`).watch();
    expect((await watch.next()).value).toEqual(added);
    const error = await failureOf(watch.next());
    if (!ApiError.is(error, "Expired")) throw error;
    expect(error).toMatchObject({ status: 410, path: "/api/v1/configmaps", serverMessage: "too old" });
  });

  test("that the server refuses throws the refusal [client/watch-failure]", async ({ expect }) => {
    const maps = Client.over(scriptedTransport({ status: 410, body: "" }).send).resource(ConfigMap);
    expect(await failureOf(maps.watch().next())).toMatchObject({ status: 410 });
  });

  test.for([
    "secret",
    "{",
    "null",
    "[]",
    JSON.stringify({ type: "SECRET", object: {} }),
    JSON.stringify({ type: "ADDED" }),
    JSON.stringify({ type: "DELETED", object: { metadata: {} } }),
    JSON.stringify({ type: "BOOKMARK", object: { metadata: {} } }),
    JSON.stringify({ type: "toString", object: {} }),
    new Uint8Array([0x22, 0xff, 0x22]),
  ])("refuses a line that is no event, without quoting it (%#) [client/watch-decode]", async (line, { expect }) => {
    const bytes = Buffer.concat([Buffer.from(line), Buffer.from("\n")]);
    const error = await failureOf(watching(new Uint8Array(bytes)).watch().next());
    expect(error).toSatisfy(WatchDecodeError.is);
    expect(String(error)).toMatch(/GET \/api\/v1\/configmaps: read an event of the watch: expected/);
    expect(String(error)).not.toContain("secret");
  });

  test("refuses a line that is too long [client/watch-decode]", async ({ expect }) => {
    const client = Client.over(scriptedTransport({ body: "x".repeat(200) }).send, { maxLineBytes: 100 });
    expect(await failureOf(client.resource(ConfigMap).watch().next())).toSatisfy(WatchDecodeError.is);
  });

  test("that was told to is left when it is mute for too long [client/watch-idle-option]", async ({ expect }) => {
    const clock = new VirtualClock();
    let isLeft = false;
    async function* body(): AsyncGenerator<Uint8Array, void, void> {
      yield new TextEncoder().encode(`${JSON.stringify(added)}\n`);
      await new Promise(() => {});
    }
    const chunks = body();
    const leave = async (): Promise<IteratorResult<Uint8Array, void>> => {
      isLeft = true;
      return { done: true, value: undefined };
    };
    const mute = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next(), return: leave }) };
    const client = Client.over(async () => ({ status: 200, headers: {}, body: mute }), { clock });
    const watch = client.resource(ConfigMap).watch({ idleTimeoutMs: 1_000 });
    expect((await watch.next()).value).toEqual(added);
    const failure = failureOf(watch.next());
    await clock.advance(999);
    expect(isLeft).toBe(false);
    await clock.advance(1);
    expect(await failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));
    expect(isLeft).toBe(true);
  });

  test("just ends when the stream ends, also in the middle of a line [client/watch-end]", async ({ expect }) => {
    expect(await Array.fromAsync(watching(`${JSON.stringify(added)}\n{"type":"ADD`).watch())).toEqual([added]);
  });

  test("that is left closes its stream, which the server sees, and lets go of the signal [client/watch-left]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer((_request, response) => {
      response.write(`${JSON.stringify(added)}\n`);
    });
    await using client = Client.connect({ server: server.url, namespace: "default" });
    const { signal } = new AbortController();
    let closed: Promise<unknown> | undefined;
    for await (const event of client.resource(ConfigMap).watch({ signal })) {
      expect(event).toEqual(added);
      expect(getEventListeners(signal, "abort")).toHaveLength(1);
      const [socket] = server.sockets;
      closed = socket && once(socket, "close");
      break;
    }
    await closed;
    expect(server.sockets.size).toBe(0);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("throws the reason when it is aborted, whether its transport throws or ends [client/abort]", async ({
    expect,
  }) => {
    const stop = new AbortController();
    async function* body(): AsyncGenerator<Uint8Array, void, void> {
      yield new TextEncoder().encode(`${JSON.stringify(added)}\n`);
      stop.abort("enough");
    }
    const client = Client.over(async () => ({ status: 200, headers: {}, body: body() }));
    const { signal } = stop;
    expect(await failureOf(Array.fromAsync(client.resource(ConfigMap).watch({ signal })))).toBe("enough");
  });
});
