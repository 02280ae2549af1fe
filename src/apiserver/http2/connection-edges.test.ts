import { connect } from "node:http2";
import { once } from "node:events";
import { describe, test } from "vitest";
import { nextTurn, VirtualClock } from "../../async/index.ts";
import { streamAnswer, textAnswer } from "../answer.ts";
import { ApiServer } from "../api-server.ts";
import { serverDefaults } from "../defaults.ts";
import { configMap, send } from "../server.fixture.ts";
import type { Frame } from "./frame-reader.ts";
import { FrameReader } from "./frame-reader.ts";
import { asks, block, data, get, greeting, head, ping, post, reset, settings, windowUpdate } from "./frames.fixture.ts";
import { GatheredBytes } from "./gathered-bytes.ts";
import { HeaderDecoder } from "./header-decoder.ts";
import { http2Limits } from "./limits.ts";
import { errorCodes, frameFlags, frameTypes, settingIds } from "./protocol.ts";
import { Http2Stream } from "./stream.ts";
import { open, Visitor } from "./visitor.fixture.ts";

describe("what comes", () => {
  test("may be cut anywhere, also within the first bytes [apiserver/http2-frames]", ({ expect }) => {
    const whole = Buffer.concat([greeting({ 4: 1 }), ping(new Uint8Array(8)), get(1, "/")]);
    for (let cut = 1; cut < whole.length; cut++) {
      const seen: Frame[] = [];
      const reader = new FrameReader((frame) => seen.push(frame));
      reader.push(whole.subarray(0, cut));
      reader.push(whole.subarray(cut));
      expect(seen.map(({ type }) => type)).toEqual([frameTypes.settings, frameTypes.ping, frameTypes.headers]);
    }
  });

  test("has no number without end: neither the size of a table nor the length of a text [apiserver/http2-numbers]", ({
    expect,
  }) => {
    const endless = [...Array.from({ length: 200 }, () => 0x80), 0];
    for (const bytes of [
      [0x3f, ...endless],
      [0x00, 0x7f, ...endless],
      [0xff, ...endless],
    ]) {
      const decoder = new HeaderDecoder();
      expect(() => decoder.decode(Buffer.from(bytes), () => undefined)).toThrow(
        expect.objectContaining({ reason: errorCodes.compression }),
      );
    }
  });

  test("piece by piece is joined in memory of its own, and the first piece alone is not copied [apiserver/http2-bodies]", ({
    expect,
  }) => {
    const bytes = new GatheredBytes();
    const first = Buffer.from("first");
    bytes.add(first);
    const alone = bytes.take();
    expect([alone.buffer === first.buffer, alone.byteOffset]).toEqual([true, first.byteOffset]);
    const pieces = Array.from({ length: 5_000 }, (_, index) => Buffer.from(String(index)));
    for (const piece of pieces) bytes.add(piece);
    expect(Buffer.from(bytes.take()).equals(Buffer.concat(pieces))).toBe(true);
    expect(bytes.take()).toHaveLength(0);
  });
});

describe("a body", () => {
  test("is no more than a window before somebody asks for it [apiserver/http2-bodies]", async ({ expect }) => {
    const { promise: known, resolve: know } = Promise.withResolvers<object>();
    await using endpoint = await open(async ({ body }) => textAnswer(`${body?.length}`), { identify: () => known });
    using visitor = await Visitor.at(endpoint);
    const id = visitor.nextId();
    visitor.send(post(id, "/"));
    const piece = new Uint8Array(16_384);
    const most = http2Limits.streamWindowBytes / piece.length;
    for (let count = 0; count < most; count++) visitor.send(data(id, piece));
    await visitor.settled();
    expect(visitor.framesOf(frameTypes.windowUpdate, id)).toEqual([]);
    know({});
    await visitor.until(() => visitor.framesOf(frameTypes.windowUpdate, id)[0]);
    visitor.send(data(id, piece, true));
    expect((await visitor.answer(id)).body.toString()).toBe(`${http2Limits.streamWindowBytes + piece.length}`);
  });

  test("is kept no further than it can be seen to be too large, and not at all once it is answered [apiserver/http2-bodies]", ({
    expect,
  }) => {
    const line = { sendHead: () => {}, send: () => undefined, widen: () => {}, reset: () => {} };
    const request = { method: "POST", path: "/", headers: {} };
    const make = (): Http2Stream =>
      new Http2Stream(
        line,
        { id: 1, window: 0, left: undefined, isLast: false, taken: () => {} },
        { request, length: undefined },
      );
    const piece = new Uint8Array(1_000_000);
    const large = make();
    for (let count = 0; count < 10; count++) large.receive(piece, false);
    expect(large.body()).toHaveLength(4 * piece.length);
    const answered = make();
    answered.receive(piece, false);
    answered.sendHead({ status: 401, headers: {}, isLast: false });
    answered.receive(piece, true);
    expect(answered.body()).toHaveLength(0);
  });

  test("is asked for when somebody waits for that [apiserver/http2-continue]", async ({ expect }) => {
    await using endpoint = await open(async ({ body }) => textAnswer(`${body?.length}`));
    const session = connect(endpoint.url, { ca: endpoint.ca });
    const stream = session.request({ ":method": "POST", ":path": "/", expect: "100-continue" });
    await once(stream, "continue");
    stream.end("body");
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
    expect(headers[":status"]).toBe(200);
    session.destroy();
  });
});

describe("a stream that was reset here", () => {
  test("may still get what was under way, and nobody is blamed [apiserver/http2-under-way]", async ({ expect }) => {
    await using endpoint = await open(() => new Promise(() => {}));
    using visitor = await Visitor.at(endpoint);
    for (let count = 0; count < serverDefaults.maxStreams; count++) visitor.ask("/");
    const id = visitor.nextId();
    visitor.send(post(id, "/"));
    expect(await visitor.resetOf(id)).toBe(errorCodes.refusedStream);
    for (let count = 0; count < 2 * http2Limits.breaksAtOnce; count++) visitor.send(data(id, [1]));
    visitor.send(head(id, block(["x-last", "1"])));
    await visitor.settled();
    expect(visitor.framesOf(frameTypes.reset, id)).toHaveLength(1);
    // That was its end: more is wrong.
    visitor.send(head(id, block(["x-last", "1"])));
    expect((await visitor.goAway()).code).toBe(errorCodes.streamClosed);
  });

  test("leaves no timer behind, and neither does one that its client has reset [apiserver/http2-abort]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const { promise: known, resolve: know } = Promise.withResolvers<object>();
    await using endpoint = await open(async () => textAnswer("x".repeat(100)), { clock, identify: () => known });
    using visitor = await Visitor.at(endpoint, greeting({ [settingIds.initialWindowSize]: 0 }));
    await visitor.settled();
    const before = clock.pending;
    const [first, second] = [visitor.nextId(), visitor.nextId()];
    // One is gone while it is found out who asks; the other has an answer that waits for its window.
    visitor.send(post(first, "/"), reset(first, 8), post(second, "/"));
    await visitor.settled();
    know({});
    visitor.send(data(second, [1], true));
    await visitor.headOf(second);
    visitor.send(reset(second, 8));
    await visitor.settled();
    await nextTurn();
    expect(clock.pending).toBe(before);
  });
});

describe("an answer", () => {
  test("that ends while its window is below zero takes nothing of the window of the connection [apiserver/http2-flow]", async ({
    expect,
  }) => {
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const first = new Uint8Array(60_000);
    await using endpoint = await open(async ({ path }) =>
      path === "/long"
        ? textAnswer("x".repeat(20_000))
        : streamAnswer(
            (async function* () {
              yield first;
              await end;
            })(),
            "text/plain",
          ),
    );
    using visitor = await Visitor.at(endpoint, greeting());
    const id = visitor.ask("/");
    await visitor.until(() => visitor.bodyOf(id).length === first.length || undefined);
    visitor.send(settings({ [settingIds.initialWindowSize]: 100 }));
    await visitor.settled();
    resolve();
    await visitor.answer(id);
    const last = visitor.framesOf(frameTypes.data, id).filter(({ payload }) => payload.length === 0);
    expect(last.map(({ flags }) => flags)).toEqual([frameFlags.endStream]);
    // What is left of the window of the connection, and not a byte more.
    const next = visitor.ask("/long");
    visitor.send(windowUpdate(next, 1_000_000));
    await visitor.until(() => visitor.bodyOf(next).length >= 5_535 || undefined);
    await visitor.settled();
    expect(visitor.bodyOf(next)).toHaveLength(5_535);
  });

  test("begins with the size of the table, also when that was smaller in between, or a head before could not be written [apiserver/http2-table]", async ({
    expect,
  }) => {
    await using endpoint = await open(async ({ path }) => ({
      ...textAnswer("ok"),
      headers: { "x-broken": path === "/broken" ? "a\nb" : "" },
    }));
    const tables = Buffer.concat([settings({ 1: 0 }).subarray(9), settings({ 1: 4096 }).subarray(9)]);
    const both = Buffer.concat([Buffer.of(0, 0, tables.length, frameTypes.settings, 0, 0, 0, 0, 0), tables]);
    using visitor = await Visitor.at(endpoint, Buffer.concat([greeting(), both]));
    expect(await visitor.resetOf(visitor.ask("/broken"))).toBe(errorCodes.internal);
    const id = visitor.ask("/");
    await visitor.answer(id);
    expect(visitor.framesOf(frameTypes.headers, id)[0]?.payload[0]).toBe(0x20);
  });

  test("whose client has left does not keep the server from closing, nor fails unseen [apiserver/http2-closing]", async ({
    expect,
  }) => {
    const server = await ApiServer.start();
    const maps = "/api/v1/namespaces/default/configmaps";
    await send(server, `POST ${maps}`, { body: configMap("long", { text: "x".repeat(300_000) }) });
    const { url, ca } = await server.listen();
    const failures: unknown[] = [];
    const note = (reason: unknown): void => void failures.push(reason);
    process.on("unhandledRejection", note);
    const session = connect(url, { ca });
    session.on("error", () => undefined);
    const authorization = `Bearer ${server.token}`;
    for (const encoding of ["gzip", "identity"]) {
      const stream = session.request({ ":path": maps, authorization, "accept-encoding": encoding });
      stream.on("error", () => undefined);
      await once(stream, "response");
    }
    session.destroy();
    await server.close();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    process.off("unhandledRejection", note);
    expect(failures).toEqual([]);
  });
});

describe("a head", () => {
  const [method, scheme, path, authority] = asks("/");
  test.for([
    ["without a scheme that can be one", [method, [":scheme", "1"], path, authority]],
    ["that asks for all of the server", [method, scheme, [":path", "*"], authority]],
    ["that asks for a tunnel", [[":method", "CONNECT"], scheme, path, authority]],
    ["with two hosts", [method, scheme, path, ["host", "localhost"], ["host", "elsewhere"]]],
    ["with a control character", [method, scheme, path, authority, ["x", "a\u0001b"]]],
  ] as const)(
    "%s is refused, and the next one is not [apiserver/http2-broken-streams]",
    async ([, headers], { expect }) => {
      await using endpoint = await open(async () => textAnswer("ok"));
      using visitor = await Visitor.at(endpoint);
      const id = visitor.nextId();
      visitor.send(head(id, block(...headers.flatMap((header) => (header === undefined ? [] : [header])))));
      expect(await visitor.resetOf(id)).toBe(errorCodes.protocol);
      expect((await visitor.get("/")).status).toBe("200");
    },
  );

  test("keeps every byte of its values but the space around them [apiserver/http2-repeated]", async ({ expect }) => {
    const user = Buffer.from("system:à").toString("latin1");
    await using endpoint = await open(async ({ headers, repeatedHeaders }) =>
      textAnswer(JSON.stringify([headers["x"], repeatedHeaders])),
    );
    using visitor = await Visitor.at(endpoint);
    const { body } = await visitor.get("/", ["x", ` ${user}\t`], ["impersonate-user", user]);
    expect(JSON.parse(body.toString())).toEqual([user, [["impersonate-user", user]]]);
  });
});
