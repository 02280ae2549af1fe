import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { connect as connectTcp } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { describe, test } from "vitest";
import { nextTurn } from "../../src/async/index.ts";
import { ApiServer } from "../../src/apiserver/index.ts";
import type { Endpoint } from "../../src/apiserver/index.ts";
import { requestApi } from "../../tools/control-plane/api-request.ts";
import { ask, configMap, maps } from "./apiserver-asking.fixture.ts";

const many = 1_000;

interface Listening {
  readonly server: ApiServer;
  readonly endpoint: Endpoint;
  /** One request on a connection of its own, as everybody else sends it. */
  readonly get: (path: string) => Promise<number>;
}

async function listening(open: AsyncDisposableStack): Promise<Listening> {
  const server = open.use(await ApiServer.start());
  const endpoint = await server.listen();
  const place = { server: endpoint.url, ca: endpoint.ca, token: server.token };
  const get = async (path: string): Promise<number> => (await requestApi(place, { path })).status;
  return { server, endpoint, get };
}

function portOf({ url }: Endpoint): number {
  return Number(new URL(url).port);
}

async function tcp(endpoint: Endpoint): Promise<Socket> {
  const socket = connectTcp({ host: "127.0.0.1", port: portOf(endpoint) });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

async function tls(endpoint: Endpoint): Promise<TLSSocket> {
  const socket = connectTls({
    host: "127.0.0.1",
    port: portOf(endpoint),
    ca: endpoint.ca,
    ALPNProtocols: ["http/1.1"],
  });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  return socket;
}

async function inGroups<T>(count: number, make: () => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  while (all.length < count)
    all.push(...(await Promise.all(Array.from({ length: Math.min(50, count - all.length) }, make))));
  return all;
}

test("a thousand connections that say nothing keep nobody from being answered, and end with the endpoint [apiserver/many-idle]", async ({
  expect,
}) => {
  await using open = new AsyncDisposableStack();
  const { endpoint, get } = await listening(open);
  const sockets = await inGroups(many, () => tcp(endpoint));
  const closed = Promise.all(sockets.map((socket) => once(socket, "close")));
  for (let count = 0; count < 5; count++) expect(await get("/readyz")).toBe(200);
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(many);
  await endpoint.close();
  await closed;
});

test("a thousand requests whose heads do not end keep nobody from being answered, and end with the endpoint [apiserver/many-slow-heads]", async ({
  expect,
}) => {
  await using open = new AsyncDisposableStack();
  const { endpoint, get } = await listening(open);
  // A handshake costs more than all the rest: some of them with one, the others before it.
  const slow = await inGroups(100, () => tls(endpoint));
  for (const socket of slow) socket.write("GET /readyz HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
  const before = await inGroups(many - slow.length, () => tcp(endpoint));
  for (const socket of before) socket.write(Buffer.from([0x16, 0x03, 0x01]));
  for (let count = 0; count < 5; count++) {
    for (const socket of slow) socket.write("a");
    expect(await get("/readyz")).toBe(200);
  }
  const closed = Promise.all([...slow, ...before].map((socket) => once(socket, "close")));
  await endpoint.close();
  await closed;
});

test("readers of HTTP/2 that take nothing hold no more than their windows, and disturb nobody [apiserver/stalled-http2]", async ({
  expect,
}) => {
  await using open = new AsyncDisposableStack();
  const { server, endpoint, get } = await listening(open);
  const data = { text: "x".repeat(100_000) };
  for (let index = 0; index < 20; index++)
    await ask(server, `POST ${maps}`, { body: configMap(`n${index}`, { data }) });
  const window = 1_000;
  const sessions: ClientHttp2Session[] = [];
  const stalled: ClientHttp2Stream[] = [];
  for (let index = 0; index < 20; index++) {
    const session = connectHttp2(endpoint.url, { ca: endpoint.ca, settings: { initialWindowSize: window } });
    session.on("error", () => {});
    sessions.push(session);
    const streams = Array.from({ length: 5 }, (): ClientHttp2Stream =>
      session.request({ ":path": maps, authorization: `Bearer ${server.token}` }),
    );
    for (const stream of streams) stream.on("error", () => {}).pause();
    await Promise.all(streams.map((stream) => once(stream, "response")));
    stalled.push(...streams);
  }
  for (let count = 0; count < 5; count++) expect(await get("/readyz")).toBe(200);
  // Of two megabytes each has got what it allowed, and waits.
  expect(stalled.filter((stream) => stream.readableEnded || stream.readableLength > window)).toEqual([]);
  const closed = Promise.all(sessions.map((session) => once(session, "close")));
  await endpoint.close();
  await closed;
});

test("a socket whose other half is closed gets its answer, and nothing is left of it [apiserver/half-closed]", async ({
  expect,
}) => {
  await using open = new AsyncDisposableStack();
  const { endpoint, get } = await listening(open);
  const socket = await tls(endpoint);
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  socket.end("GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "close");
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const silent = await tls(endpoint);
  silent.resume();
  silent.end();
  await once(silent, "close");
  const cut = await tls(endpoint);
  cut.write("POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{");
  cut.destroy();
  await nextTurn();
  expect(await get("/readyz")).toBe(200);
});

/** What comes over a socket, all of it, each time that a chunk has come to its end. */
async function* receivedOver(socket: TLSSocket): AsyncGenerator<string, void, void> {
  let received = "";
  for await (const chunk of socket) {
    received += String(chunk);
    if (received.endsWith("\r\n")) yield received;
  }
}

test("a watch that is asked for right behind other requests comes after their answers, in well-formed chunks [apiserver/pipelined-watch]", async ({
  expect,
}) => {
  await using open = new AsyncDisposableStack();
  const { server, endpoint } = await listening(open);
  const socket = await tls(endpoint);
  const head = `host: localhost\r\nauthorization: Bearer ${server.token}\r\n\r\n`;
  const lines = ["GET /version HTTP/1.1", "GET /readyz HTTP/1.1", `GET ${maps}?watch=1&resourceVersion=1 HTTP/1.1`];
  socket.write(lines.map((line) => `${line}\r\n${head}`).join(""));
  const names = ["first", "second", "last"];
  const waiting = names.values();
  let received = "";
  let next = waiting.next().value;
  await ask(server, `POST ${maps}`, { body: configMap(next ?? "") });
  // Each of the others is written when the one before has come.
  for await (received of receivedOver(socket)) {
    if (!received.includes(`"name":"${next}"`)) continue;
    next = waiting.next().value;
    if (next === undefined) break;
    await ask(server, `POST ${maps}`, { body: configMap(next) });
  }
  const [, version = "", health = "", watch = ""] = received.split("HTTP/1.1 200 OK\r\n");
  expect(version).toContain("gitVersion");
  expect(health).toMatch(/ok$/);
  const [watchHead = "", body = ""] = watch.split(/\r\n\r\n(.*)/s);
  expect(watchHead).toMatch(/transfer-encoding: chunked/i);
  // Each chunk says how long it is, and ends there.
  const told: string[] = [];
  for (let at = 0; at < body.length;) {
    const [line = "", size = ""] = /^([0-9a-f]+)\r\n/.exec(body.slice(at)) ?? [];
    const chunk = body.slice(at + line.length, at + line.length + Number.parseInt(size, 16));
    expect(body.slice(at + line.length + chunk.length, at + line.length + chunk.length + 2)).toBe("\r\n");
    const events = chunk
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as { object: { metadata: { name: string } } });
    told.push(...events.map(({ object }) => object.metadata.name));
    at += line.length + chunk.length + 2;
  }
  expect(told).toEqual(names);
});

const odd = [
  "/api/v1/../v1/pods",
  "/api/v1/%2e%2e/pods",
  "/api/v1/namespaces/a%2fb",
  "//api/v1/pods",
  "/api//v1/pods",
  "/api/v1/namespaces/%00",
  "/.",
  "/..",
  "/%2f",
];

describe("the path", () => {
  test.for(odd)(
    "%s names nothing, in process and over a socket [apiserver/path-names-nothing]",
    async (path, { expect }) => {
      await using open = new AsyncDisposableStack();
      const { server, endpoint } = await listening(open);
      expect((await ask(server, `GET ${path}`)).status).toBe(404);
      const socket = await tls(endpoint);
      socket.end(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${server.token}\r\nconnection: close\r\n\r\n`,
      );
      const [first] = (await once(socket, "data")) as [Buffer];
      expect(first.toString()).toMatch(/^HTTP\/1\.1 404 /);
    },
  );
});
