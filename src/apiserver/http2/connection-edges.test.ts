import { once } from "node:events";
import { connect } from "node:http2";
import { describe, test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import { partsAnswer, textAnswer } from "../answer.ts";
import { serverDefaults } from "../defaults.ts";
import { asks, block, data, get, greeting, head, post, settings, windowUpdate } from "./frames.fixture.ts";
import { HeaderDecoder } from "./header-decoder.ts";
import { http2Limits } from "./limits.ts";
import { errorCodes, frameTypes, settingIds } from "./protocol.ts";
import { Http2Stream } from "./stream.ts";
import { open, Visitor } from "./visitor.fixture.ts";

describe("what comes", () => {
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
});

describe("a body", () => {
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
});

describe("an answer", () => {
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

test("a short answer does not wait for all of a long one where the window of the connection is widened bit by bit [apiserver/http2-fair]", async ({
  expect,
}) => {
  await using endpoint = await open(async ({ path }) =>
    partsAnswer([new Uint8Array(path === "/long" ? 2_000_000 : 10)], { status: 200, contentType: "text/plain" }),
  );
  using visitor = await Visitor.at(endpoint, greeting({ [settingIds.initialWindowSize]: 100_000_000 }));
  // As the platform's client does: what was read is given back.
  visitor.onFrame = ({ type, payload }) => {
    if (type === frameTypes.data && payload.length > 0) visitor.send(windowUpdate(0, payload.length));
  };
  const [long, short] = [visitor.nextId(), visitor.nextId()];
  visitor.send(get(long, "/long"), get(short, "/short"));
  await visitor.answer(short);
  const before = visitor.frames.slice(
    0,
    visitor.frames.findLastIndex(({ streamId }) => streamId === short),
  );
  const ofLong = before.filter(({ type, streamId }) => streamId === long && type === frameTypes.data);
  expect(ofLong.reduce((size, { payload }) => size + payload.length, 0)).toBeLessThan(1_000_000);
});

test("closing does not wait for finding out who asks [apiserver/http2-closing]", async ({ expect }) => {
  const { promise: told, resolve: tell } = Promise.withResolvers<object>();
  const endpoint = await open(async () => textAnswer("ok"), { identify: () => told });
  using visitor = await Visitor.at(endpoint);
  visitor.ask("/");
  await visitor.settled();
  let isClosed = false;
  const closed = endpoint.close().then(() => (isClosed = true));
  for (let turn = 0; turn < 200; turn++) await nextTurn();
  const before = isClosed;
  tell({});
  await closed;
  expect(before).toBe(true);
});
