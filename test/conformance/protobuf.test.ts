import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import * as kinds from "../../src/kinds.ts";
import { apiVersionOf, exactIntegerText, parseJson } from "../../src/model/index.ts";
import type { JsonObject, Resource } from "../../src/model/index.ts";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec, splitProtobufFrames } from "../../src/wire/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";
import { samples } from "./protobuf-objects.fixture.ts";

const codec = createProtobufCodec(protobufTables);
const protobuf = "application/vnd.kubernetes.protobuf";
const json = "application/json";

interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

interface Call {
  readonly method?: string;
  readonly accept: string;
  readonly body?: JsonObject | Uint8Array;
}

async function call(server: TestServer, path: string, { method = "GET", accept, body }: Call): Promise<Answer> {
  const isBytes = body instanceof Uint8Array;
  const { status, body: chunks } = await server.transport({
    method,
    path,
    headers: {
      accept,
      authorization: `Bearer ${server.token}`,
      ...(body === undefined ? {} : { "content-type": isBytes ? protobuf : json }),
    },
    ...(body === undefined ? {} : { body: isBytes ? body : new TextEncoder().encode(JSON.stringify(body)) }),
  });
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(Uint8Array.from(chunk));
  return { status, bytes: Buffer.concat(parts) };
}

/**
 * The JSON of an answer, its integers exactly, but for the one thing that protobuf has no place for: which kind the claim templates of a
 * stateful set are.
 */
function parse({ bytes }: Answer): JsonObject {
  const unnamed = ({ apiVersion: _apiVersion, kind: _kind, ...template }: JsonObject): JsonObject => template;
  const visit = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      return items.map((item) => (key === "volumeClaimTemplates" ? unnamed(item as JsonObject) : visit("", item)));
    }
    if (typeof value !== "object" || value === null || exactIntegerText(value) !== undefined) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(name, member)]));
  };
  return visit("", parseJson(new TextDecoder().decode(bytes))) as JsonObject;
}

/** What two runs of the same request may differ in. */
function withoutChance(object: Readonly<Record<string, unknown>>): object {
  const {
    uid: _uid,
    creationTimestamp: _time,
    resourceVersion: _version,
    managedFields: _fields,
    ...metadata
  } = object["metadata"] as Record<string, unknown>;
  return { ...object, metadata };
}

/** All but the one whose objects the server makes up anew each time, in any order. */
const builtIn = Object.values<Resource>(kinds).filter(
  ({ kind, verbs }) => verbs.includes("list") && kind !== "ComponentStatus",
);

function collection(resource: Resource): string {
  const apiVersion = apiVersionOf(resource);
  return `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion}/${resource.plural}`;
}

forEachServer(["real"], "protobuf", (start) => {
  test("every kind that the server lists decodes to what it lists as JSON [wire/protobuf-real-server]", async ({
    expect,
  }) => {
    await using server = await start();
    let items = 0;
    for (const resource of builtIn) {
      const path = collection(resource);
      const answer = await call(server, path, { accept: protobuf });
      expect(answer.status, path).toBe(200);
      const list = codec.decode(answer.bytes) as JsonObject & {
        readonly metadata: { readonly resourceVersion: string };
      };
      // The very same state, whatever other tests do meanwhile.
      const exact = `${path}?resourceVersionMatch=Exact&resourceVersion=${list.metadata.resourceVersion}`;
      const expected = parse(await call(server, exact, { accept: json }));
      expect(list, path).toEqual(expected);
      items += (list["items"] as readonly unknown[]).length;
    }
    expect(builtIn.length).toBeGreaterThan(50);
    expect(items).toBeGreaterThan(100);
  });

  test("what we encode the server takes for what it takes as JSON, and what it sends decodes to its JSON [wire/protobuf-real-server]", async ({
    expect,
  }) => {
    await using server = await start();
    for (const { path, object } of samples) {
      const place = path(server.namespace);
      const name = `${String(object["kind"])} ${(object["metadata"] as { readonly name: string }).name}`;
      const dryRun = `${place}?dryRun=All`;
      const wanted = await call(server, dryRun, { method: "POST", accept: json, body: object });
      expect.soft(wanted.status, `${name} ${Buffer.from(wanted.bytes).toString()}`).toBe(201);
      const taken = await call(server, dryRun, { method: "POST", accept: protobuf, body: codec.encode(object) });
      expect.soft(taken.status, name).toBe(201);
      expect.soft(withoutChance(codec.decode(taken.bytes)), name).toEqual(withoutChance(parse(wanted)));
    }
  });

  test("an object that is made, read, written back and listed as protobuf stays what JSON says [wire/protobuf-real-server]", async ({
    expect,
  }) => {
    await using server = await start();
    for (const { path, object } of samples.filter(({ object: { kind } }) => kind !== "CustomResourceDefinition")) {
      const place = path(server.namespace);
      const { name } = object["metadata"] as { readonly name: string };
      const made = await call(server, place, { method: "POST", accept: protobuf, body: codec.encode(object) });
      const own = `${place}/${name}`;
      try {
        expect(made.status, own).toBe(201);
        const read = codec.decode((await call(server, own, { accept: protobuf })).bytes);
        expect(read, own).toEqual(parse(await call(server, own, { accept: json })));
        const back = await call(server, own, { method: "PUT", accept: protobuf, body: codec.encode(read) });
        const written = codec.decode(back.bytes);
        expect(withoutChance(written), own).toEqual(withoutChance(read));
        const list = codec.decodeList((await call(server, place, { accept: protobuf })).bytes);
        const item = list.items.find((bytes) => codec.open(bytes, list.itemKind).name === name) ?? new Uint8Array();
        expect(codec.decode(item, list.itemKind), own).toEqual(written);
      } finally {
        if (!own.includes(server.namespace)) await call(server, own, { method: "DELETE", accept: json });
      }
    }
  });

  test("a list that is read as it arrives has the items that it has as a whole [wire/protobuf-real-server]", async ({
    expect,
  }) => {
    await using server = await start();
    const path = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    const { body } = await server.transport({
      method: "GET",
      path,
      headers: { accept: protobuf, authorization: `Bearer ${server.token}` },
    });
    const names: (string | undefined)[] = [];
    const fields = await codec.splitList(body, {
      maxItemBytes: 1_000_000,
      maxHeadBytes: 10_000,
      now: () => realClock.monotonic(),
      yieldTurn: () => Promise.resolve(),
      onItem: (item, kind) => void names.push(codec.open(item, kind).name),
    });
    const whole = codec.decodeList((await call(server, path, { accept: protobuf })).bytes);
    expect(fields.itemKind).toEqual({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" });
    expect(names.length).toBeGreaterThan(40);
    expect(names).toEqual(expect.arrayContaining(whole.items.map((item) => codec.open(item, whole.itemKind).name)));
  });

  test("a watch sends frames whose objects decode to their JSON, bookmarks too [wire/protobuf-real-server]", async ({
    expect,
  }) => {
    await using server = await start();
    const place = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const object = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "seen", annotations: { a: "ß" } },
      data: { a: "1" },
    };
    await call(server, place, { method: "POST", accept: json, body: object });
    const initial = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const { body } = await server.transport({
      method: "GET",
      path: `${place}?${initial}`,
      headers: { accept: `${protobuf};stream=watch`, authorization: `Bearer ${server.token}` },
      isStream: true,
      signal: realClock.timeout(20_000),
    });
    const events: { readonly type: string; readonly object: object }[] = [];
    for await (const frames of splitProtobufFrames(body, { maxFrameBytes: 1_000_000 })) {
      for (const frame of frames) {
        const event = codec.decodeWatchEvent(frame);
        events.push({ type: event.type, object: codec.decode(event.object) });
      }
      if (events.some(({ type }) => type === "BOOKMARK")) break;
    }
    expect(events[0]).toEqual({ type: "ADDED", object: parse(await call(server, `${place}/seen`, { accept: json })) });
    expect(events.at(-1)).toMatchObject({
      type: "BOOKMARK",
      object: { kind: "ConfigMap", metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
    });
  });

  test("a failure comes as a Status [wire/protobuf-real-server]", async ({ expect }) => {
    await using server = await start();
    const path = `/api/v1/namespaces/${server.namespace}/configmaps/missing`;
    const { status, bytes } = await call(server, path, { accept: protobuf });
    expect(status).toBe(404);
    expect(codec.decode(bytes)).toEqual(parse(await call(server, path, { accept: json })));
  });

  test("bytes that are no object are refused by the server [wire/protobuf-real-server]", async ({ expect }) => {
    await using server = await start();
    const bytes = codec.encode({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "cut" }, data: { a: "b" } });
    const path = `/api/v1/namespaces/${server.namespace}/configmaps`;
    const cut = await call(server, path, { method: "POST", accept: protobuf, body: bytes.subarray(0, -12) });
    expect(cut.status).toBe(400);
    expect(codec.decode(cut.bytes)).toMatchObject({ kind: "Status", status: "Failure" });
  });
});
