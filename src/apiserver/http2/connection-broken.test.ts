import { describe, test } from "vitest";
import { VirtualClock } from "../../async/index.ts";
import { textAnswer } from "../answer.ts";
import { serverDefaults } from "../defaults.ts";
import type { Handle } from "../exchange.ts";
import {
  asks,
  block,
  continuation,
  data,
  frame,
  get,
  greeting,
  head,
  number,
  ping,
  post,
  reset,
  settings,
  windowUpdate,
} from "./frames.fixture.ts";
import type { Header } from "./header-tables.ts";
import { http2Limits } from "./limits.ts";
import { errorCodes, frameFlags, frameTypes, protocolDefaults, settingIds } from "./protocol.ts";
import type { ErrorCode } from "./protocol.ts";
import { open, Visitor } from "./visitor.fixture.ts";

const { protocol, flowControl, streamClosed, frameSize, compression } = errorCodes;
const { maxWindowBytes } = protocolDefaults;

/** `/wait` is never answered. */
const handle: Handle = async ({ path, body, signal }) => {
  if (path === "/wait") await new Promise((resolve) => signal?.addEventListener("abort", resolve));
  return textAnswer(`${path} ${body?.length ?? ""}`);
};

const usual = asks("/");
const withLength = ["content-length", "5"] as const;

describe("what is wrong with one request ends that one only", () => {
  const cases: readonly (readonly [string, ErrorCode, (id: number) => readonly Buffer[]])[] = [
    ["two paths", protocol, (id) => [get(id, "/", [":path", "/other"])]],
    ["two methods", protocol, (id) => [head(id, block([":method", "PUT"], ...usual))]],
    ["no path", protocol, (id) => [head(id, block(...usual.filter(([name]) => name !== ":path")))]],
    ["no method", protocol, (id) => [head(id, block(...usual.filter(([name]) => name !== ":method")))]],
    ["no scheme", protocol, (id) => [head(id, block(...usual.filter(([name]) => name !== ":scheme")))]],
    ["an empty path", protocol, (id) => [get(id, "")]],
    ["a path that begins with no slash", protocol, (id) => [get(id, "other")]],
    ["a path with a space", protocol, (id) => [get(id, "/a b")]],
    ["a method that is no word", protocol, (id) => [head(id, block(...asks("/", "GET POST")))]],
    ["a scheme that is none", protocol, (id) => [head(id, block(...usual.map(schemeless)))]],
    ["the whole server", protocol, (id) => [get(id, "*")]],
    ["a tunnel to a path", protocol, (id) => [head(id, block(...asks("/", "CONNECT")))]],
    ["a tunnel", protocol, (id) => [head(id, block([":method", "CONNECT"], [":authority", "localhost"]))]],
    ["a status", protocol, (id) => [head(id, block([":status", "200"], ...usual))]],
    ["a path after other headers", protocol, (id) => [head(id, block(["x", "y"], ...usual))]],
    ["capital letters in a name", protocol, (id) => [get(id, "/", ["Accept", "a"])]],
    ["an empty name", protocol, (id) => [get(id, "/", ["", "a"])]],
    ["a name with a space", protocol, (id) => [get(id, "/", ["a b", "a"])]],
    ["a line break in a value", protocol, (id) => [get(id, "/", ["x", "a\r\nb: c"])]],
    ["a zero in a value", protocol, (id) => [get(id, "/", ["x", "a\0"])]],
    ["a header for one connection", protocol, (id) => [get(id, "/", ["connection", "close"])]],
    ["a header for the next hop", protocol, (id) => [get(id, "/", ["keep-alive", "1"])]],
    ["a header that changes the protocol", protocol, (id) => [get(id, "/", ["upgrade", "websocket"])]],
    ["a body in chunks", protocol, (id) => [get(id, "/", ["transfer-encoding", "chunked"])]],
    ["a transfer of more than trailers", protocol, (id) => [get(id, "/", ["te", "gzip"])]],
    ["two hosts", protocol, (id) => [get(id, "/", ["host", "localhost"], ["host", "localhost"])]],
    ["two lengths", protocol, (id) => [post(id, "/", withLength, withLength)]],
    ["a length that is none", protocol, (id) => [post(id, "/", ["content-length", "+5"])]],
    ["a length and no body", protocol, (id) => [get(id, "/", withLength)]],
    ["a body longer than its length", protocol, (id) => [post(id, "/", withLength), data(id, Buffer.from("123456"))]],
    ["a body shorter than its length", protocol, (id) => [post(id, "/", withLength), data(id, [1], true)]],
    [
      "a body shorter than its length before trailers",
      protocol,
      (id) => [post(id, "/", withLength), data(id, [1]), head(id, block(["x", "y"]))],
    ],
    ["trailers that do not end it", protocol, (id) => [post(id, "/"), head(id, block(["x", "y"]), { isLast: false })]],
    ["trailers with capital letters", protocol, (id) => [post(id, "/"), head(id, block(["X", "y"]))]],
    ["trailers with a path", protocol, (id) => [post(id, "/"), head(id, block([":path", "/"]))]],
    ["headers after its end", streamClosed, (id) => [get(id, "/wait"), get(id, "/wait")]],
    ["a body after its end", streamClosed, (id) => [get(id, "/wait"), data(id, [1])]],
    ["a window that is widened by nothing", protocol, (id) => [get(id, "/wait"), windowUpdate(id, 0)]],
    [
      "a window that is too wide",
      flowControl,
      (id) => [get(id, "/wait"), windowUpdate(id, maxWindowBytes), windowUpdate(id, maxWindowBytes)],
    ],
  ];

  test.for(cases)("%s [apiserver/http2-broken-streams]", async ([, code, make], { expect }) => {
    await using endpoint = await open(handle);
    using visitor = await Visitor.at(endpoint, greeting());
    const waiting = visitor.ask("/wait");
    const id = visitor.nextId();
    visitor.send(...make(id));
    expect(await visitor.resetOf(id)).toBe(code);
    expect((await visitor.post("/after", Buffer.from("123"))).body.toString()).toBe("/after 3");
    expect(visitor.framesOf(frameTypes.reset, waiting)).toEqual([]);
    expect(visitor.framesOf(frameTypes.goAway)).toEqual([]);
  });

  test.for([
    ["a length that is right", (id) => [post(id, "/", withLength), data(id, Buffer.from("12345"), true)], "/ 5"],
    ["a length of nothing", (id) => [get(id, "/", ["content-length", "0"])], "/ "],
    ["options of the whole server", (id) => [head(id, block(...asks("*", "OPTIONS")))], "* 0"],
    ["trailers to come", (id) => [get(id, "/", ["te", "trailers"])], "/ "],
    [
      "a body although it only reads",
      (id) => [head(id, block(...usual), { isLast: false }), data(id, [1], true)],
      "/ ",
    ],
  ] as readonly (readonly [string, (id: number) => readonly Buffer[], string])[])(
    "but nothing is wrong with %s [apiserver/http2-broken-streams]",
    async ([, make, expected], { expect }) => {
      await using endpoint = await open(handle);
      using visitor = await Visitor.at(endpoint);
      const id = visitor.nextId();
      visitor.send(...make(id));
      expect((await visitor.answer(id)).body.toString()).toBe(expected);
    },
  );

  test("and what comes late for a stream that is closed is passed over [apiserver/http2-broken-streams]", async ({
    expect,
  }) => {
    await using endpoint = await open(handle);
    using visitor = await Visitor.at(endpoint);
    const id = visitor.ask("/");
    await visitor.answer(id);
    visitor.send(windowUpdate(id, 1), windowUpdate(id, 0), reset(id, 8), frame({ type: 99, streamId: id }, [1, 2]));
    const priority = frame({ type: frameTypes.priority, streamId: id }, [0, 0, 0, 9, 1]);
    visitor.send(priority, frame({ type: frameTypes.goAway }, Buffer.concat([number(0), number(0)])));
    await visitor.settled();
    expect(visitor.framesOf(frameTypes.reset, id)).toEqual([]);
    // But a body never ends late.
    visitor.send(data(id, [1]));
    expect(await visitor.resetOf(id)).toBe(streamClosed);
    expect((await visitor.get("/after")).body.toString()).toBe("/after ");
  });
});

describe("what was under way to a stream that was reset", () => {
  test("is passed over, and told nobody as a fault [apiserver/http2-under-way]", async ({ expect }) => {
    await using endpoint = await open(handle, { clock: new VirtualClock() });
    using visitor = await Visitor.at(endpoint);
    const waiting = Array.from({ length: serverDefaults.maxStreams }, () => visitor.ask("/wait"));
    // Each would be too much if it counted.
    const pieces = Array.from({ length: 2 * http2Limits.breaksAtOnce }, () => Buffer.of(1));
    const [long, trailed, over] = [visitor.nextId(), visitor.nextId(), visitor.nextId()];
    visitor.send(post(long, "/"), ...pieces.map((piece) => data(long, piece)), data(long, [1], true));
    visitor.send(post(trailed, "/"), data(trailed, [1]), head(trailed, block(["x", "y"])));
    visitor.send(get(over, "/"));
    await visitor.settled();
    for (const id of [long, trailed, over])
      expect(visitor.framesOf(frameTypes.reset, id).map(({ payload }) => payload.readUInt32BE())).toEqual([
        errorCodes.refusedStream,
      ]);
    expect(visitor.framesOf(frameTypes.goAway)).toEqual([]);
    visitor.send(reset(waiting[0] ?? 0, 8));
    expect((await visitor.get("/")).status).toBe("200");
    // After its end nothing can be under way.
    visitor.send(data(long, [1]));
    await visitor.until(() => visitor.framesOf(frameTypes.reset, long)[1]);
    expect(visitor.framesOf(frameTypes.reset, long)[1]?.payload.readUInt32BE()).toBe(streamClosed);
  });
});

describe("what makes a connection unreadable ends it, and no other", () => {
  const opened = get(1, "/wait");
  const openHead = head(3, block(...usual), { isWhole: false });
  const cases: readonly (readonly [string, ErrorCode, readonly Buffer[]])[] = [
    ["headers on the stream of the connection", protocol, [get(0, "/")]],
    ["headers on a stream of the server", protocol, [get(2, "/")]],
    ["headers on a stream that is closed", streamClosed, [reset(1, 8), get(1, "/")]],
    ["headers on a stream that was passed over", protocol, [get(7, "/wait"), get(5, "/")]],
    [
      "headers on a stream that is closed, after others were passed over",
      streamClosed,
      [get(7, "/"), reset(1, 8), get(1, "/")],
    ],
    ["a body on the stream of the connection", protocol, [data(0, [1])]],
    ["a body on a stream that was never opened", protocol, [data(3, [1])]],
    ["a body on a stream of the server", protocol, [data(2, [1])]],
    ["a reset of a stream that was never opened", protocol, [reset(3, 8)]],
    ["a reset of the connection", protocol, [reset(0, 8)]],
    ["a reset that is too short", frameSize, [frame({ type: frameTypes.reset, streamId: 1 }, [0, 0, 0])]],
    ["a push", protocol, [frame({ type: frameTypes.pushPromise, streamId: 1 }, [0, 0, 0, 2])]],
    ["headers that go on without a beginning", protocol, [continuation(1, block())]],
    ["headers that go on elsewhere", protocol, [openHead, continuation(5, block())]],
    ["headers in headers", protocol, [openHead, get(5, "/")]],
    ["something else in headers", protocol, [openHead, ping(new Uint8Array(8))]],
    ["something unknown in headers", protocol, [openHead, frame({ type: 99 })]],
    ["headers that cannot be read", compression, [head(3, Buffer.of(0x80))]],
    ["trailers that cannot be read", compression, [post(3, "/"), head(3, Buffer.of(0xff))]],
    ["headers filled up with more than there is", protocol, [padded(frameTypes.headers, [9, 0x82])]],
    ["a body filled up with more than there is", protocol, [padded(frameTypes.data, [2, 0])]],
    ["a priority that is too short", frameSize, [frame({ type: frameTypes.priority, streamId: 1 }, [0, 0, 0, 0])]],
    ["a priority before itself", protocol, [frame({ type: frameTypes.priority, streamId: 5 }, [0, 0, 0, 5, 0])]],
    ["a window wider than can be", flowControl, [windowUpdate(0, maxWindowBytes)]],
    ["a window that is widened by nothing", protocol, [windowUpdate(0, 0)]],
    ["the window of a stream that was never opened", protocol, [windowUpdate(3, 1)]],
    ["an update that is too long", frameSize, [frame({ type: frameTypes.windowUpdate }, [0, 0, 0, 1, 0])]],
    ["windows of streams wider than can be", flowControl, [settings({ [settingIds.initialWindowSize]: 2 ** 31 })]],
    [
      "settings that widen a window too much",
      flowControl,
      [windowUpdate(1, maxWindowBytes - 65_535), settings({ [settingIds.initialWindowSize]: 65_536 })],
    ],
    ["frames shorter than can be", protocol, [settings({ [settingIds.maxFrameSize]: 16_383 })]],
    ["frames longer than can be", protocol, [settings({ [settingIds.maxFrameSize]: 2 ** 24 })]],
    ["a push that is neither wanted nor not", protocol, [settings({ [settingIds.enablePush]: 2 })]],
    ["settings on a stream", protocol, [frame({ type: frameTypes.settings, streamId: 1 })]],
    ["settings that are cut", frameSize, [frame({ type: frameTypes.settings }, [0, 4, 0, 0, 0])]],
    ["settings with a receipt", frameSize, [frame({ type: frameTypes.settings, flags: frameFlags.ack }, [1])]],
    ["a ping that is too short", frameSize, [ping(new Uint8Array(7))]],
    ["a ping that is too long", frameSize, [ping(new Uint8Array(9))]],
    ["a ping on a stream", protocol, [frame({ type: frameTypes.ping, streamId: 1 }, new Uint8Array(8))]],
    ["a last word that is too short", frameSize, [frame({ type: frameTypes.goAway }, new Uint8Array(7))]],
    ["a last word on a stream", protocol, [frame({ type: frameTypes.goAway, streamId: 1 }, new Uint8Array(8))]],
    ["a frame that is too long", frameSize, [data(1, new Uint8Array(16_385))]],
  ];

  test.for(cases)("%s [apiserver/http2-broken-connections]", async ([, code, frames], { expect }) => {
    await using endpoint = await open(handle);
    using other = await Visitor.at(endpoint);
    const waiting = other.ask("/wait");
    using visitor = await Visitor.at(endpoint, greeting());
    visitor.send(opened);
    await visitor.settled();
    visitor.send(...frames);
    expect((await visitor.goAway()).code).toBe(code);
    expect((await other.get("/")).status).toBe("200");
    expect(other.framesOf(frameTypes.reset, waiting)).toEqual([]);
  });

  test.for([
    ["another beginning", protocol, Buffer.from("PRI * HTTP/2.1\r\n\r\nSM\r\n\r\n")],
    ["a request of HTTP/1.1", protocol, Buffer.from("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")],
    ["no settings first", protocol, Buffer.concat([greeting().subarray(0, 24), get(1, "/")])],
    ["a ping first", protocol, Buffer.concat([greeting().subarray(0, 24), ping(new Uint8Array(8))])],
    ["settings first that are too long", frameSize, Buffer.concat([greeting().subarray(0, 24), Buffer.alloc(9, 0xff)])],
  ] as const)("at its beginning %s [apiserver/http2-broken-connections]", async ([, code, first], { expect }) => {
    await using endpoint = await open(handle);
    using other = await Visitor.at(endpoint);
    using visitor = await Visitor.at(endpoint, first);
    expect(await visitor.goAway()).toEqual({ code, lastStreamId: 0 });
    expect((await other.get("/")).status).toBe("200");
  });

  test("tells which requests it has seen, and aborts them [apiserver/http2-broken-connections]", async ({ expect }) => {
    const signals: (AbortSignal | undefined)[] = [];
    await using endpoint = await open(async (request, caller) => {
      signals.push(request.signal);
      return handle(request, caller);
    });
    using visitor = await Visitor.at(endpoint, greeting());
    visitor.send(get(1, "/wait"), get(7, "/wait"));
    await visitor.settled();
    visitor.send(windowUpdate(0, 0), get(9, "/wait"));
    expect(await visitor.goAway()).toEqual({ code: protocol, lastStreamId: 7 });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });
});

function schemeless([name, value]: Header): Header {
  return [name, name === ":scheme" ? "1 2" : value];
}

function padded(type: number, payload: readonly number[]): Buffer {
  return frame({ type, flags: frameFlags.padded | frameFlags.endHeaders, streamId: 1 }, payload);
}
