import { connect } from "node:http2";
import { once } from "node:events";
import { json } from "node:stream/consumers";
import * as fc from "fast-check";
import { describe, test } from "vitest";
import { partsAnswer, textAnswer } from "../answer.ts";
import { serverDefaults } from "../defaults.ts";
import type { Handle } from "../exchange.ts";
import type { ServerResponse } from "../http-message.ts";
import { data, get, greeting, head, post, settings } from "./frames.fixture.ts";
import { errorCodes, frameTypes, settingIds } from "./protocol.ts";
import { open, Visitor } from "./visitor.fixture.ts";

const pathBack: Handle = async ({ path }) => textAnswer(path);

/** Tells which headers came. */
const headersBack: Handle = async ({ headers, repeatedHeaders }) =>
  textAnswer(JSON.stringify({ headers, repeatedHeaders }));

/** Answers nothing but `/` before it is told to. */
class Waiting {
  readonly #told = Promise.withResolvers<void>();
  handled = 0;

  readonly handle: Handle = async (request, caller) => {
    this.handled++;
    if (request.path !== "/") await this.#told.promise;
    return pathBack(request, caller);
  };

  tell(): void {
    this.#told.resolve();
  }
}

describe("the requests of a connection", () => {
  test("that come in one read are answered in one write [apiserver/http2-batches]", async ({ expect }) => {
    await using endpoint = await open(async ({ path, body }) => textAnswer(`${path}${body?.length ?? ""}`));
    using visitor = await Visitor.at(endpoint);
    await visitor.get("/");
    const { reads } = visitor;
    const ids = Array.from({ length: 40 }, () => visitor.nextId());
    visitor.send(
      ...ids.map((id) => (id % 4 === 1 ? get(id, `/${id}`) : Buffer.concat([post(id, `/${id}`), data(id, [1], true)]))),
    );
    const answers = await Promise.all(ids.map((id) => visitor.answer(id)));
    expect(answers.map(({ body }) => body.toString())).toEqual(ids.map((id) => `/${id}${id % 4 === 1 ? "" : "1"}`));
    // The platform gives each record of TLS by itself, and what is written at once is one record.
    expect(visitor.reads - reads).toBe(1);
  });

  test("are answered side by side: a short answer comes while a long one goes on [apiserver/http2-fair]", async ({
    expect,
  }) => {
    await using endpoint = await open(async ({ path }) =>
      partsAnswer([new Uint8Array(path === "/long" ? 16_000_000 : 10_000)], { status: 200, contentType: "text/plain" }),
    );
    using visitor = await Visitor.at(endpoint);
    const [long, short] = [visitor.nextId(), visitor.nextId()];
    visitor.send(get(long, "/long"), get(short, "/short"));
    expect((await visitor.answer(short)).body).toHaveLength(10_000);
    expect((await visitor.answer(long)).body).toHaveLength(16_000_000);
    const before = visitor.frames.slice(
      0,
      visitor.frames.findLastIndex(({ streamId }) => streamId === short),
    );
    const ofLong = before.filter(({ type, streamId }) => streamId === long && type === frameTypes.data);
    expect(ofLong.reduce((size, { payload }) => size + payload.length, 0)).toBeLessThan(1_000_000);
  });

  test("are refused above the number that may be open, and the others go on [apiserver/http2-streams]", async ({
    expect,
  }) => {
    const waiting = new Waiting();
    await using endpoint = await open(waiting.handle);
    using visitor = await Visitor.at(endpoint);
    const ids = Array.from({ length: serverDefaults.maxStreams }, (_, index) => visitor.ask(`/${index}`));
    const refused = [visitor.ask("/"), visitor.ask("/")];
    for (const id of refused) expect(await visitor.resetOf(id)).toBe(errorCodes.refusedStream);
    expect(waiting.handled).toBe(serverDefaults.maxStreams);
    waiting.tell();
    const answers = await Promise.all(ids.map((id) => visitor.answer(id)));
    expect(answers.map(({ body }) => body.toString())).toEqual(ids.map((_, index) => `/${index}`));
    expect((await visitor.get("/")).body.toString()).toBe("/");
  });

  test("are as many as the client was told [apiserver/http2-streams]", async ({ expect }) => {
    await using endpoint = await open(pathBack);
    using visitor = await Visitor.at(endpoint);
    const { payload } = await visitor.until(() => visitor.framesOf(frameTypes.settings)[0]);
    const told = new Map<number, number>();
    for (let at = 0; at < payload.length; at += 6) told.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
    expect(told.get(settingIds.maxConcurrentStreams)).toBe(serverDefaults.maxStreams);
    expect(told.get(settingIds.maxHeaderListSize)).toBe(serverDefaults.maxHeaderBytes);
  });
});

describe("headers", () => {
  test("that stand twice are joined, but for those of which one counts and those that keep their lines [apiserver/http2-repeated]", async ({
    expect,
  }) => {
    await using endpoint = await open(headersBack);
    using visitor = await Visitor.at(endpoint);
    const { body } = await visitor.get(
      "/",
      ["accept", "a"],
      ["authorization", "first"],
      ["impersonate-group", "one,two"],
      ["cookie", "a=1"],
      ["accept", " b "],
      ["authorization", "second"],
      ["impersonate-group", "three"],
      ["cookie", "b=2"],
      ["user-agent", "first"],
      ["user-agent", "second"],
      ["accept", "c"],
      ["__proto__", "p"],
      ["constructor", "c"],
    );
    expect(JSON.parse(body.toString())).toEqual({
      headers: {
        host: "localhost",
        accept: "a, b, c",
        authorization: "first",
        cookie: "a=1; b=2",
        "user-agent": "first",
        constructor: "c",
      },
      repeatedHeaders: [
        ["impersonate-group", "one,two"],
        ["impersonate-group", "three"],
      ],
    });
  });

  test("of a client that has both name the host by the authority [apiserver/http2-repeated]", async ({ expect }) => {
    await using endpoint = await open(headersBack);
    using visitor = await Visitor.at(endpoint);
    const { body } = await visitor.get("/", ["host", "127.0.0.1"]);
    expect(JSON.parse(body.toString())).toMatchObject({ headers: { host: "localhost" } });
  });

  test("are those that the platform's client has sent, whatever it remembers [apiserver/http2-headers]", async ({
    expect,
  }) => {
    await using endpoint = await open(headersBack);
    const session = connect(endpoint.url, { ca: endpoint.ca });
    const value = fc.stringMatching(/^[!-~\xa1-\xff]([ -~\xa1-\xff]{0,80}[!-~\xa1-\xff])?$/);
    const pool = fc.constantFrom("x-a", "x-b", "user-agent", "accept", "if-none-match", "x-long-name-of-a-header");
    const known = fc.constantFrom("a", "application/json", "w".repeat(1500), "v".repeat(500));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(pool, fc.oneof(value, known), { noNullPrototype: true }), async (headers) => {
        const stream = session.request({ ":path": "/", ...headers });
        const [seen] = await Promise.all([json(stream), once(stream, "close")]);
        const { host } = new URL(endpoint.url);
        expect(seen).toEqual({ headers: { ...headers, host }, repeatedHeaders: [] });
      }),
      { numRuns: 300 },
    );
    session.destroy();
  });

  test("of answers begin with the size of the table when the client makes it smaller, once [apiserver/http2-table]", async ({
    expect,
  }) => {
    await using endpoint = await open(pathBack);
    using visitor = await Visitor.at(endpoint, greeting({ [settingIds.headerTableSize]: 100 }));
    const first = async (): Promise<number | undefined> => {
      const id = visitor.ask("/");
      await visitor.answer(id);
      return visitor.framesOf(frameTypes.headers, id)[0]?.payload[0];
    };
    // Nothing is remembered; then 200.
    expect([await first(), await first(), await first()]).toEqual([0x20, 0x88, 0x88]);
    visitor.send(settings({ [settingIds.headerTableSize]: 0 }));
    expect([await first(), await first()]).toEqual([0x20, 0x88]);
    visitor.send(settings({ [settingIds.headerTableSize]: 4096 }));
    expect(await first()).toBe(0x88);
    visitor.send(settings({ [settingIds.maxFrameSize]: 20_000 }));
    expect(await first()).toBe(0x88);
  });

  test("that cannot be written end their answer, and the table is told with the next [apiserver/http2-table]", async ({
    expect,
  }) => {
    await using endpoint = await open(async (request, caller) =>
      request.path === "/" ? pathBack(request, caller) : { ...textAnswer("x"), headers: { x: "\u2603" } },
    );
    using visitor = await Visitor.at(endpoint, greeting({ [settingIds.headerTableSize]: 0 }));
    expect(await visitor.resetOf(visitor.ask("/wrong"))).toBe(errorCodes.internal);
    const id = visitor.ask("/");
    await visitor.answer(id);
    expect(visitor.framesOf(frameTypes.headers, id)[0]?.payload[0]).toBe(0x20);
  });

  test("that ask whether to send a body are answered before it is read [apiserver/http2-continue]", async ({
    expect,
  }) => {
    await using endpoint = await open(async ({ body }) => textAnswer(`${body?.length}`), {
      identify: ({ path }) => (path === "/" ? {} : { refusal: textAnswer("no", 401) }),
    });
    using visitor = await Visitor.at(endpoint);
    const [invited, refused] = [visitor.nextId(), visitor.nextId()];
    visitor.send(post(invited, "/", ["expect", "100-continue"]), post(refused, "/no", ["expect", "100-continue"]));
    expect((await visitor.headOf(invited))[":status"]).toBe("100");
    expect(visitor.hasEnded(invited)).toBe(false);
    expect((await visitor.answer(refused)).status).toBe("401");
    visitor.send(data(invited, [1, 2], true));
    expect(await visitor.answer(invited)).toMatchObject({ status: "200", body: Buffer.from("2") });
    expect(visitor.framesOf(frameTypes.headers, refused)).toHaveLength(1);
  });

  test("of an answer that are long come in several frames, one after the other [apiserver/http2-frames]", async ({
    expect,
  }) => {
    const long = "v".repeat(40_000);
    const answer: ServerResponse = { ...textAnswer("body"), headers: { long } };
    await using endpoint = await open(async () => answer);
    const session = connect(endpoint.url, { ca: endpoint.ca, settings: { maxHeaderListSize: 100_000 } });
    const stream = session.request({ ":path": "/" });
    const [headers] = (await once(stream.resume(), "response")) as [Readonly<Record<string, string>>];
    expect(headers["long"]).toBe(long);
    await once(stream, "close");
    session.destroy();
  });

  test("after a body end it, and are not kept [apiserver/http2-repeated]", async ({ expect }) => {
    await using endpoint = await open(async ({ headers, body }) =>
      textAnswer(`${Object.keys(headers).join()} ${body?.length}`),
    );
    using visitor = await Visitor.at(endpoint);
    const id = visitor.nextId();
    visitor.send(post(id, "/"), data(id, [1, 2]), head(id, Buffer.from("\x00\x01x\x01y")));
    expect((await visitor.answer(id)).body.toString()).toBe("host 2");
  });
});
