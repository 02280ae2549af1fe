import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import { request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { connect as connectTcp } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { describe, test } from "vitest";
import { nextTurn, systemRandom, VirtualClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import { textAnswer } from "./answer.ts";
import { ApiServer } from "./api-server.ts";
import { serverDefaults } from "./defaults.ts";
import type { Handle } from "./exchange.ts";
import { HttpsEndpoint } from "./https-endpoint.ts";
import type { Endpoint } from "./https-endpoint.ts";
import { configMap, eventsOf, send } from "./server.fixture.ts";

const maps = "/api/v1/namespaces/default/configmaps";

async function open(handle: Handle, clock?: Clock): Promise<HttpsEndpoint> {
  const parts = { token: "t", random: systemRandom, log: silentLogger, port: 0 };
  return HttpsEndpoint.open({ handle, identify: () => ({}), clock, ...parts });
}

/** A session that is destroyed at the end of the test. */
function connect({ url, ca }: Pick<Endpoint, "url" | "ca">): ClientHttp2Session & Disposable {
  const session = connectHttp2(url, { ca });
  session.on("error", () => undefined);
  return Object.assign(session, { [Symbol.dispose]: () => session.destroy() });
}

interface Asked {
  readonly stream: ClientHttp2Stream;
  readonly headers: IncomingHttpHeaders & { readonly ":status"?: number };
}

async function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string): Promise<Asked> {
  const stream = session.request(headers);
  // Whoever reads is told as well.
  stream.on("error", () => undefined);
  stream.end(body);
  const [answered] = (await once(stream, "response")) as [Asked["headers"]];
  return { stream, headers: answered };
}

describe("over HTTP/2", () => {
  test("many requests share a connection, and watches with them [apiserver/http2]", async ({ expect }) => {
    await using server = await ApiServer.start();
    using session = connect(await server.listen());
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const watch = await ask(session, { ...headers, ":path": `${maps}?watch=true` });
    expect(session.alpnProtocol).toBe("h2");
    expect(watch.headers[":status"]).toBe(200);
    const events = eventsOf(watch.stream);
    const names = ["a", "b", "c"];
    const made = await Promise.all(
      names.map((name) =>
        ask(session, { ...headers, ":method": "POST", ":path": maps }, JSON.stringify(configMap(name))),
      ),
    );
    expect(made.map((answer) => answer.headers[":status"])).toEqual([201, 201, 201]);
    const seen: string[] = [];
    for (const _name of names) seen.push((await events.next()).value?.object.metadata.name ?? "");
    expect(seen.toSorted()).toEqual(names);
    const head = await ask(session, { ...headers, ":method": "HEAD", ":path": maps });
    expect([head.headers[":status"], await text(head.stream)]).toEqual([405, ""]);
  });

  test("the credential and the host are looked at before the body is read [apiserver/http2-refused]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    using session = connect(await server.listen());
    const credential = { authorization: `Bearer ${server.token}` };
    for (const [code, headers] of [
      [401, {}],
      [403, { ...credential, ":authority": "rebound.example.dev" }],
    ] as const) {
      const stream = session.request({ ...headers, ":method": "POST", ":path": maps, "content-length": 1_000_000 });
      const ended = once(stream, "end");
      let told = "";
      stream.setEncoding("utf8").on("data", (piece: string) => (told += piece));
      const [answered] = (await once(stream, "response")) as [Asked["headers"]];
      expect(answered[":status"]).toBe(code);
      await ended;
      expect(JSON.parse(told)).toMatchObject({ kind: "Status", code });
      stream.close();
    }
  });

  test("an answer that breaks off is told as an error, not as an end [apiserver/http2-broken]", async ({ expect }) => {
    await using endpoint = await open(async ({ path }) => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield new TextEncoder().encode("half");
        if (path === "/broken") throw new Error("broken");
      })(),
    }));
    using session = connect(endpoint);
    const broken = await ask(session, { ":path": "/broken" });
    await expect(text(broken.stream)).rejects.toThrow();
    const whole = await ask(session, { ":path": "/" });
    expect(await text(whole.stream)).toBe("half");
  });

  test("closing ends watches cleanly [apiserver/endpoint-close]", async ({ expect }) => {
    const server = await ApiServer.start();
    using session = connect(await server.listen());
    const headers = { authorization: `Bearer ${server.token}` };
    const watch = await ask(session, { ...headers, ":path": `${maps}?watch=true` });
    const read = text(watch.stream);
    await server.close();
    expect(await read).toBe("");
  });
});

describe("whoever reads nothing", () => {
  test.for(["HTTP/1.1", "HTTP/2"])(
    "over %s is cut off after a while [apiserver/stalled]",
    async (protocol, { expect }) => {
      const clock = new VirtualClock({ startMs: 0 });
      const { promise: left, resolve } = Promise.withResolvers<unknown>();
      let produced = 0;
      await using endpoint = await open(
        async ({ signal }) => ({
          status: 200,
          headers: {},
          body: (async function* () {
            try {
              for (;;) {
                produced++;
                yield new Uint8Array(256 * 1024);
              }
            } finally {
              resolve(signal?.reason);
            }
          })(),
        }),
        clock,
      );
      using stack = new DisposableStack();
      if (protocol === "HTTP/2") await ask(stack.use(connect(endpoint)), { ":path": "/" });
      else {
        const outgoing = httpsRequest(endpoint.url, { ca: endpoint.ca, agent: false });
        outgoing.end();
        const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
        stack.defer(() => incoming.destroy());
      }
      for (let turn = 0, before = -1; turn < 50; turn = before === produced ? turn + 1 : 0) {
        before = produced;
        await nextTurn();
      }
      await clock.advance(serverDefaults.stallTimeoutMs);
      expect(String(await left)).toContain("nothing was read");
    },
  );
});

describe("a body that does not end", () => {
  test("over HTTP/2 ends the request, and nobody else's [apiserver/slow-body]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(async ({ body }) => textAnswer(`${body?.length ?? 0}`), clock);
    using session = connect(endpoint);
    const slow = session.request({ ":method": "POST", ":path": "/" });
    const failed = once(slow, "error");
    slow.write("half");
    const quick = await ask(session, { ":method": "POST", ":path": "/" }, "whole");
    expect(await text(quick.stream)).toBe("5");
    await clock.advance(serverDefaults.requestTimeoutMs);
    await failed;
    const next = await ask(session, { ":method": "POST", ":path": "/" }, "again");
    expect(await text(next.stream)).toBe("5");
  });
});

describe("many connections", () => {
  test("that ask nothing keep nobody from being answered, and close with the endpoint [apiserver/idle-connections]", async ({
    expect,
  }) => {
    const endpoint = await open(async () => textAnswer("ok"));
    const { port } = new URL(endpoint.url);
    const idle = Array.from({ length: 300 }, () => connectTcp(Number(port), "127.0.0.1"));
    await Promise.all(idle.map((socket) => once(socket, "connect")));
    const closed = idle.map((socket) => once(socket.resume(), "close"));
    using session = connect(endpoint);
    const answer = await ask(session, { ":path": "/" });
    expect(await text(answer.stream)).toBe("ok");
    await endpoint.close();
    await Promise.all(closed);
  });
});

describe("a long answer", () => {
  test("is compressed for whoever takes that, a short one and a stream are not [apiserver/gzip]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const endpoint = await server.listen();
    await send(server, `POST ${maps}`, { body: configMap("long", { text: "x".repeat(200_000) }) });
    await send(server, `POST ${maps}`, { body: configMap("short") });
    const get = async (path: string, encoding: string): Promise<IncomingMessage> => {
      const headers = { authorization: `Bearer ${server.token}`, "accept-encoding": encoding };
      const outgoing = httpsRequest(new URL(path, endpoint.url), { ca: endpoint.ca, agent: false, headers });
      outgoing.end();
      const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
      return incoming;
    };
    const plain = await get(`${maps}/long`, "identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const whole = await buffer(plain);
    for (const encoding of ["gzip", "deflate, gzip;q=0.5", "gzip, deflate"]) {
      const zipped = await get(`${maps}/long`, encoding);
      expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
      expect(gunzipSync(await buffer(zipped)).equals(whole)).toBe(true);
    }
    for (const [path, encoding] of [
      [`${maps}/short`, "gzip"],
      [`${maps}/long`, "gzip;q=0"],
      [`${maps}?watch=true&timeoutSeconds=1&resourceVersion=0`, "gzip"],
    ] as const) {
      const answer = await get(path, encoding);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      answer.destroy();
    }
  });
});
