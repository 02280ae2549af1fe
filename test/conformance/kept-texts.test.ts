import { buffer } from "node:stream/consumers";
import { test } from "vitest";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const json = "application/json";
const yaml = "application/yaml";
const merge = "application/merge-patch+json";
const protobuf = "application/vnd.kubernetes.protobuf";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** Nothing that reads these writes them again in the same way: neither the order of the keys, nor the one that is twice, nor the numbers. */
const data = '{"b":1.50,"10":1e2,"9":[{"z":1,"z":{}},[],-0],"a":12345678901234567890}';

interface Version {
  readonly resourceVersion: string;
}

interface Sent {
  readonly type?: string;
  readonly body?: string;
  readonly accept?: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends `GET /name?query` to the revisions. */
async function send(server: TestServer, line: string, { type, body, accept = json }: Sent = {}): Promise<Answer> {
  const [method = "", rest = ""] = line.split(" ");
  const { status, body: answer } = await server.transport({
    method,
    path: `/apis/apps/v1/namespaces/${server.namespace}/controllerrevisions${rest}`,
    headers: {
      authorization: `Bearer ${server.token}`,
      accept,
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });
  return { status, text: (await buffer(answer)).toString() };
}

function revision(value: string): string {
  const metadata = '{"name":"a","labels":{"l":"1"}}';
  return `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":${metadata},"data":${value},"revision":1}`;
}

forEachServer(["embedded", "real"], "a value that is kept as a text", (start) => {
  test.for([
    ["GET /a", {}],
    ["GET /a?pretty=1", {}],
    ["GET ", {}],
    ["GET ?pretty=1", {}],
    ["GET /a", { accept: protobuf }],
    ["GET ", { accept: protobuf }],
    ["GET /a?includeObject=Object", { accept: table }],
    ["GET ?includeObject=Object", { accept: table }],
    ["GET ?includeObject=Object&pretty=1", { accept: table }],
    ["GET ?watch=1&timeoutSeconds=1", { accept: protobuf }],
    ["PATCH /a", { type: merge, body: "{}", accept: protobuf }],
    ["DELETE ", {}],
    ["DELETE ?pretty=1", {}],
    ["DELETE ", { accept: protobuf }],
  ] as const)("is shown as it was sent by %s %j [apiserver/kept-texts-shown]", async ([line, sent], { expect }) => {
    await using server = await start();
    expect(await send(server, "POST ", { type: json, body: revision(data) })).toMatchObject({ status: 201 });
    const { text } = await send(server, line, sent);
    expect(text.replaceAll(/\s/g, "")).toContain(data);
  });

  test("is also in what a watch tells of an object that its selector no longer chooses [apiserver/kept-texts-shown]", async ({
    expect,
  }) => {
    await using server = await start();
    await send(server, "POST ", { type: json, body: revision(data) });
    const { resourceVersion } = (JSON.parse((await send(server, "GET /a")).text) as { metadata: Version }).metadata;
    await send(server, "PATCH /a", { type: merge, body: '{"metadata":{"labels":null}}' });
    const query = `?watch=1&timeoutSeconds=1&labelSelector=l&resourceVersion=${resourceVersion}`;
    const { text } = await send(server, `GET ${query}`);
    expect(text).toContain('"type":"DELETED"');
    expect(text).toContain(`"data":${data}`);
  });

  test("can be sent again as it is shown to people, but for the spaces [apiserver/kept-texts-shown]", async ({
    expect,
  }) => {
    await using server = await start();
    await send(server, "POST ", { type: json, body: revision(data) });
    const { text } = await send(server, "GET /a?pretty=1");
    expect(text.split("\n").length).toBeGreaterThan(20);
    const put = { type: json, body: text.replaceAll(/\s/g, "") };
    expect(await send(server, "PUT /a", put)).toMatchObject({ status: 200 });
  });

  test("has its keys in the order of their bytes when it came as YAML [apiserver/kept-texts]", async ({ expect }) => {
    await using server = await start();
    const ordered = '{"\uFF5E":1,"\u{1F600}":2}';
    await send(server, "POST ", { type: yaml, body: revision('{"\u{1F600}":2,"\uFF5E":1}') });
    expect((await send(server, "GET /a")).text).toContain(ordered);
    expect(await send(server, "PUT /a", { type: json, body: revision(ordered) })).toMatchObject({ status: 200 });
  });
});
