import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import type { Client, ResourceClient } from "../../src/client/index.ts";
import { joinCluster } from "../../src/cluster/index.ts";
import { ApiError, findApiError } from "../../src/model/index.ts";
import type { ObjectOf, WatchEvent } from "../../src/model/index.ts";
import { defineResource, jsonSchema } from "../../src/schema/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const Widget = defineResource({
  group: "conformance.setpoint.dev",
  version: "v1",
  kind: "Widget",
  spec: jsonSchema<{ readonly size: number; readonly colour?: string | undefined }>({
    type: "object",
    properties: { size: { type: "integer" }, colour: { type: "string" } },
  }),
  status: jsonSchema<{ readonly ready: boolean }>({ type: "object", properties: { ready: { type: "boolean" } } }),
});
type Widget = ObjectOf<typeof Widget>;

const small = { metadata: { name: "small" }, spec: { size: 1 } };

/** A server that serves widgets, and a client of it. */
interface Stage extends AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
  /** Those of the test's namespace. */
  readonly widgets: ResourceClient<Widget>;
}

async function stageOn(start: () => Promise<TestServer>): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await start());
  const client = opened.use(server.connect());
  opened.use(await joinCluster(client, { resources: [Widget] }));
  const owned = opened.move();
  const widgets = client.resource(Widget, { namespace: server.namespace });
  return { server, client, widgets, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** What a client can tell of a failure. */
async function failureOf(promise: Promise<unknown>): Promise<object> {
  try {
    await promise;
    return { failed: false };
  } catch (error) {
    const found = findApiError(error);
    if (found === undefined) throw error;
    const { status, reason, serverMessage, details } = found;
    return { status, reason, message: serverMessage, name: details.name, kind: details.kind, group: details.group };
  }
}

async function take<T>(events: AsyncGenerator<T, void, void>, count: number): Promise<readonly T[]> {
  const taken: T[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

function told(event: WatchEvent<Widget>): string {
  return event.type === "BOOKMARK"
    ? event.type
    : `${event.type} ${event.object.metadata.name} ${event.object.spec.size}`;
}

forEachServer(["embedded", "real"], "an object", (start) => {
  test("gets its metadata from the server, whatever the client sent [apiserver/create-fills-in]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { server, client } = stage;
    const metadata = { name: "a", uid: "mine", generation: 7, creationTimestamp: "2001-01-01T00:00:00Z" };
    const made = await client.resource(Widget).create({ metadata, spec: { size: 1 }, status: { ready: true } });
    expect(made.metadata).toMatchObject({ name: "a", namespace: server.namespace, generation: 1 });
    expect(made.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made.metadata.creationTimestamp).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(made.metadata.creationTimestamp).not.toBe(metadata.creationTimestamp);
    expect(made.metadata.resourceVersion).toMatch(/^[1-9]\d*$/);
    expect(made).not.toHaveProperty("status");
    expect(await client.resource(Widget).get("a")).toEqual(made);
    const { items } = await client.resource(Widget, { namespace: server.namespace }).list();
    expect(items).toEqual([made]);
  });

  test("can leave its name to the server [apiserver/create-generates-name]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const { metadata } = await client.resource(ConfigMap).create({ metadata: { generateName: "made-" } });
    expect(metadata.name).toMatch(/^made-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  test("counts generations of its spec only, and keeps status and spec apart [apiserver/generation, apiserver/status-subresource]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { widgets } = stage;
    const made = await widgets.create(small);
    const labelled = await widgets.patch("small", { metadata: { labels: { a: "b" } } });
    expect(labelled.metadata.generation).toBe(1);
    const grown = await widgets.update({ ...labelled, spec: { size: 2 }, status: { ready: true } });
    expect(grown).toMatchObject({ metadata: { generation: 2 }, spec: { size: 2 } });
    expect(grown).not.toHaveProperty("status");
    const ready = await widgets.updateStatus({ ...grown, spec: { size: 9 }, status: { ready: true } });
    expect(ready).toMatchObject({ metadata: { generation: 2 }, spec: { size: 2 }, status: { ready: true } });
    const kept = await widgets.patch("small", { spec: { colour: "red" } });
    expect(kept).toMatchObject({
      metadata: { generation: 3 },
      spec: { size: 2, colour: "red" },
      status: { ready: true },
    });
    const unready = await widgets.patchStatus("small", { status: { ready: false } });
    expect(unready).toMatchObject({ metadata: { generation: 3, uid: made.metadata.uid }, status: { ready: false } });
  });

  test("is not written when nothing changes [apiserver/no-op]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const made = await client.resource(ConfigMap).create({ metadata: { name: "same" }, data: { a: "1" } });
    const same = await client.resource(ConfigMap).update(made);
    expect(same.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
    const patched = await client.resource(ConfigMap).patch("same", { data: { a: "1" } });
    expect(patched.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
  });

  test("with a finalizer stays until that is taken away [apiserver/finalizers]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { widgets } = stage;
    const finalizers = ["conformance.setpoint.dev/hold"];
    const made = await widgets.create({ metadata: { name: "held", finalizers }, spec: { size: 1 } });
    await widgets.delete("held");
    const held = await widgets.get("held");
    expect(held.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2, finalizers });
    expect(held.metadata.deletionTimestamp).toMatch(/Z$/);
    await widgets.delete("held");
    expect((await widgets.get("held")).metadata.resourceVersion).toBe(held.metadata.resourceVersion);
    const added = failureOf(widgets.patch("held", { metadata: { finalizers: [...finalizers, "a.b/c"] } }));
    expect(await added).toMatchObject({ status: 422, reason: "Invalid" });
    const following = widgets.watch({
      resourceVersion: held.metadata.resourceVersion,
      signal: realClock.timeout(5_000),
    });
    await widgets.patch("held", { metadata: { finalizers: null } });
    expect(await failureOf(widgets.get("held"))).toMatchObject({ status: 404 });
    const [event] = await take(following, 1);
    expect(event).toMatchObject({ type: "DELETED", object: { metadata: { uid: made.metadata.uid, finalizers } } });
  });

  test("is followed from any version without a gap, and the watch ends when it is left [apiserver/watch-from-version]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { widgets } = stage;
    const { metadata } = await widgets.list();
    const signal = realClock.timeout(10_000);
    await widgets.create(small);
    await widgets.patch("small", { spec: { size: 2 } });
    await widgets.delete("small");
    const events = await take(widgets.watch({ resourceVersion: metadata.resourceVersion, signal }), 3);
    expect(events.map(told)).toEqual(["ADDED small 1", "MODIFIED small 2", "DELETED small 2"]);
    const versions = events.map((event) => (event.type === "BOOKMARK" ? "" : event.object.metadata.resourceVersion));
    expect(new Set(versions).size).toBe(3);
  });

  test("is among the initial events of a watch that asks for them, and a bookmark ends these [apiserver/watch-initial-events]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { widgets } = stage;
    await widgets.create(small);
    const signal = realClock.timeout(10_000);
    const watch = widgets.watch({ sendInitialEvents: true, allowBookmarks: true, signal });
    const [first, second] = await take(watch, 2);
    expect(first).toMatchObject({ type: "ADDED", object: { metadata: { name: "small" } } });
    expect(second).toMatchObject({ type: "BOOKMARK", endsInitialEvents: true });
    const [synthetic] = await take(widgets.watch({ signal }), 1);
    expect(synthetic).toMatchObject({ type: "ADDED", object: { metadata: { name: "small" } } });
  });

  test("is selected by labels and by name, and leaves a watch when it no longer fits [apiserver/selectors]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { widgets } = stage;
    const red = await widgets.create({ metadata: { name: "red", labels: { colour: "red" } }, spec: { size: 1 } });
    await widgets.create({ metadata: { name: "blue", labels: { colour: "blue" } }, spec: { size: 1 } });
    const names = (items: readonly Widget[]): readonly string[] => items.map(({ metadata }) => metadata.name);
    expect(names((await widgets.list({ labelSelector: "colour=red" })).items)).toEqual(["red"]);
    expect(names((await widgets.list({ labelSelector: "colour in (red,blue)" })).items)).toEqual(["blue", "red"]);
    expect(names((await widgets.list({ fieldSelector: "metadata.name=blue" })).items)).toEqual(["blue"]);
    expect(await failureOf(widgets.list({ fieldSelector: "spec.size=1" }))).toMatchObject({
      status: 400,
      reason: "BadRequest",
    });
    const { resourceVersion } = (await widgets.list()).metadata;
    await widgets.patch("red", { metadata: { labels: { colour: "green" } } });
    await widgets.patch("blue", { metadata: { labels: { colour: "red" } } });
    const signal = realClock.timeout(10_000);
    const events = await take(widgets.watch({ resourceVersion, labelSelector: "colour=red", signal }), 2);
    expect(events.map(told)).toEqual(["DELETED red 1", "ADDED blue 1"]);
    expect(events[0]).toMatchObject({ object: { metadata: { uid: red.metadata.uid, labels: { colour: "red" } } } });
  });
});

forEachServer(["embedded", "real"], "a refusal", (start) => {
  test("says what is missing, taken or outdated [apiserver/create-taken, apiserver/update-stale, apiserver/delete-preconditions]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { widgets } = stage;
    const details = { name: "small", group: "conformance.setpoint.dev", kind: "widgets" };
    expect(await failureOf(widgets.get("small"))).toEqual({
      status: 404,
      reason: "NotFound",
      message: 'widgets.conformance.setpoint.dev "small" not found',
      ...details,
    });
    const made = await widgets.create(small);
    expect(await failureOf(widgets.create(small))).toEqual({
      status: 409,
      reason: "AlreadyExists",
      message: 'widgets.conformance.setpoint.dev "small" already exists',
      ...details,
    });
    await widgets.patch("small", { spec: { size: 2 } });
    expect(await failureOf(widgets.update({ ...made, spec: { size: 3 } }))).toEqual({
      status: 409,
      reason: "Conflict",
      message:
        'Operation cannot be fulfilled on widgets.conformance.setpoint.dev "small": the object has been modified; ' +
        "please apply your changes to the latest version and try again",
      ...details,
    });
    const { resourceVersion: _none, ...metadata } = made.metadata;
    expect(await failureOf(widgets.update({ ...made, metadata }))).toMatchObject({ status: 422, reason: "Invalid" });
    const stale = { metadata: { resourceVersion: made.metadata.resourceVersion ?? "" }, spec: { size: 4 } };
    expect(await failureOf(widgets.patch("small", stale))).toMatchObject({ status: 409, reason: "Conflict" });
    expect(await failureOf(widgets.delete("small", { preconditions: { uid: "other" } }))).toMatchObject({
      status: 409,
      reason: "Conflict",
    });
    expect((await widgets.get("small")).spec.size).toBe(2);
  });

  test("names the field that is wrong [apiserver/metadata-rules]", async ({ expect }) => {
    await using server = await start();
    await using client = server.connect();
    const maps = client.resource(ConfigMap);
    expect(await failureOf(maps.create({ metadata: {} }))).toMatchObject({ status: 422, reason: "Invalid" });
    const bad = maps.create({ metadata: { name: "Not_A_Name" } });
    const error = await bad.catch((caught: unknown) => caught);
    expect(ApiError.is(error, "Invalid")).toBe(true);
    expect((error as ApiError).causes).toMatchObject([{ reason: "FieldValueInvalid", field: "metadata.name" }]);
    const labelled = maps.create({ metadata: { name: "a", labels: { "bad key": "x" } } });
    expect(await failureOf(labelled)).toMatchObject({ status: 422, reason: "Invalid" });
    const elsewhere = client.resource(ConfigMap, { namespace: "nowhere" }).create({ metadata: { name: "a" } });
    expect(await failureOf(elsewhere)).toMatchObject({ status: 404, message: 'namespaces "nowhere" not found' });
  });

  test("meets a body that is not JSON, and a kind that nobody serves [apiserver/bad-body, apiserver/not-found-elsewhere]", async ({
    expect,
  }) => {
    await using server = await start();
    const headers = {
      authorization: `Bearer ${server.token}`,
      "content-type": "application/json",
      accept: "application/json",
    };
    const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const send = async (method: string, where: string, body?: string): Promise<readonly [number, string]> => {
      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const answer = await server.transport({ method, path: where, headers, body: bytes });
      return [answer.status, await textOf(answer.body)];
    };
    for (const body of [
      "{",
      "[]",
      '"text"',
      '{"metadata":5}',
      '{"kind":"Secret","apiVersion":"v1","metadata":{"name":"a"}}',
    ]) {
      const [status, text] = await send("POST", path, body);
      expect([status, (JSON.parse(text) as { reason: string }).reason], body).toEqual([400, "BadRequest"]);
    }
    expect((await send("GET", "/apis/nobody.dev/v1/things"))[0]).toBe(404);
    expect((await send("GET", "/api/v1/things"))[0]).toBe(404);
    expect((await send("PUT", path, "{}"))[0]).toBe(405);
  });

  test("meets a wrong or missing credential before anything else [apiserver/credential-needed]", async ({ expect }) => {
    await using server = await start();
    for (const authorization of [undefined, "Bearer wrong-credential", "Basic YTpi", "Bearer "]) {
      const headers = authorization === undefined ? {} : { authorization };
      const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
      const answer = await server.transport({ method: "GET", path, headers });
      const text = await textOf(answer.body);
      expect([401, 403], String(authorization)).toContain(answer.status);
      expect(text).not.toContain("wrong-credential");
      if (server.name === "embedded") expect(JSON.parse(text)).toMatchObject({ code: 401, reason: "Unauthorized" });
    }
  });

  test("meets a watch from a version that is no longer known, and the stream ends [apiserver/watch-expired]", async ({
    expect,
  }) => {
    await using stage = await stageOn(start);
    const { server, client } = stage;
    await client.resource(Widget).create(small);
    const watch = client.resource(Widget).watch({ resourceVersion: "1", signal: realClock.timeout(10_000) });
    server.compact?.();
    const error = await take(watch, 1).catch((caught: unknown) => caught);
    expect(ApiError.is(error, "Expired")).toBe(true);
    expect((error as ApiError).status).toBe(410);
  });
});

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text;
}
