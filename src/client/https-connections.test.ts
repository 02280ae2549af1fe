import { getEventListeners, once } from "node:events";
import type { Socket } from "node:net";
import { describe, test } from "vitest";
import { InvalidRequestError } from "./errors.ts";
import { startRawServer } from "./raw-server.fixture.ts";
import { startScriptedServer } from "./scripted-server.fixture.ts";
import { afterTurns, connect, failureOf, onClientSocket, textOf } from "./transport.fixture.ts";
import type { HttpRequest } from "./transport.ts";

const get: HttpRequest = { method: "GET", path: "/a", headers: {} };
const post: HttpRequest = { ...get, method: "POST", body: new TextEncoder().encode("x") };
const empty = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";

describe("a connection that waits for work", () => {
  test("and was closed by the server in the meantime is not used [client/dead-idle]", async ({ expect }) => {
    await using server = await startScriptedServer((_request, response) => void response.end("ok"));
    await using transport = connect(server.url);
    for (let count = 0; count < 3; count++) {
      // A POST could not be sent again.
      expect(await textOf(await transport.send(post))).toBe("ok");
      const [socket] = server.sockets;
      if (socket === undefined) throw new Error("expected a connection");
      const noticed = once(socket, "close");
      socket.end();
      await noticed;
    }
  });

  test("is closed after a time [client/idle-timeout]", async ({ expect }) => {
    // Unlike the platform's, this server never closes an idle connection itself.
    await using server = await startRawServer((socket) => {
      socket.on("data", () => void socket.write(empty));
    });
    await using transport = connect(server.url, { idleSocketMs: 20 });
    for (let count = 1; count <= 2; count++) {
      expect(await textOf(await transport.send(get))).toBe("");
      expect(server.sockets).toHaveLength(count);
      await once(server.sockets[count - 1] as Socket, "close");
    }
  });

  test("is not timed while it works, however long that takes [client/idle-timeout]", async ({ expect }) => {
    await using server = await startScriptedServer();
    await using transport = connect(server.url, { idleSocketMs: 10 });
    const slow = transport.send({ ...get, path: "/slow" });
    const slowly = await server.requests.receive();
    const fast = transport.send(get);
    const { request, response } = await server.requests.receive();
    const closed = once(request.socket, "close");
    response.end("ok");
    expect(await textOf(await fast)).toBe("ok");
    await closed;
    slowly.response.end("late");
    expect(await textOf(await slow)).toBe("late");
  });

  test("and is sent something unasked is closed, so that nobody takes it for an answer [client/http1-excess]", async ({
    expect,
  }) => {
    const injected = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil";
    await using server = await startRawServer((socket) => {
      socket.once("data", () => void socket.write(empty, () => void socket.write(injected)));
    });
    await using transport = connect(server.url);
    for (let count = 1; count <= 2; count++) {
      expect(await textOf(await transport.send(post))).toBe("");
      await once(server.sockets[count - 1] as Socket, "close");
      expect(server.sockets).toHaveLength(count);
    }
  });
});

describe("a connection that breaks under a request that it was used for again, before any answer", () => {
  /** Answers the first request of a connection and breaks at the second, after `begun`. */
  const breaking = (begun: string) => (socket: Socket) => {
    let count = 0;
    socket.on("data", () => {
      count += 1;
      if (count === 1) socket.write(empty);
      else if (begun === "") socket.resetAndDestroy();
      else socket.end(begun);
    });
  };

  test("is replaced once for a GET, on a new one [client/stale-get]", async ({ expect }) => {
    await using server = await startRawServer(breaking(""));
    await using transport = connect(server.url);
    for (let count = 1; count <= 3; count++) {
      expect((await transport.send(get)).status).toBe(200);
      expect(server.sockets).toHaveLength(count);
    }
  });

  test("is a failure for what may have been done, and after the answer has begun [client/stale-get]", async ({
    expect,
  }) => {
    const cases = [
      ["", post],
      ["H", get],
    ] as const;
    for (const [begun, request] of cases) {
      await using server = await startRawServer(breaking(begun));
      await using transport = connect(server.url);
      expect((await transport.send(request)).status).toBe(200);
      expect(await failureOf(transport.send(request))).toMatchObject({ code: "SETPOINT_TRANSPORT_RESET" });
      expect(server.sockets).toHaveLength(1);
    }
  });

  test("also when it is new: that is no longer the connection's age [client/stale-get]", async ({ expect }) => {
    await using server = await startRawServer((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    await using transport = connect(server.url);
    expect(await failureOf(transport.send(get))).toMatchObject({ code: "SETPOINT_TRANSPORT_RESET" });
    expect(server.sockets).toHaveLength(1);
  });
});

describe("an answer", () => {
  test("that says close, or ends with its connection, is whole and leaves no connection [client/socket-reuse]", async ({
    expect,
  }) => {
    const answers = [
      "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok",
      "HTTP/1.1 200 OK\r\n\r\nok",
      "HTTP/1.0 200 OK\r\n\r\nok",
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil",
    ];
    for (const answer of answers) {
      await using server = await startRawServer((socket) => void socket.once("data", () => void socket.end(answer)));
      await using transport = connect(server.url);
      expect(await textOf(await transport.send(get))).toBe("ok");
      expect(await textOf(await transport.send(get))).toBe("ok");
      expect(server.sockets).toHaveLength(2);
    }
  });

  test("that comes before its request was sent is the answer, and its connection is not used again [client/early-answer]", async ({
    expect,
  }) => {
    await using server = await startRawServer((socket) => {
      socket.once("data", () => {
        socket.pause();
        socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig");
      });
    });
    await using transport = connect(server.url);
    const body = new Uint8Array(32 * 1_024 * 1_024);
    for (let count = 1; count <= 2; count++) {
      const response = await transport.send({ ...post, body });
      expect([response.status, await textOf(response)]).toEqual([413, "big"]);
      expect(server.sockets).toHaveLength(count);
    }
  });

  test("that nobody reads stops the connection, and goes on when somebody does [client/back-pressure]", async ({
    expect,
  }) => {
    const chunk = Buffer.alloc(64 * 1_024, "x");
    const total = 1_024;
    let written = 0;
    const stopped = Promise.withResolvers<void>();
    await using server = await startScriptedServer((request, response) => {
      if (request.url === "/other") {
        response.end();
        return;
      }
      const writeOn = (): void => {
        while (written < total) {
          written += 1;
          if (response.write(chunk)) continue;
          // What the two kernels hold is a few megabytes; more means that somebody reads on.
          if (written > 4) stopped.resolve();
          response.once("drain", writeOn);
          return;
        }
        response.end();
      };
      writeOn();
    });
    await using transport = connect(server.url);
    const { body } = await transport.send({ ...get, isStream: true });
    await stopped.promise;
    for (let count = 0; count < 20; count++) await transport.send({ ...get, path: "/other" });
    expect(written).toBeLessThan(total / 2);
    let length = 0;
    for await (const part of body) length += part.length;
    expect(length).toBe(total * chunk.length);
  });

  test("to a HEAD has no body, and leaves its connection for the next [client/socket-reuse]", async ({ expect }) => {
    await using server = await startScriptedServer((_request, response) => {
      response.setHeader("content-length", 5);
      response.end("hello");
    });
    await using transport = connect(server.url);
    expect(await textOf(await transport.send({ ...get, method: "HEAD" }))).toBe("");
    expect(await textOf(await transport.send(get))).toBe("hello");
    expect(server.sockets.size).toBe(1);
  });
});

describe("a request", () => {
  test("that would not be one request is refused unsent, and not quoted [client/request-smuggling]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer();
    await using transport = connect(server.url);
    const bad: readonly Partial<HttpRequest>[] = [
      { method: "GET / HTTP/1.1\r\nx: s3cr3t" },
      { method: "CONNECT" },
      { method: "" },
      { path: "/a b?s3cr3t" },
      { path: "/a\r\nx: s3cr3t" },
      { path: "/é" },
      { path: "a" },
      { headers: { "x\r\ny": "s3cr3t" } },
      { headers: { x: "a\r\ny: s3cr3t" } },
      { headers: { x: "s3cr3t\n" } },
      { headers: { x: "€ s3cr3t" } },
      { repeatedHeaders: [["x", "s3cr3t\0"]] },
      ...["Content-Length", "transfer-encoding", "Host", "connection", "upgrade", "expect", "te", "trailer"].map(
        (name) => ({ headers: { [name]: "s3cr3t" } }),
      ),
    ];
    for (const parts of bad) {
      const error = await failureOf(transport.send({ ...get, ...parts }));
      expect(error).toSatisfy(InvalidRequestError.is);
      expect(String(error)).not.toContain("s3cr3t");
    }
    expect(server.sockets.size).toBe(0);
  });

  test("says how long its body is, and sends a header as often as it is given [client/exchange]", async ({
    expect,
  }) => {
    await using server = await startScriptedServer((request, response) => {
      request.resume().on("end", () => void response.end(JSON.stringify(request.rawHeaders)));
    });
    await using transport = connect(server.url);
    const host = ["host", new URL(server.url).host];
    const sent = async (parts: Partial<HttpRequest>): Promise<unknown> =>
      JSON.parse(await textOf(await transport.send({ ...get, ...parts })));
    expect(await sent({})).toEqual(host);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(await sent({ method })).toEqual([...host, "content-length", "0"]);
    }
    const repeatedHeaders = [
      ["x-many", "1"],
      ["x-many", "é"],
    ] as const;
    expect(await sent({ repeatedHeaders, headers: { y: "2" } })).toEqual([
      ...host,
      "y",
      "2",
      "x-many",
      "1",
      "x-many",
      "é",
    ]);
    for (const size of [1, 40_000, 3_000_000]) {
      expect(await sent({ method: "POST", body: new Uint8Array(size) })).toContain(String(size));
    }
  });
});

test("an abort at any moment while a connection is opened throws the reason and leaves none open [client/abort-frees]", async ({
  expect,
}) => {
  for (let turns = 0; turns < 30; turns++) {
    await using server = await startRawServer((socket) => {
      socket.on("data", (bytes) => void (bytes.toString().startsWith("POST") && socket.write(empty)));
    });
    await using transport = connect(server.url, { maxSockets: 1 });
    const stop = new AbortController();
    using _opened = onClientSocket((socket) => {
      socket.once("connect", () => afterTurns(turns, () => stop.abort(turns)));
    });
    expect(await failureOf(transport.send({ ...get, signal: stop.signal }))).toBe(turns);
    const [first] = server.sockets;
    if (first !== undefined && !first.closed) await once(first, "close");
    // The only slot is free again.
    expect((await transport.send(post)).status).toBe(200);
  }
});

test("whichever way an exchange ends, no listener stays on its signal [client/leaves-nothing]", async ({ expect }) => {
  await using server = await startScriptedServer((request, response) => {
    if (request.url === "/cut") request.socket.destroy();
    else if (request.url === "/stream") response.write("begun");
    else response.end("ok");
  });
  await using transport = connect(server.url);
  const { signal } = new AbortController();
  const listeners = (): number => getEventListeners(signal, "abort").length;
  for (let count = 0; count < 5; count++) {
    await textOf(await transport.send({ ...get, signal }));
    await failureOf(transport.send({ ...post, path: "/cut", signal }));
    const { body } = await transport.send({ ...get, path: "/stream", isStream: true, signal });
    expect(listeners()).toBe(1);
    for await (const _chunk of body) break;
    expect(listeners()).toBe(0);
  }
});
