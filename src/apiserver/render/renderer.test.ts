import { buffer } from "node:stream/consumers";
import { describe, test } from "vitest";
import { protobufTables } from "../../types/pack/index.ts";
import { createProtobufCodec, splitProtobufFrames } from "../../wire/index.ts";
import { ApiServer } from "../api-server.ts";
import { configMap, networkDefinition, requestTo, send } from "../server.fixture.ts";
import type { ReadAnswer, SendOptions } from "../server.fixture.ts";

const codec = createProtobufCodec(protobufTables);
const maps = "/api/v1/namespaces/default/configmaps";
const networks = "/apis/example.dev/v1/namespaces/default/networks";
const protobuf = "application/vnd.kubernetes.protobuf";
const metadata = "as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
const metadataList = "as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

interface DecodedAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

async function sendProtobuf(server: ApiServer, line: string, options: SendOptions = {}): Promise<DecodedAnswer> {
  const headers = { accept: protobuf, ...options.headers };
  const { status, headers: answered, body } = await server.handle(requestTo(server, line, { ...options, headers }));
  return { status, type: answered["content-type"], value: codec.decode(await buffer(body)) };
}

function accepting(server: ApiServer, line: string, accept: string): Promise<ReadAnswer> {
  return send(server, line, { headers: { accept } });
}

describe("protobuf", () => {
  test("is read and written for objects, lists and failures [apiserver/protobuf]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const body = codec.encode({ ...configMap("a", { k: "v" }), binaryData: { b: "AAE=" } });
    const created = await sendProtobuf(server, `POST ${maps}`, { body, headers: { "content-type": protobuf } });
    expect(created).toMatchObject({ status: 201, type: protobuf, value: { data: { k: "v" }, kind: "ConfigMap" } });
    await send(server, `POST ${maps}`, { body: configMap("b") });

    const { json } = await send(server, `GET ${maps}/a`);
    expect(json).toMatchObject({ data: { k: "v" }, binaryData: { b: "AAE=" } });
    expect((await sendProtobuf(server, `GET ${maps}/a`)).value).toEqual(json);
    const list = await sendProtobuf(server, `GET ${maps}?limit=1`);
    expect(list).toMatchObject({ status: 200, type: protobuf, value: { apiVersion: "v1", kind: "ConfigMapList" } });
    const { kind: _kind, apiVersion: _apiVersion, ...item } = json as Readonly<Record<string, unknown>>;
    expect(list.value["items"]).toEqual([item]);
    expect(list.value["metadata"]).toMatchObject({
      resourceVersion: expect.any(String) as unknown,
      continue: expect.any(String) as unknown,
      remainingItemCount: 1,
    });
    const missing = await sendProtobuf(server, `GET ${maps}/none`);
    expect(missing).toMatchObject({ status: 404, type: protobuf, value: { kind: "Status", reason: "NotFound" } });
    const options = codec.encode({ apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 });
    const removed = await sendProtobuf(server, `DELETE ${maps}/a`, {
      body: options,
      headers: { "content-type": protobuf },
    });
    expect(removed).toMatchObject({ status: 200, value: { kind: "Status", status: "Success" } });
  });

  test("is written for the events of a watch, one frame each [apiserver/protobuf-watch]", async ({ expect }) => {
    await using server = await ApiServer.start();
    for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name) });
    const path = `${maps}?watch=true&resourceVersion=0`;
    const answer = await server.handle(requestTo(server, `GET ${path}`, { headers: { accept: protobuf } }));
    expect(answer.headers["content-type"]).toBe(`${protobuf};stream=watch`);
    const seen: unknown[] = [];
    for await (const frames of splitProtobufFrames(answer.body, { maxFrameBytes: 100_000 })) {
      for (const frame of frames) {
        const { type, object } = codec.decodeWatchEvent(frame);
        seen.push([type, codec.decode(object)]);
      }
      if (seen.length === 2) server.faults.dropWatches({ how: { reason: "Expired" } });
    }
    const [a, b] = await Promise.all(["a", "b"].map(async (name) => (await send(server, `GET ${maps}/${name}`)).json));
    expect(seen).toEqual([
      ["ADDED", a],
      ["ADDED", b],
      ["ERROR", expect.objectContaining({ kind: "Status", code: 410 })],
    ]);
  });

  test("that cannot be read gets 400, and custom resources have none [apiserver/protobuf-refused]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    const headers = { "content-type": protobuf };
    const whole = codec.encode(configMap("a"));
    for (const body of [
      new TextEncoder().encode("{}"),
      whole.subarray(0, -9),
      codec.encode({ ...configMap("a"), kind: "Pod" }),
    ]) {
      expect((await send(server, `POST ${maps}`, { body, headers })).status).toBe(400);
    }
    expect(await send(server, `POST ${networks}`, { body: whole, headers })).toMatchObject({ status: 415 });
    const refused = await sendProtobuf(server, `GET ${networks}`);
    expect(refused).toMatchObject({ status: 406, type: protobuf, value: { reason: "NotAcceptable" } });
    expect((await send(server, `GET ${maps}`)).json).toMatchObject({ items: [] });
  });
});

describe("YAML", () => {
  test("is read and written for objects, lists and failures [apiserver/yaml]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const yaml = "metadata: {name: a}\ndata:\n  on: 'yes'\n  time: 2020-01-01\n  text: |\n    two\n    lines\n";
    const headers = { "content-type": "application/yaml" };
    const made = await send(server, `POST ${maps}`, { body: new TextEncoder().encode(yaml), headers });
    expect(made).toMatchObject({
      status: 201,
      json: { data: { true: "yes", time: "2020-01-01", text: "two\nlines\n" } },
    });
    const read = await accepting(server, `GET ${maps}/a`, "application/yaml");
    expect(read.headers["content-type"]).toBe("application/yaml");
    expect(read.text).toContain('data:\n  text: |\n    two\n    lines\n  time: "2020-01-01"\n  "true": "yes"\n');
    expect((await accepting(server, `GET ${maps}`, "application/yaml")).text).toMatch(/^apiVersion: v1\nitems:\n- /);
    const missing = await accepting(server, `GET ${maps}/none`, "application/yaml");
    expect(missing).toMatchObject({ status: 404 });
    expect(missing.text).toContain("reason: NotFound");
    expect((await accepting(server, `GET ${maps}?watch=1`, "application/yaml")).text).toContain(
      "application/json;stream=watch",
    );
  });

  test.for([
    ["that is none", "metadata: [[["],
    ["that nests too deeply", "[".repeat(100_000)],
    ["in which an alias is inside of itself", "metadata: {name: a}\ndata: &a {b: *a}"],
    ["with a number that JSON cannot hold", "metadata: {name: a, generation: .inf}"],
    [
      "whose aliases would fill the memory",
      [
        "0: &0 [1,1,1,1,1,1,1,1,1]",
        ...Array.from({ length: 9 }, (_, level) => `${level + 1}: &${level + 1} [${`*${level},`.repeat(9)}]`),
      ].join("\n"),
    ],
    [
      "whose merge keys would take for ever, though they bring nothing",
      [
        "0: &0 {}",
        ...Array.from({ length: 40 }, (_, level) => `${level + 1}: &${level + 1} {<<: [*${level}, *${level}]}`),
      ].join("\n"),
    ],
  ])("%s gets 400 and changes nothing [apiserver/yaml-refused]", async ([, text = ""], { expect }) => {
    await using server = await ApiServer.start();
    const body = new TextEncoder().encode(text);
    const answer = await send(server, `POST ${maps}`, { body, headers: { "content-type": "application/yaml" } });
    expect(answer).toMatchObject({ status: 400, json: { reason: "BadRequest" } });
    expect((await send(server, `GET ${maps}`)).json).toMatchObject({ items: [] });
  });
});

describe("the metadata of objects", () => {
  test("is had alone, of built-in and custom ones, in each form and in watches [apiserver/metadata-only]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    const network = { apiVersion: "example.dev/v1", kind: "Network", metadata: { name: "n" }, spec: { cidr: "x" } };
    const { json } = await send(server, `POST ${networks}`, { body: network });
    const { metadata: whole } = json as { readonly metadata: object };
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: whole };
    expect((await accepting(server, `GET ${networks}/n`, `application/json;${metadata}`)).json).toEqual(partial);
    const accept = `${protobuf};${metadata}`;
    expect((await sendProtobuf(server, `GET ${networks}/n`, { headers: { accept } })).value).toEqual(partial);
    const list = await accepting(server, `GET ${networks}`, `application/json;${metadataList}`);
    expect(list.json).toMatchObject({
      kind: "PartialObjectMetadataList",
      apiVersion: "meta.k8s.io/v1",
      items: [partial],
    });

    const watch = `${networks}?watch=true&resourceVersion=0&timeoutSeconds=1`;
    const events = await accepting(server, `GET ${watch}`, `application/json;${metadata}`);
    expect(JSON.parse(events.text.split("\n")[0] ?? "")).toEqual({ type: "ADDED", object: partial });
    const removed = await accepting(server, `DELETE ${networks}/n`, `application/json;${metadata}`);
    expect(removed.json).toMatchObject({ kind: "Status", status: "Success" });
  });

  test("is refused where a list is asked for as an object, or the other way round [apiserver/metadata-only-refused]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${maps}`, { body: configMap("a") });
    const list = await accepting(server, `GET ${maps}`, `application/json;${metadata}`);
    expect(list).toMatchObject({
      status: 406,
      json: {
        message: "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)",
      },
    });
    const one = await accepting(server, `GET ${maps}/a`, `application/json;${metadataList}`);
    expect(one).toMatchObject({
      status: 406,
      json: {
        message: "you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)",
      },
    });
  });
});

describe("an answer", () => {
  test("that nobody can give gets 406 with the forms that there are [apiserver/not-acceptable]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const types = `application/json, application/yaml, ${protobuf}`;
    const unknown = await accepting(server, `GET ${maps}`, "text/html");
    expect(unknown).toMatchObject({
      status: 406,
      json: {
        message: `406: Not Acceptable\n\nAvailable representations: ${types}, application/json;stream=watch, ${protobuf};stream=watch`,
      },
    });
    const other = await accepting(server, `GET ${maps}`, "application/json;as=Other;g=meta.k8s.io;v=v1");
    expect(other).toMatchObject({
      status: 406,
      json: { message: `only the following media types are accepted: ${types}` },
    });
  });

  test("is on many lines for people [apiserver/pretty]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${maps}`, { body: configMap("a") });
    const plain = await send(server, `GET ${maps}/a`);
    expect(plain.text.trim().split("\n")).toHaveLength(1);
    const curl = { "user-agent": "curl/8.0" };
    for (const [query, headers] of [
      ["?pretty=true", {}],
      ["", curl],
      ["", { accept: "application/json;pretty=1" }],
    ] as const) {
      const pretty = await send(server, `GET ${maps}/a${query}`, { headers });
      expect(pretty.text.split("\n").length).toBeGreaterThan(5);
      expect(pretty.json).toEqual(plain.json);
    }
    expect((await send(server, `GET ${maps}/a?pretty=0`, { headers: curl })).text).toBe(plain.text);
  });
});
