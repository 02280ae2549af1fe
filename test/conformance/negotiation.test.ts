import { buffer } from "node:stream/consumers";
import { test } from "vitest";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec, splitProtobufFrames } from "../../src/wire/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const codec = createProtobufCodec(protobufTables);
const protobuf = "application/vnd.kubernetes.protobuf";
const meta = "g=meta.k8s.io;v=v1";

interface Sent {
  readonly accept?: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
  readonly json: unknown;
}

async function send(server: TestServer, line: string, { accept, type, body }: Sent = {}): Promise<Answer> {
  const [method = "", path = ""] = line.replace("{maps}", mapsOf(server)).split(" ");
  const headers = {
    authorization: `Bearer ${server.token}`,
    ...(accept === undefined ? {} : { accept }),
    ...(type === undefined ? {} : { "content-type": type }),
  };
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const answer = await server.transport({ method, path, headers, ...(bytes === undefined ? {} : { body: bytes }) });
  const read = await buffer(answer.body);
  return { status: answer.status, type: answer.headers["content-type"], bytes: read, json: jsonOf(read.toString()) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mapsOf({ namespace }: TestServer): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

async function createMap(server: TestServer, name: string): Promise<void> {
  const body = JSON.stringify({ metadata: { name }, data: { k: "v" } });
  await send(server, "POST {maps}", { type: "application/json", body });
}

/** What a watch has sent in protobuf. */
async function eventsOf({ bytes }: Answer): Promise<readonly ReturnType<typeof codec.decodeWatchEvent>[]> {
  const frames: Uint8Array[] = [];
  const chunks = (async function* () {
    yield bytes;
  })();
  for await (const some of splitProtobufFrames(chunks, { maxFrameBytes: 100_000 })) frames.push(...some);
  return frames.map((frame) => codec.decodeWatchEvent(frame));
}

forEachServer(["embedded", "real"], "content negotiation", (start) => {
  test("protobuf goes in and out, and says what JSON says [apiserver/protobuf]", async ({ expect }) => {
    await using server = await start();
    const body = codec.encode({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { k: "v" } });
    const created = await send(server, "POST {maps}", { type: protobuf, accept: protobuf, body });
    expect([created.status, created.type]).toEqual([201, protobuf]);
    const { json } = await send(server, "GET {maps}/a");
    expect(codec.decode(created.bytes)).toEqual(json);
    const list = await send(server, "GET {maps}?fieldSelector=metadata.name=a", { accept: protobuf });
    expect(codec.decode(list.bytes)).toMatchObject({ kind: "ConfigMapList", items: [{ data: { k: "v" } }] });
    const missing = await send(server, "GET {maps}/none", { accept: protobuf });
    expect(codec.decode(missing.bytes)).toEqual((await send(server, "GET {maps}/none")).json);
  });

  test("the events of a watch come in frames of protobuf [apiserver/protobuf-watch]", async ({ expect }) => {
    await using server = await start();
    await createMap(server, "a");
    const path = "{maps}?watch=true&fieldSelector=metadata.name=a&timeoutSeconds=1";
    const watch = await send(server, `GET ${path}`, { accept: protobuf });
    expect(watch.type).toBe(`${protobuf};stream=watch`);
    const events = await eventsOf(watch);
    expect(events.map(({ type }) => type)).toEqual(["ADDED"]);
    const [event] = events;
    expect(codec.decode(event?.object ?? new Uint8Array())).toEqual((await send(server, "GET {maps}/a")).json);
  });

  test("YAML goes in and out [apiserver/yaml]", async ({ expect }) => {
    await using server = await start();
    const body = "metadata: {name: a}\ndata:\n  on: 'yes'\n  time: 2020-01-01\n  text: |\n    two\n    lines\n";
    const created = await send(server, "POST {maps}", { type: "application/yaml", accept: "application/json", body });
    expect(created).toMatchObject({
      status: 201,
      json: { data: { true: "yes", time: "2020-01-01", text: "two\nlines\n" } },
    });
    const read = await send(server, "GET {maps}/a", { accept: "application/yaml" });
    expect(read.type).toBe("application/yaml");
    expect(new TextDecoder().decode(read.bytes)).toContain(
      'data:\n  text: |\n    two\n    lines\n  time: "2020-01-01"\n  "true": "yes"\n',
    );
  });

  test("metadata is had alone [apiserver/metadata-only]", async ({ expect }) => {
    await using server = await start();
    await createMap(server, "a");
    const { metadata } = (await send(server, "GET {maps}/a")).json as { readonly metadata: object };
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata };
    const one = await send(server, "GET {maps}/a", { accept: `application/json;as=PartialObjectMetadata;${meta}` });
    expect(one.json).toEqual(partial);
    const inProtobuf = await send(server, "GET {maps}/a", { accept: `${protobuf};as=PartialObjectMetadata;${meta}` });
    expect(codec.decode(inProtobuf.bytes)).toEqual(partial);
    const accept = `application/json;as=PartialObjectMetadataList;${meta}`;
    const list = await send(server, "GET {maps}?fieldSelector=metadata.name=a", { accept });
    expect(list.json).toMatchObject({ kind: "PartialObjectMetadataList", items: [partial] });
  });

  test("metadata is had in protobuf in its first version, too [apiserver/metadata-only]", async ({ expect }) => {
    await using server = await start();
    await createMap(server, "a");
    const first = (kind: string): string => `${protobuf};as=${kind};g=meta.k8s.io;v=v1beta1`;
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1beta1" };
    const one = await send(server, "GET {maps}/a", { accept: first("PartialObjectMetadata") });
    expect(codec.decode(one.bytes)).toMatchObject({ ...partial, metadata: { name: "a" } });
    const chosen = "GET {maps}?fieldSelector=metadata.name=a";
    const list = await send(server, chosen, { accept: first("PartialObjectMetadataList") });
    expect(codec.decode(list.bytes)).toMatchObject({
      kind: "PartialObjectMetadataList",
      apiVersion: "meta.k8s.io/v1beta1",
      metadata: { resourceVersion: expect.any(String) },
      items: [{ metadata: { name: "a" } }],
    });
    const watch = await send(server, `${chosen}&watch=true&timeoutSeconds=1`, {
      accept: first("PartialObjectMetadata"),
    });
    expect((await eventsOf(watch)).map(({ object }) => codec.decode(object))).toMatchObject([
      { ...partial, metadata: { name: "a" } },
    ]);
  });

  test("what cannot be had or read is refused in the same words [apiserver/not-acceptable]", async ({ expect }) => {
    await using server = await start();
    await createMap(server, "a");
    const told: unknown[] = [];
    for (const [line, sent] of [
      ["GET {maps}", { accept: "text/html" }],
      ["GET {maps}", { accept: `application/json;as=Other;${meta}` }],
      ["GET {maps}/a", { accept: `application/json;${meta}` }],
      ["GET {maps}?watch=true", { accept: "application/json;v=v1" }],
      ["GET {maps}/a", { accept: "application/json;sv=v2" }],
      ["GET /apis/apps/v1", { accept: "application/json;sv=v1" }],
      ["GET {maps}?watch=true", { accept: "text/html" }],
      ["GET {maps}", { accept: `application/json;as=PartialObjectMetadata;${meta}` }],
      ["GET {maps}/a", { accept: `application/json;as=PartialObjectMetadataList;${meta}` }],
      ["GET {maps}?includeObject=Some", { accept: `application/json;as=Table;${meta}` }],
      ["POST {maps}", { type: "text/plain", body: "{}" }],
    ] as const) {
      const { status, json } = await send(server, line, sent);
      told.push([line, status, (json as { readonly message?: string }).message]);
    }
    const types = `application/json, application/yaml, ${protobuf}`;
    const streams = `application/json;stream=watch, ${protobuf};stream=watch`;
    const only = `only the following media types are accepted: ${types}`;
    const unknown = `406: Not Acceptable\n\nAvailable representations: ${types}, ${streams}`;
    const included = `includeObject: Invalid value: "Some": must be 'Metadata', 'Object', 'None', or empty`;
    expect(told).toEqual([
      ["GET {maps}", 406, unknown],
      ["GET {maps}", 406, only],
      ["GET {maps}/a", 406, only],
      ["GET {maps}?watch=true", 406, only],
      ["GET {maps}/a", 406, only],
      ["GET /apis/apps/v1", 406, only],
      ["GET {maps}?watch=true", 406, unknown],
      [
        "GET {maps}",
        406,
        "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)",
      ],
      [
        "GET {maps}/a",
        406,
        "you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)",
      ],
      ["GET {maps}?includeObject=Some", 400, `Unable to convert to Table as requested: ${included}`],
      ["POST {maps}", 415, `the body of the request was in an unknown format - accepted media types include: ${types}`],
    ]);
  });

  test("the old paths of watches are served [apiserver/watch-path]", async ({ expect }) => {
    await using server = await start();
    await createMap(server, "a");
    const path = mapsOf(server).replace("/api/v1/", "/api/v1/watch/");
    const { status, bytes } = await send(server, `GET ${path}/a?timeoutSeconds=1`);
    expect(status).toBe(200);
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
      type: "ADDED",
      object: { metadata: { name: "a" } },
    });
    expect((await send(server, `POST ${path}`, { type: "application/json", body: "{}" })).status).toBe(405);
    expect((await send(server, `GET ${path}/a/status`)).status).toBe(404);
  });
});
