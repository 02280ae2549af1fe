import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, test } from "vitest";
import { ConfigError } from "../config/index.ts";
import { Namespace } from "../types/core/v1/index.ts";
import { TransportError } from "./errors.ts";
import { createHttpsTransport } from "./https-transport.ts";
import { RestClient } from "./rest-client.ts";
import { startScriptedServer } from "./scripted-server.fixture.ts";
import { afterTurns, connect, failureOf, onClientSocket, textOf } from "./transport.fixture.ts";
import type { HttpRequest } from "./transport.ts";

const get: HttpRequest = { method: "GET", path: "/a?token=hidden", headers: {} };

/** Tells when an answer has arrived, before whoever asked hears of it. */
function onAnswer(tell: () => void): Disposable {
  return onClientSocket((socket) => void socket.on("data", tell));
}

describe("an exchange", () => {
  test("carries method, path, headers and body there, and status, headers and body back [client/exchange]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer((request, response) => {
      const { method, url, headers } = request;
      request.setEncoding("utf8").once("data", (body: string) => {
        response.writeHead(201, { "X-Two": ["a", "b"] });
        response.end(JSON.stringify({ method, url, body, length: headers["content-length"], mine: headers["x-mine"] }));
      });
    });
    await using transport = connect(`${server.url}/prefix`);
    for (const method of ["POST", "DELETE", "PATCH"]) {
      const body = new TextEncoder().encode("é");
      const response = await transport.send({ method, path: "/a?b=c", headers: { "x-mine": "1" }, body });
      expect(response.status).toBe(201);
      expect(response.headers["x-two"]).toBe("a, b");
      const seen = { method, url: "/prefix/a?b=c", body: "é", length: "2", mine: "1" };
      expect(JSON.parse(await textOf(response))).toEqual(seen);
    }
  });

  test("that is read to its end leaves its connection for the next [client/socket-reuse]", async ({ expect }) => {
    await using server = await startScriptedServer((request, response) => void response.end(request.url));
    await using transport = connect(server.url);
    for (let count = 0; count < 3; count++) expect(await textOf(await transport.send(get))).toBe(get.path);
    expect(server.sockets.size).toBe(1);
  });

  test.for(["after a chunk", "before the first chunk"] as const)(
    "that is left early, %s, closes its connection [client/left-early]",
    async (when, { expect }) => {
      await using server = await startScriptedServer();
      await using transport = connect(server.url);
      const sent = transport.send(get);
      const { response, request } = await server.requests.receive();
      const closed = once(request.socket, "close");
      response.write("first");
      const { body } = await sent;
      if (when === "after a chunk") for await (const _chunk of body) break;
      else await body[Symbol.asyncIterator]().return?.();
      await closed;
      expect(request.socket.destroyed).toBe(true);
    },
  );
});

describe("an abort", () => {
  const reason = new Error("enough");

  test("before, throws the reason and sends nothing [client/abort]", async ({ expect }) => {
    await using server = await startScriptedServer();
    await using transport = connect(server.url);
    expect(await failureOf(transport.send({ ...get, signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.sockets.size).toBe(0);
  });

  test("while waiting for the answer, throws the reason and closes the connection [client/abort]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer();
    await using transport = connect(server.url);
    const stop = new AbortController();
    const failure = failureOf(transport.send({ ...get, signal: stop.signal }));
    const { request } = await server.requests.receive();
    const closed = once(request.socket, "close");
    stop.abort(reason);
    expect(await failure).toBe(reason);
    await closed;
  });

  test("while waiting for a connection, throws the reason at once [client/abort]", async ({ expect }) => {
    await using server = await startScriptedServer();
    await using transport = connect(server.url, { maxSockets: 1 });
    const first = failureOf(transport.send(get));
    await server.requests.receive();
    const stop = new AbortController();
    const failure = failureOf(transport.send({ ...get, signal: stop.signal }));
    stop.abort(reason);
    expect(await failure).toBe(reason);
    await transport.close();
    expect(await first).toSatisfy(TransportError.is);
  });

  test("in the middle of a body, throws the reason, also when the rest had arrived [client/abort]", async ({
    expect,
  }) => {
    for (const isWhole of [false, true]) {
      await using server = await startScriptedServer();
      await using transport = connect(server.url);
      const stop = new AbortController();
      const sent = transport.send({ ...get, signal: stop.signal });
      const { response } = await server.requests.receive();
      response.write("first");
      if (isWhole) response.end("x".repeat(300_000));
      const { body } = await sent;
      const read = async (): Promise<void> => {
        for await (const _chunk of body) stop.abort(reason);
      };
      expect(await failureOf(read())).toBe(reason);
    }
  });
});

describe("an abort lets the next one begin", () => {
  test("also if nobody reads the stream any more [client/abort-frees]", async ({ expect }) => {
    await using server = await startScriptedServer((_request, response) => void response.write("begun"));
    await using transport = connect(server.url, { maxStreams: 1 });
    for (const readsFirst of [false, true]) {
      const stop = new AbortController();
      const { body } = await transport.send({ ...get, isStream: true, signal: stop.signal });
      const [socket] = server.sockets;
      const closed = socket === undefined ? undefined : once(socket, "close");
      if (readsFirst) await body[Symbol.asyncIterator]().next();
      stop.abort();
      await closed;
    }
    expect((await transport.send({ ...get, isStream: true })).status).toBe(200);
  });

  test("also if it comes while the answer arrives [client/abort-frees]", async ({ expect }) => {
    await using server = await startScriptedServer((_request, response) => {
      response.setHeader("connection", "close");
      response.end("{}");
    });
    await using transport = connect(server.url, { maxSockets: 1 });
    const rest = new RestClient({ transport: transport.send });
    const outcomes: unknown[] = [];
    for (let turns = 0; turns < 20; turns++) {
      const stop = new AbortController();
      using _answers = onAnswer(() => afterTurns(turns, () => stop.abort(turns)));
      const outcome = await rest
        .get(Namespace)
        .send({ signal: stop.signal })
        .catch((error: unknown) => error);
      expect([turns, {}]).toContainEqual(outcome);
      outcomes.push(outcome);
    }
    expect(outcomes).toContainEqual({});
    expect(outcomes).toContain(0);
    expect(await textOf(await transport.send(get))).toBe("{}");
  });
});

describe("without an answer there is a TransportError that says why and for which request", () => {
  test("nobody listens [client/no-answer]", async ({ expect }) => {
    const { url } = await startScriptedServer().then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    await using transport = connect(url);
    const error = await failureOf(transport.send(get));
    expect(error).toMatchObject({ code: "SETPOINT_TRANSPORT_REFUSED", cause: { code: "ECONNREFUSED" } });
    expect(String(error)).toBe(`TransportError: GET ${url}/a: nobody listens there (ECONNREFUSED)`);
  });

  test("the host has no address [client/no-answer]", async ({ expect }) => {
    await using transport = connect("http://nowhere.invalid");
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "SETPOINT_TRANSPORT_DNS" });
  });

  test("the connection breaks, before the answer or inside it [client/no-answer]", async ({ expect }) => {
    await using server = await startScriptedServer((request, response) => {
      if (request.url === "/begun") response.write("first", () => request.socket.destroy());
      else request.socket.destroy();
    });
    await using transport = connect(server.url);
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "SETPOINT_TRANSPORT_RESET" });
    const begun = await transport.send({ ...get, path: "/begun" });
    expect(await failureOf(textOf(begun))).toMatchObject({ code: "SETPOINT_TRANSPORT_RESET" });
  });

  test("a body that is shorter than it was announced is a broken connection [client/no-answer]", async ({ expect }) => {
    await using server = await startScriptedServer((request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("short", () => request.socket.end());
    });
    await using transport = connect(server.url);
    expect(await failureOf(transport.send(get).then(textOf))).toMatchObject({ code: "SETPOINT_TRANSPORT_RESET" });
  });

  test("the server changes the protocol unasked [client/no-answer]", async ({ expect }) => {
    await using server = await startScriptedServer((request) => {
      const reply = (head: string): unknown => request.socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
      if (request.url === "/after") reply("200 OK\r\ncontent-length: 0");
      else reply("101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c");
    });
    await using transport = connect(server.url, { maxSockets: 1 });
    const error = await failureOf(transport.send(get));
    expect(error).toMatchObject({ code: "SETPOINT_TRANSPORT_PROTOCOL" });
    expect(String(error)).toContain(`GET ${server.url}/a: `);
    expect((await transport.send({ ...get, path: "/after" })).status).toBe(200);
  });

  test("what comes is not HTTP, or has too large headers [client/no-answer]", async ({ expect }) => {
    const answers = ["220 mail.example ESMTP\r\n", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(200_000)}\r\n\r\n`];
    for (const answer of answers) {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.write(answer);
      });
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
      await using transport = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      expect(await failureOf(transport.send(get))).toMatchObject({ code: "SETPOINT_TRANSPORT_PROTOCOL" });
      await transport.close();
      server.close();
    }
  });

  const verbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
  test.for([300, 301, 302, 303, 304, 307, 308].flatMap((status) => verbs.map((method) => [method, status] as const)))(
    "the server answers a %s with the redirect %i, which is not followed [client/no-redirects]",
    async ([method, status], { expect }) => {
      await using elsewhere = await startScriptedServer();
      await using server = await startScriptedServer((_request, response) => {
        response.writeHead(status, { location: `${elsewhere.url}/?x=1` }).end();
      });
      await using transport = connect(server.url);
      for (const isStream of [false, true]) {
        const error = await failureOf(transport.send({ ...get, method, isStream }));
        expect(error).toMatchObject({ code: "SETPOINT_TRANSPORT_REDIRECT" });
        expect(String(error)).toContain(`${method} ${server.url}/a: `);
      }
      expect(elsewhere.sockets.size).toBe(0);
      expect(elsewhere.requests.size).toBe(0);
    },
  );
});

test("streams never keep a request waiting [client/streams-apart]", async ({ expect }) => {
  await using server = await startScriptedServer((request, response) => {
    if (request.url === "/stream") response.write("begun");
    else response.end("done");
  });
  await using transport = connect(server.url, { maxSockets: 1, maxStreams: 2 });
  const streams = [1, 2].map(() => transport.send({ ...get, path: "/stream", isStream: true }));
  await Promise.all(streams);
  expect(await textOf(await transport.send(get))).toBe("done");
  expect(server.sockets.size).toBe(3);
});

test("beyond the limit requests wait their turn, and each that ends lets one begin [client/streams-apart]", async ({
  expect,
}) => {
  await using server = await startScriptedServer();
  await using transport = connect(server.url, { maxSockets: 2 });
  const sent = [1, 2, 3, 4, 5].map((id) => transport.send({ ...get, path: `/${id}` }).then(textOf));
  const outcomes = Promise.allSettled(sent);
  const order: string[] = [];
  for (const _ of sent) {
    const { request, response } = await server.requests.receive();
    expect(server.sockets.size).toBeLessThanOrEqual(2);
    order.push(request.url ?? "");
    if (request.url === "/2") request.socket.destroy();
    else response.end("done");
  }
  expect(order.slice(0, 2).sort()).toEqual(["/1", "/2"]);
  expect((await outcomes).map(({ status }) => status === "fulfilled")).toEqual([true, false, true, true, true]);
});

test("closing ends what is under way, waits for the connections and refuses what comes after [client/close]", async ({
  expect,
}) => {
  await using server = await startScriptedServer();
  const sockets = { opened: 0, closed: 0 };
  using _watched = onClientSocket((socket) => {
    sockets.opened++;
    socket.once("close", () => sockets.closed++);
  });
  const transport = connect(server.url, { maxSockets: 1 });
  const beginning = transport.send({ ...get, isStream: true });
  (await server.requests.receive()).response.write("begun");
  const stream = textOf(await beginning);
  const underWay = transport.send(get);
  await server.requests.receive();
  const failures = [stream, underWay, transport.send(get), transport.send({ ...get, isStream: true })].map(failureOf);
  await Promise.all([transport.close(), transport.close()]);
  expect(sockets).toEqual({ opened: 3, closed: 3 });
  for (const failure of [...(await Promise.all(failures)), await failureOf(transport.send(get))]) {
    expect(failure).toMatchObject({ code: "SETPOINT_TRANSPORT_CLOSED" });
  }
  expect(sockets).toEqual({ opened: 3, closed: 3 });
});

test("a credential is never sent without TLS [client/no-clear-credential]", ({ expect }) => {
  const config = { server: "http://127.0.0.1:1", namespace: "default" };
  const clientCertificate = { certificate: "c", key: "k" };
  const credentials = { current: async () => ({}), refused: () => false };
  for (const credential of [{ token: "t" }, { clientCertificate }, { credentials }]) {
    expect(() => createHttpsTransport({ ...config, ...credential })).toThrow(
      expect.toSatisfy((error: unknown) => ConfigError.is(error, "SETPOINT_CONFIG_INSECURE")),
    );
  }
});

test("a configuration that can't be used is refused before the first request [client/bad-config]", ({ expect }) => {
  const https = { server: "https://127.0.0.1:1", namespace: "default" };
  const configs = [
    { ...https, server: "127.0.0.1:6443" },
    { ...https, server: "ftp://127.0.0.1" },
    { ...https, server: "https://user:password@127.0.0.1" },
    { ...https, clientCertificate: { certificate: "no PEM", key: "no PEM" } },
    // Nothing to trust is not the same as to trust the system's.
    { ...https, ca: "" },
    { ...https, ca: "no PEM" },
    { ...https, ca: "no PEM", insecureSkipTlsVerify: true },
    { ...https, proxyUrl: "ftp://127.0.0.1" },
    { ...https, proxyUrl: "127.0.0.1:3128" },
  ];
  for (const config of configs) {
    expect(() => createHttpsTransport(config)).toThrow(
      expect.toSatisfy((error: unknown) => ConfigError.is(error, "SETPOINT_CONFIG_INVALID")),
    );
  }
});

test("a client that is closed while a connection opens sends nothing on it [client/close-while-dialling]", async ({
  expect,
}) => {
  for (let turns = 0; turns < 16; turns++) {
    await using server = await startScriptedServer();
    const transport = connect(server.url);
    let closed: Promise<void> | undefined;
    using _watching = onClientSocket((socket) => {
      socket.once("connect", () => afterTurns(turns, () => void (closed = transport.close())));
    });
    const error = await failureOf(transport.send({ method: "POST", path: "/a", headers: {} }));
    expect(TransportError.is(error, "SETPOINT_TRANSPORT_CLOSED"), `${turns}: ${String(error)}`).toBe(true);
    await closed;
  }
});
