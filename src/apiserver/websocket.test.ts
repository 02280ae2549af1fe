import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { DuplexOptions } from "node:stream";
import { connect } from "node:tls";
import type { TLSSocket } from "node:tls";
import { describe, test } from "vitest";
import { systemRandom, VirtualClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import { protobufTables } from "../types/pack/index.ts";
import { createProtobufCodec } from "../wire/index.ts";
import { textAnswer } from "./answer.ts";
import { ApiServer } from "./api-server.ts";
import { serverDefaults } from "./defaults.ts";
import type { Handle } from "./exchange.ts";
import { HttpsEndpoint } from "./https-endpoint.ts";
import type { Endpoint } from "./https-endpoint.ts";
import { OpenExchanges } from "./open-exchanges.ts";
import { configMap, send } from "./server.fixture.ts";
import { frameHead, opcodes, WebSocketReader } from "./websocket-frames.ts";
import { carryWebSocket } from "./websocket.ts";
import { PieceFrames } from "./write-answer.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** Everything that comes until the server ends it, or until `isEnough`. */
async function readAll(socket: TLSSocket, isEnough: (all: Buffer) => boolean = () => false): Promise<Buffer> {
  let all = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    all = Buffer.concat([all, chunk as Buffer]);
    if (isEnough(all)) break;
  }
  return all;
}

interface Opening {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function open({ url, ca }: Endpoint, { path, headers }: Opening): Promise<TLSSocket> {
  const { port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: "127.0.0.1", ca, servername: "localhost" });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  const lines = Object.entries({
    host,
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return socket;
}

/** The messages of a server: no frame of it is masked or divided. */
function messagesOf(all: Buffer): readonly { readonly opcode: number; readonly payload: Buffer }[] {
  const messages = [];
  let at = all.indexOf("\r\n\r\n") + 4;
  while (at < all.length) {
    const short = all.readUInt8(at + 1);
    const start = at + (short === 126 ? 4 : 2);
    const length = short === 126 ? all.readUInt16BE(at + 2) : short;
    messages.push({ opcode: all.readUInt8(at) & 0x0f, payload: all.subarray(start, start + length) });
    at = start + length;
  }
  return messages;
}

/** A frame of a client, whose mask changes nothing. */
function masked(opcode: number, text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);
}

async function endpointOf(handle: Handle): Promise<HttpsEndpoint> {
  const parts = { token: "t", random: systemRandom, log: silentLogger, port: 0 };
  return HttpsEndpoint.open({ handle, identify: () => ({}), ...parts });
}

/** Says something, and nothing more until the request is aborted, of which it does not complain. */
async function* untilAborted(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, void> {
  yield new TextEncoder().encode("first\n");
  if (signal !== undefined && !signal.aborted) await once(signal, "abort");
}

/** A request for a watch of whoever says nothing, and by default never reads: nothing that is written is ever taken. */
function unread(
  handle: Handle,
  { clock = new VirtualClock(), isTaken = false }: { readonly clock?: Clock; readonly isTaken?: boolean } = {},
): { readonly socket: Duplex; readonly carried: Promise<void> } {
  const write: DuplexOptions["write"] = (_chunk, _encoding, taken) => void (isTaken && taken());
  const socket = new Duplex({ writableHighWaterMark: 1024, read: () => undefined, write });
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: `${maps}?watch=true` });
  incoming.headers = { origin: "http://localhost" };
  const parts = { pieces: new PieceFrames(), clock, open: new OpenExchanges() };
  return { socket, carried: carryWebSocket({ incoming, socket, handle, identify: () => ({}), ...parts }) };
}

/** Says more than anybody takes at once. */
async function* atLength(): AsyncGenerator<Uint8Array, void, void> {
  for (let count = 0; count < 10; count++) yield new Uint8Array(10_000);
}

describe("a watch over a WebSocket", () => {
  test("tells each event in one message, and ends with the watch [apiserver/websocket]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const endpoint = await server.listen();
    for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name) });
    const path = `${maps}?watch=true&resourceVersion=0&timeoutSeconds=1`;
    const common = { authorization: `Bearer ${server.token}`, origin: "http://localhost" };
    const all = await readAll(
      await open(endpoint, { path, headers: { ...common, "sec-websocket-protocol": "base64.binary.k8s.io, other" } }),
    );
    const head = all.subarray(0, all.indexOf("\r\n\r\n")).toString();
    expect(head).toContain("HTTP/1.1 101 Switching Protocols");
    expect(head).toContain("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    expect(head).toContain("Sec-WebSocket-Protocol: base64.binary.k8s.io");
    const messages = messagesOf(all);
    expect(messages.map(({ opcode }) => opcode)).toEqual([opcodes.text, opcodes.text, opcodes.close]);
    const [, second, last] = messages;
    expect(JSON.parse(second?.payload.toString() ?? "")).toMatchObject({
      type: "ADDED",
      object: { metadata: { name: "b" } },
    });
    expect(last?.payload).toEqual(Buffer.from([0x03, 0xe8]));

    const accept = "application/vnd.kubernetes.protobuf";
    const [first] = messagesOf(await readAll(await open(endpoint, { path, headers: { ...common, accept } })));
    const codec = createProtobufCodec(protobufTables);
    const event = codec.decodeWatchEvent(first?.payload ?? new Uint8Array());
    expect([first?.opcode, event.type]).toEqual([opcodes.binary, "ADDED"]);
    expect(codec.decode(event.object)).toMatchObject({ metadata: { name: "a" } });
  });

  test("needs the credential and an origin, and what is no watch is answered as always [apiserver/websocket-refused]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const endpoint = await server.listen();
    const credential = { authorization: `Bearer ${server.token}` };
    const origin = { origin: "http://localhost" };
    const line = async (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
      (await readAll(await open(endpoint, { path, headers }), (all) => all.includes("\r\n")))
        .toString()
        .split("\r\n")[0] ?? "";
    const watch = `${maps}?watch=true`;
    expect(await line(watch, origin)).toContain("401");
    expect(await line(watch, credential)).toContain("403");
    expect(await line(watch, { ...credential, ...origin, host: "rebound.example.dev" })).toContain("403");
    expect(await line(`${watch}&limit=x`, { ...credential, ...origin })).toContain("400");
    expect(await line(maps, { ...credential, ...origin })).toContain("200");
  });

  test("takes the credential as the name of a protocol as well, which it does not say again [apiserver/websocket-token]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const endpoint = await server.listen();
    const named = (token: string): string =>
      `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;
    const asking = async (protocols: string): Promise<string> => {
      const headers = { origin: "https://localhost", "sec-websocket-protocol": protocols };
      const socket = await open(endpoint, { path: `${maps}?watch=true&timeoutSeconds=1`, headers });
      const all = await readAll(socket, (some) => some.includes("\r\n\r\n"));
      socket.destroy();
      return all.toString().split("\r\n\r\n", 1)[0] ?? "";
    };
    const accepted = await asking(`${named(server.token)}, base64.binary.k8s.io`);
    expect(accepted).toMatch(/^HTTP\/1\.1 101 /);
    expect(accepted).toContain("Sec-WebSocket-Protocol: base64.binary.k8s.io");
    for (const protocols of [
      named(server.token),
      `${named("wrong")}, a`,
      `${named(server.token)}, ${named(server.token)}, a`,
      "base64url.bearer.authorization.k8s.io., a",
    ]) {
      expect([protocols, await asking(protocols)]).toEqual([protocols, expect.stringMatching(/^HTTP\/1\.1 401 /)]);
    }
  });

  test("ends when the other side says so, which may ask whether it is still there [apiserver/websocket-close]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const headers = { authorization: `Bearer ${server.token}`, origin: "http://localhost" };
    const socket = await open(await server.listen(), { path: `${maps}?watch=true`, headers });
    await readAll(socket, (all) => all.includes("\r\n\r\n"));
    socket.write(masked(opcodes.text, "ignored"));
    socket.write(masked(opcodes.ping, "hello"));
    const pong = Buffer.concat([frameHead(opcodes.pong, 5), Buffer.from("hello")]);
    expect((await readAll(socket, (all) => all.length >= pong.length)).equals(pong)).toBe(true);
    socket.write(masked(opcodes.close, ""));
    await readAll(socket);
  });

  test("that was refused keeps no server from closing when the other side left before the end of the answer", async ({
    expect,
  }) => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    await using endpoint = await endpointOf(async ({ signal }) => {
      signal?.addEventListener("abort", () => resolve());
      return { status: 400, headers: {}, body: untilAborted(signal) };
    });
    const socket = await open(endpoint, { path: `${maps}?watch=true`, headers: {} });
    await readAll(socket, (all) => all.includes("first"));
    socket.destroy();
    await left;
    await expect(endpoint.close()).resolves.toBeUndefined();
  });

  test("that was not yet answered when the server closes is told nothing, least of all in frames", async ({
    expect,
  }) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await using endpoint = await endpointOf(() => {
      resolve();
      return Promise.withResolvers<never>().promise;
    });
    const socket = await open(endpoint, { path: `${maps}?watch=true`, headers: { origin: "http://localhost" } });
    const told: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => told.push(chunk));
    const closed = once(socket, "close");
    await asked;
    await endpoint.close();
    await closed;
    expect(Buffer.concat(told)).toHaveLength(0);
  });

  test("keeps no answers for a side that asks whether it is still there and does not read", async ({ expect }) => {
    const { promise: kept, resolve } = Promise.withResolvers<number>();
    const handle: Handle = async ({ signal }) => {
      signal?.addEventListener("abort", () => resolve(socket.writableLength));
      return { status: 200, headers: { "content-type": "application/json" }, body: untilAborted(signal) };
    };
    const { socket, carried } = unread(handle);
    for (let count = 0; count < 1000; count++) socket.push(masked(opcodes.ping, "x".repeat(100)));
    socket.push(masked(opcodes.close, ""));
    expect(await kept).toBeLessThan(2048);
    await carried;
  });

  test.for([
    ["short", () => textAnswer("no", 400)],
    ["long", () => ({ status: 400, headers: {}, body: atLength() })],
  ] as const)(
    "that gets a %s refusal cuts off whoever does not read it [apiserver/stalled]",
    async ([, refusal], { expect }) => {
      const clock = new VirtualClock();
      const { socket, carried } = unread(async () => refusal(), { clock });
      await clock.advance(serverDefaults.stallTimeoutMs - 1);
      expect([socket.destroyed, socket.writableLength < 32_768]).toEqual([false, true]);
      await clock.advance(1);
      await carried;
      expect([socket.destroyed, clock.pending]).toEqual([true, 0]);
    },
  );

  test("that was refused cuts off whoever has everything and stays [apiserver/stalled]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { socket, carried } = unread(async () => textAnswer("no", 400), { clock, isTaken: true });
    await carried;
    await clock.advance(serverDefaults.stallTimeoutMs - 1);
    expect([socket.writableFinished, socket.destroyed]).toEqual([true, false]);
    await clock.advance(1);
    expect(socket.destroyed).toBe(true);
  });
});

describe("the frames of a client", () => {
  test("are read wherever their bytes are divided, and refused when they are not masked [apiserver/websocket-frames]", ({
    expect,
  }) => {
    const seen: string[] = [];
    const reader = new WebSocketReader({
      onClose: () => seen.push("close"),
      onPing: (payload) => seen.push(new TextDecoder().decode(payload)),
    });
    const mask = [1, 2, 3, 4];
    const hidden = [..."hi"].map((letter, index) => letter.charCodeAt(0) ^ (mask[index] ?? 0));
    const long = [0x82, 0x80 | 126, 0x01, 0x00, ...mask, ...Array.from({ length: 256 }, () => 0)];
    for (const byte of [...long, 0x89, 0x82, ...mask, ...hidden, 0x88, 0x80, ...mask]) reader.push(Uint8Array.of(byte));
    expect(seen).toEqual(["hi", "close"]);
    reader.push(Uint8Array.of(0x81, 0x02, 0, 0));
    expect(seen).toEqual(["hi", "close", "close"]);
  });

  test.for([0, 125, 126, 65_535, 65_536])("of %d bytes have heads of the right length", (length, { expect }) => {
    const head = frameHead(opcodes.text, length);
    expect(head[0]).toBe(0x81);
    expect(head).toHaveLength(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  });
});
