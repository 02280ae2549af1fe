import { once } from "node:events";
import { describe, test } from "vitest";
import { nextTurn, VirtualClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { partsAnswer, textAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import { idleLimitMs } from "./end-when-idle.ts";
import { asks, open, pathBack, Visitor } from "./plain-connection.fixture.ts";

describe("whoever is on a connection of HTTP/1.1", () => {
  test("aborts its request by going away, or by ending its side [apiserver/plain-leaving]", async ({ expect }) => {
    for (const leave of ["destroy", "end"] as const) {
      const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal | undefined>();
      await using endpoint = await open(async ({ signal }) => {
        ask(signal);
        return new Promise(() => {});
      });
      using visitor = await Visitor.at(endpoint);
      visitor.send(...asks("/"));
      const signal = await asked;
      visitor.socket[leave]();
      if (signal?.aborted === false) await once(signal, "abort");
      expect(signal?.aborted).toBe(true);
    }
  });

  test("is answered if it ends its side right behind a request that is answered at once [apiserver/plain-leaving]", async ({
    expect,
  }) => {
    await using endpoint = await open(pathBack);
    using visitor = await Visitor.at(endpoint);
    visitor.socket.end(asks("/1").join("\r\n"));
    await visitor.closed;
    expect(visitor.bodies).toEqual(["/1"]);
  });

  test("gets a ready answer before what comes behind the request is looked at, however long that is [apiserver/plain-together]", async ({
    expect,
  }) => {
    await using endpoint = await open(async ({ path, body }) => textAnswer(`${path}/${body?.length ?? 0}`));
    using visitor = await Visitor.at(endpoint);
    const length = serverDefaults.maxHeaderBytes * 2;
    visitor.send(...asks("/1"));
    visitor.send("PUT /2 HTTP/1.1", "host: localhost", `content-length: ${length}`, "", "x".repeat(length));
    await visitor.until(`/2/${length}`);
    expect(visitor.bodies).toEqual(["/1/0", `/2/${length}`]);
  });

  test("is answered what it sent piece by piece before it ended its side [apiserver/plain-pipeline]", async ({
    expect,
  }) => {
    await using endpoint = await open(pathBack);
    using visitor = await Visitor.at(endpoint);
    for (const path of ["/1", "/2"]) visitor.send(...asks(path));
    visitor.socket.end();
    await visitor.closed;
    expect(visitor.bodies).toEqual(["/1", "/2"]);
  });

  test("may ask nothing for a minute after a request, less before the first, and wait for an answer for long [apiserver/plain-idle]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const { promise: ready, resolve: answer } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    await using endpoint = await open(
      async (request, caller) => {
        ask();
        if (request.path === "/slow") await ready;
        return pathBack(request, caller);
      },
      { clock: clock as Clock },
    );
    using silent = await Visitor.at(endpoint);
    using waiting = await Visitor.at(endpoint);
    using idle = await Visitor.at(endpoint);
    waiting.send(...asks("/slow"));
    await asked;
    await clock.advance(serverDefaults.headersTimeoutMs - 1);
    idle.send(...asks("/1"));
    await idle.until("/1");
    expect(silent.socket.destroyed).toBe(false);
    await clock.advance(1);
    await silent.closed;
    await clock.advance(serverDefaults.keepAliveTimeoutMs);
    idle.send(...asks("/2"));
    await idle.until("/2");
    await clock.advance(idleLimitMs);
    await idle.closed;
    answer();
    await waiting.until("/slow");
  });

  test("gets no more answers while it does not read them, and is cut in the end [apiserver/plain-slow-reader]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const part = new Uint8Array(serverDefaults.shortBodyBytes);
    let answered = 0;
    await using endpoint = await open(
      async () => {
        answered++;
        return partsAnswer([part], { status: 200, contentType: "text/plain" });
      },
      { clock: clock as Clock },
    );
    using visitor = await Visitor.at(endpoint);
    visitor.socket.pause();
    let seen = -1;
    // Each request waits until the one before was taken, so that none is sent together with another.
    while (seen !== answered) {
      seen = answered;
      visitor.send(...asks("/"));
      for (let turn = 0; turn < 200 && seen === answered; turn++) await nextTurn();
    }
    expect(answered).toBeGreaterThan(1);
    await clock.advance(serverDefaults.stallTimeoutMs);
    visitor.socket.resume();
    await visitor.closed;
    expect(answered).toBe(seen);
  });

  test.for([
    ["much at once", serverDefaults.maxHeaderBytes, 1],
    ["very many pieces", 1, 100],
  ] as const)(
    "is cut off when it sends %s before its answer [apiserver/plain-early]",
    async ([, size, times], { expect }) => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal | undefined>();
      await using endpoint = await open(async ({ signal }) => {
        ask(signal);
        return new Promise(() => {});
      });
      using visitor = await Visitor.at(endpoint);
      visitor.send(...asks("/slow"));
      const signal = await asked;
      visitor.send("PUT /large HTTP/1.1", "host: localhost", "content-length: 1000000", "", "");
      for (let part = 0; part < times; part++) {
        visitor.socket.write(new Uint8Array(size));
        await nextTurn();
      }
      await visitor.closed;
      expect(signal?.aborted).toBe(true);
    },
  );

  test("may send an empty line between requests [apiserver/plain-empty-line]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(pathBack, { clock: clock as Clock });
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/1"));
    await visitor.until("/1");
    visitor.send("", "");
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    visitor.send(...asks("/2"));
    await visitor.until("/2");
    visitor.send(...asks("/3"));
    visitor.send("", "");
    await visitor.until("/3");
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    visitor.send(...asks("/4"));
    await visitor.until("/4");
    // The platform would write these names in another way.
    expect(visitor.received.match(/\r\nkeep-alive: timeout=60\r\n/g)).toHaveLength(4);
  });
});
