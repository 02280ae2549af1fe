import { once } from "node:events";
import { Agent, request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, test } from "vitest";
import { nextTurn, systemRandom, VirtualClock } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import { textAnswer } from "./answer.ts";
import { ApiServer } from "./api-server.ts";
import { serverDefaults } from "./defaults.ts";
import { idleLimitMs } from "./end-when-idle.ts";
import { ServerListenError } from "./errors.ts";
import type { Handle } from "./exchange.ts";
import type { ServerRequest } from "./http-message.ts";
import { HttpsEndpoint } from "./https-endpoint.ts";
import type { Endpoint } from "./https-endpoint.ts";
import { configMap, eventsOf } from "./server.fixture.ts";

const maps = "/api/v1/namespaces/default/configmaps";

async function open(handle: Handle, port = 0): Promise<HttpsEndpoint> {
  return HttpsEndpoint.open({
    handle,
    identify: () => ({}),
    token: "t",
    random: systemRandom,
    log: silentLogger,
    port,
  });
}

type Place = Pick<Endpoint, "url" | "ca">;

interface Sent extends RequestOptions {
  readonly body?: string | Uint8Array;
}

/** The head of the answer as it comes. Each request has a connection of its own unless an agent is given. */
async function start({ url, ca }: Place, path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { body, ...options } = sent;
  const outgoing = httpsRequest(new URL(path, url), { agent: false, ca, ...options });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once("response", resolve);
  // The server may end the connection while a long body is still on its way.
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}

async function fetchText(endpoint: Place, path: string, sent?: Sent): Promise<{ status: number; text: string }> {
  const incoming = await start(endpoint, path, sent);
  return { status: incoming.statusCode ?? 0, text: await text(incoming) };
}

/** A stream that says nothing until it is told to end, and how it was ended. */
function endlessAnswer(): { readonly handle: Handle; readonly aborted: Promise<unknown> } {
  const { promise: aborted, resolve } = Promise.withResolvers<unknown>();
  const handle: Handle = async ({ signal }) => ({
    status: 200,
    headers: {},
    body: (async function* () {
      yield new TextEncoder().encode("first\n");
      if (signal !== undefined && !signal.aborted) await once(signal, "abort");
      resolve(signal?.reason);
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      signal?.throwIfAborted();
    })(),
  });
  return { handle, aborted };
}

describe("an endpoint", () => {
  test("proves who it is under each name of this machine, and to nobody else's authority [apiserver/https]", async ({
    expect,
  }) => {
    await using endpoint = await open(async () => textAnswer("ok"));
    expect(endpoint.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await fetchText(endpoint, "/livez")).toEqual({ status: 200, text: "ok" });
    const named = { url: endpoint.url.replace("127.0.0.1", "localhost"), ca: endpoint.ca };
    expect(await fetchText(named, "/livez", { family: 4 })).toEqual({ status: 200, text: "ok" });
    await using other = await open(async () => textAnswer("ok"));
    await expect(fetchText({ url: endpoint.url, ca: other.ca }, "/livez")).rejects.toThrow();
  });

  test("hands on what was sent, and hands back what was answered", async ({ expect }) => {
    const seen: ServerRequest[] = [];
    await using endpoint = await open(async (request) => {
      seen.push(request);
      return textAnswer("made", 201);
    });
    const headers = { "X-Some": "Thing", accept: "a/b" };
    const answer = await fetchText(endpoint, "/a%2fb/../c?d=e&d=f", { method: "PUT", headers, body: "{}" });
    expect(answer).toEqual({ status: 201, text: "made" });
    expect(seen[0]).toMatchObject({ method: "PUT", headers: { "x-some": "Thing", accept: "a/b" } });
    expect(new TextDecoder().decode(seen[0]?.body)).toBe("{}");
  });

  test("keeps of a body that is too large only so much that this can be seen", async ({ expect }) => {
    const sizes: (number | undefined)[] = [];
    await using endpoint = await open(async ({ body }) => {
      sizes.push(body?.length);
      return textAnswer("too large", 413);
    });
    const body = new Uint8Array(serverDefaults.maxBodyBytes * 4);
    expect(await fetchText(endpoint, "/", { method: "POST", body })).toEqual({ status: 413, text: "too large" });
    expect(sizes[0]).toBeGreaterThan(serverDefaults.maxBodyBytes);
    expect(sizes[0]).toBeLessThan(serverDefaults.maxBodyBytes + 1_000_000);
  });

  test("refuses a request for another host and does not look at it [apiserver/foreign-host]", async ({ expect }) => {
    await using endpoint = await open(async () => {
      throw new Error("never asked");
    });
    const answer = await fetchText(endpoint, "/livez", {
      servername: "localhost",
      headers: { host: "rebound.example.dev" },
    });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ kind: "Status", reason: "Forbidden" });
  });

  test("refuses a stranger before the body has come, and ends the connection [apiserver/body-after-credential]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const endpoint = await server.listen();
    const { ca, url } = endpoint;
    // It asks for the connection to stay.
    const agent = new Agent({ keepAlive: true });
    const credential = { authorization: `Bearer ${server.token}` };
    const cases = [
      { code: 401, headers: {} },
      { code: 401, headers: { authorization: "Bearer wrong" } },
      { code: 403, headers: { ...credential, host: "rebound.example.dev" } },
    ];
    for (const path of [maps, "/healthz"]) {
      for (const { code, headers } of cases) {
        const options = { method: "POST", ca, agent, servername: "localhost" };
        const outgoing = httpsRequest(new URL(path, url), {
          ...options,
          headers: { ...headers, "content-length": 1_000_000 },
        });
        outgoing.flushHeaders();
        const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
        expect([incoming.statusCode, incoming.headers.connection]).toEqual([code, "close"]);
        expect(JSON.parse(await text(incoming))).toMatchObject({ kind: "Status", code });
        outgoing.destroy();
      }
    }
    agent.destroy();
  });

  test("sends the head of a stream at once, and each piece when it comes", async ({ expect }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using endpoint = await open(async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        await promise;
        yield new TextEncoder().encode("line\n");
      })(),
    }));
    const incoming = await start(endpoint, "/");
    expect(incoming.headers["transfer-encoding"]).toBe("chunked");
    resolve();
    expect(await text(incoming)).toBe("line\n");
  });

  test("writes no faster than the other side reads, and forgets who is gone [apiserver/back-pressure]", async ({
    expect,
  }) => {
    let produced = 0;
    const { promise: left, resolve } = Promise.withResolvers<void>();
    await using endpoint = await open(async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        try {
          while (produced < 2_000) {
            produced++;
            yield new Uint8Array(64 * 1024);
          }
        } finally {
          resolve();
        }
      })(),
    }));
    const incoming = await start(endpoint, "/");
    for (let turn = 0, before = -1; turn < 50; turn = before === produced ? turn + 1 : 0) {
      before = produced;
      await nextTurn();
    }
    expect(produced).toBeLessThan(1_000);
    incoming.destroy();
    await left;
  });

  test("aborts the request of whoever goes away", async ({ expect }) => {
    const { handle, aborted } = endlessAnswer();
    await using endpoint = await open(handle);
    const incoming = await start(endpoint, "/");
    await once(incoming, "data");
    incoming.destroy();
    await expect(aborted).resolves.toBeInstanceOf(Error);
  });

  test("closes the connection when the answer breaks, and serves the next", async ({ expect }) => {
    const broken = new Set(["/now", "/later"]);
    await using endpoint = await open(async ({ path }) => {
      if (path === "/now") throw new Error("broken");
      if (!broken.has(path)) return textAnswer("ok");
      const body = (async function* () {
        yield new TextEncoder().encode("half");
        throw new Error("broken");
      })();
      return { status: 200, headers: {}, body };
    });
    await expect(fetchText(endpoint, "/now")).rejects.toThrow();
    await expect(fetchText(endpoint, "/later")).rejects.toThrow();
    expect(await fetchText(endpoint, "/")).toEqual({ status: 200, text: "ok" });
  });

  test("shows its credential in the kubeconfig and nowhere else", async ({ expect }) => {
    await using server = await ApiServer.start({ token: "very-s3cret" });
    const endpoint = await server.listen();
    const config = JSON.parse(endpoint.kubeconfig) as Record<string, readonly unknown[]>;
    expect(config).toMatchObject({
      "current-context": "setpoint",
      clusters: [
        {
          cluster: { server: endpoint.url, "certificate-authority-data": Buffer.from(endpoint.ca).toString("base64") },
        },
      ],
      users: [{ user: { token: "very-s3cret" } }],
    });
    expect(inspect(endpoint, { depth: 9 })).not.toContain("very-s3cret");
    expect(JSON.stringify({ ...endpoint })).not.toContain("very-s3cret");
  });

  test.for([70_000, -1, 1.5])("refuses port %j with an error that says so", async (port, { expect }) => {
    await expect(open(async () => textAnswer("ok"), port)).rejects.toMatchObject({ code: "SETPOINT_SERVER_LISTEN" });
  });

  test("says when a port is taken [apiserver/port-taken]", async ({ expect }) => {
    await using first = await open(async () => textAnswer("ok"));
    const second = open(async () => textAnswer("ok"), Number(new URL(first.url).port));
    await expect(second).rejects.toSatisfy(ServerListenError.is);
    await expect(second).rejects.toMatchObject({ cause: { code: "EADDRINUSE" } });
  });
});

describe("a head that does not end", () => {
  test("ends its connection of HTTP/1.1 with 408 [apiserver/slow-head]", async ({ expect }) => {
    const options = { handle: async () => textAnswer("ok"), identify: () => ({}), token: "t", random: systemRandom };
    const heads = { timeoutMs: 100, checkMs: 20 };
    await using endpoint = await HttpsEndpoint.open({ ...options, log: silentLogger, port: 0, heads });
    const socket = connectTls({ host: "127.0.0.1", port: Number(new URL(endpoint.url).port), ca: endpoint.ca });
    socket.on("error", () => {});
    await once(socket, "secureConnect");
    let received = "";
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString();
    });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.once("close", () => resolve());
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(await fetchText(endpoint, "/")).toEqual({ status: 200, text: "ok" });
  });

  test("ends its session of HTTP/2 when nothing was asked for a minute, whatever is said [apiserver/slow-head]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const options = { handle: async () => textAnswer("ok"), identify: () => ({}), token: "t", random: systemRandom };
    await using endpoint = await HttpsEndpoint.open({ ...options, log: silentLogger, port: 0, clock });
    const port = Number(new URL(endpoint.url).port);
    const socket = connectTls({ host: "127.0.0.1", port, ca: endpoint.ca, ALPNProtocols: ["h2"] });
    socket.on("error", () => {});
    await once(socket, "secureConnect");
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    const halfHead = Buffer.from([0, 0, 9, 1, 0, 0, 0, 0, 1, 0x82]);
    socket.write(Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), settings, halfHead]));
    await once(socket, "data");
    await clock.advance(idleLimitMs - 1);
    socket.write(Buffer.from([0x84]));
    expect(socket.destroyed).toBe(false);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.once("close", () => resolve());
    socket.resume();
    await clock.advance(1 + serverDefaults.headersTimeoutMs);
    await closed;
  });
});

describe("closing an endpoint", () => {
  test("ends streams cleanly and waits for nobody [apiserver/endpoint-close]", async ({ expect }) => {
    const { handle } = endlessAnswer();
    const endpoint = await open(handle);
    const { port } = new URL(endpoint.url);
    const agent = new Agent({ keepAlive: true });
    const incoming = await start(endpoint, "/", { agent });
    const silent = connect(Number(port), "127.0.0.1");
    await once(silent, "connect");
    const upload = httpsRequest(new URL(endpoint.url), { method: "POST", ca: endpoint.ca, agent: false });
    const uploadFailed = once(upload, "error");
    upload.write("half a body");
    await once(upload, "socket");

    const read = text(incoming);
    const silentClosed = once(silent, "close");
    silent.resume();
    await Promise.all([endpoint.close(), endpoint.close()]);
    expect(await read).toBe("first\n");
    await Promise.all([silentClosed, uploadFailed]);
    await expect(fetchText(endpoint, "/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    agent.destroy();
  });

  test("is done by the server that opened it, and leaves nothing open [apiserver/close-leaves-nothing]", async ({
    expect,
  }) => {
    const handles = (): readonly string[] =>
      process.getActiveResourcesInfo().filter((name) => /TCP|TLS|Timeout|Timer/i.test(name));
    const before = handles();
    const server = await ApiServer.start();
    const endpoint = await server.listen();
    const headers = { authorization: `Bearer ${server.token}` };
    const watch = await start(endpoint, `${maps}?watch=true&allowWatchBookmarks=true`, { headers });
    expect(watch.statusCode).toBe(200);
    const read = text(watch);
    await server.close();
    expect(await read).not.toContain("ERROR");
    await nextTurn();
    // What was there before may have gone meanwhile; nothing has come.
    const left = handles().toSorted();
    for (const name of before) if (left.includes(name)) left.splice(left.indexOf(name), 1);
    expect(left).toEqual([]);
  });
});

describe("a closed endpoint", () => {
  test("is forgotten by a server that goes on [apiserver/endpoint-close]", async ({ expect }) => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    await using server = await ApiServer.start();
    const opened = async (): Promise<WeakRef<Endpoint>> => {
      const endpoint = await server.listen();
      await endpoint.close();
      return new WeakRef(endpoint);
    };
    const endpoint = await opened();
    for (let turn = 0; turn < 100 && endpoint.deref() !== undefined; turn++) {
      await nextTurn();
      collectGarbage();
    }
    expect(endpoint.deref()).toBeUndefined();
  });
});

describe("the server over HTTPS", () => {
  test("wants the credential on the loopback interface as well, and answers as in process", async ({ expect }) => {
    await using server = await ApiServer.start({ clock: new VirtualClock({ startMs: 0 }) });
    const endpoint = await server.listen();
    expect((await fetchText(endpoint, maps)).status).toBe(401);
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const created = await fetchText(endpoint, maps, { method: "POST", headers, body: JSON.stringify(configMap("a")) });
    expect(created.status).toBe(201);
    const read = await server.handle({ method: "GET", path: `${maps}/a`, headers });
    expect(await text(read.body)).toBe(created.text);
    const large = new Uint8Array(serverDefaults.maxBodyBytes + 10);
    expect((await fetchText(endpoint, maps, { method: "POST", headers, body: large })).status).toBe(413);
    expect(await fetchText(endpoint, maps, { method: "HEAD", headers })).toEqual({ status: 405, text: "" });
  });

  test("tells a watch in lines as they happen", async ({ expect }) => {
    await using server = await ApiServer.start();
    const endpoint = await server.listen();
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const watch = await start(endpoint, `${maps}?watch=true`, { headers });
    const events = eventsOf(watch);
    for (const name of ["a", "b"]) {
      await fetchText(endpoint, maps, { method: "POST", headers, body: JSON.stringify(configMap(name)) });
      const { value } = await events.next();
      expect([value?.type, value?.object.metadata.name]).toEqual(["ADDED", name]);
    }
    await events.return();
  });
});
