import { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { describe, test } from "vitest";
import { nextTurn, VirtualClock } from "../../async/index.ts";
import { partsAnswer, textAnswer } from "../answer.ts";
import { serverDefaults } from "../defaults.ts";
import type { Handle } from "../exchange.ts";
import { HttpDate } from "../http-date.ts";
import { OpenExchanges } from "../open-exchanges.ts";
import { PieceFrames } from "../write-answer.ts";
import { Http2Connection } from "./connection.ts";
import { asks, block, continuation, data, get, greeting, head, post, reset } from "./frames.fixture.ts";
import { sizeOf } from "./header-tables.ts";
import type { Header } from "./header-tables.ts";
import { http2Limits } from "./limits.ts";
import { OutputBlocks } from "./output-blocks.ts";
import { errorCodes } from "./protocol.ts";
import { open, Visitor } from "./visitor.fixture.ts";

const pathBack: Handle = async ({ path }) => textAnswer(path);

/** A request in as many frames as it takes. */
function longGet(streamId: number, bytes: Buffer, size = 16_384): Buffer {
  const count = Math.ceil(bytes.length / size);
  const parts = Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  return Buffer.concat(
    parts.map((part, index) => {
      const isWhole = index === count - 1;
      return index === 0 ? head(streamId, part, { isWhole }) : continuation(streamId, part, isWhole);
    }),
  );
}

/** A request whose headers count so much. */
function headOfSize(bytes: number): Buffer {
  const usual: readonly Header[] = [...asks("/"), ["x", ""]];
  const rest = bytes - usual.reduce((size, header) => size + sizeOf(header), 0);
  return block(...asks("/"), ["x", "v".repeat(rest)]);
}

describe("a head that is too long", () => {
  test("is answered so, and the connection goes on [apiserver/http2-long-head]", async ({ expect }) => {
    const paths: string[] = [];
    await using endpoint = await open(async (request, caller) => {
      paths.push(request.path);
      return pathBack(request, caller);
    });
    using visitor = await Visitor.at(endpoint);
    const longest = visitor.nextId();
    visitor.send(longGet(longest, headOfSize(serverDefaults.maxHeaderBytes)));
    expect((await visitor.answer(longest)).status).toBe("200");
    for (const size of [serverDefaults.maxHeaderBytes + 1, 60_000]) {
      const id = visitor.nextId();
      visitor.send(longGet(id, headOfSize(size)));
      expect(await visitor.answer(id)).toMatchObject({ status: "431", body: Buffer.alloc(0) });
    }
    expect((await visitor.get("/after")).status).toBe("200");
    expect(paths).toEqual(["/", "/after"]);
  });

  test("is so by what it stands for, not by what it takes [apiserver/http2-long-head]", async ({ expect }) => {
    await using endpoint = await open(pathBack);
    using visitor = await Visitor.at(endpoint);
    const remembered = block(["x", "v".repeat(4000)]);
    remembered[0] = 0x40;
    const id = visitor.nextId();
    visitor.send(head(id, Buffer.concat([block(...asks("/")), remembered, Buffer.alloc(10_000, 0x80 | 62)])));
    expect((await visitor.answer(id)).status).toBe("431");
    // What it made the reader remember is remembered all the same.
    const next = visitor.nextId();
    visitor.send(head(next, Buffer.concat([block(...asks("/")), Buffer.of(0x80 | 62)])));
    expect((await visitor.answer(next)).status).toBe("200");
  });

  test("may come in a few frames, however they are cut [apiserver/http2-long-head]", async ({ expect }) => {
    await using endpoint = await open(pathBack);
    using visitor = await Visitor.at(endpoint);
    const bytes = block(...asks("/"), ["x", "v"]);
    // As many frames as there may be, and fewer.
    expect(bytes.length % http2Limits.maxHeadFrames).toBe(0);
    for (let size = bytes.length / http2Limits.maxHeadFrames; size <= bytes.length; size++) {
      const id = visitor.nextId();
      visitor.send(longGet(id, bytes, size));
      expect((await visitor.answer(id)).status).toBe("200");
    }
  });

  test.for([
    ["in frames of one byte", 1, http2Limits.maxHeadFrames + 1],
    ["in empty frames", 0, http2Limits.maxHeadFrames + 1],
    ["in frames as long as can be", 16_384, 5],
  ] as const)(
    "and does not end, %s, ends the connection [apiserver/http2-long-head]",
    async ([, size, count], { expect }) => {
      await using endpoint = await open(pathBack);
      using visitor = await Visitor.at(endpoint);
      const part = block(["x", "v".repeat(20_000)]).subarray(0, size);
      await visitor.get("/");
      visitor.send(
        head(3, part, { isWhole: false }),
        ...Array.from({ length: count - 1 }, () => continuation(3, part, false)),
      );
      expect((await visitor.goAway()).code).toBe(errorCodes.enhanceYourCalm);
      using other = await Visitor.at(endpoint);
      expect((await other.get("/")).status).toBe("200");
    },
  );
});

describe("what makes work for nothing", () => {
  const kinds: readonly (readonly [string, (visitor: Visitor, times: number) => readonly Buffer[]])[] = [
    [
      "requests that have to be reset",
      (visitor, times) => Array.from({ length: times }, () => get(visitor.nextId(), "/", ["Capital", "letter"])),
    ],
    [
      "empty pieces of a body",
      (visitor, times) => {
        const id = visitor.nextId();
        return [post(id, "/"), ...Array.from({ length: times }, () => data(id, []))];
      },
    ],
  ];

  test.for(kinds)("may come a few hundred times: %s [apiserver/http2-breaks]", async ([, make], { expect }) => {
    await using endpoint = await open(pathBack, { clock: new VirtualClock() });
    using visitor = await Visitor.at(endpoint);
    visitor.send(...make(visitor, 300));
    await visitor.settled();
    expect((await visitor.get("/")).status).toBe("200");
  });

  test.for(kinds)(
    "ends the connection when it is too much: %s [apiserver/http2-breaks]",
    async ([, make], { expect }) => {
      await using endpoint = await open(pathBack, { clock: new VirtualClock() });
      using other = await Visitor.at(endpoint);
      using visitor = await Visitor.at(endpoint);
      visitor.send(...make(visitor, http2Limits.breaksAtOnce));
      await visitor.settled();
      expect((await visitor.get("/")).status).toBe("200");
      visitor.send(...make(visitor, 1));
      expect((await visitor.goAway()).code).toBe(errorCodes.enhanceYourCalm);
      expect((await other.get("/")).status).toBe("200");
    },
  );

  test("may come again after a while, some times each second [apiserver/http2-breaks]", async ({ expect }) => {
    const clock = new VirtualClock();
    await using endpoint = await open(pathBack, { clock });
    using visitor = await Visitor.at(endpoint);
    const [, make] = kinds[1] ?? [];
    const send = (times: number): void => visitor.send(...(make?.(visitor, times) ?? []));
    send(http2Limits.breaksAtOnce);
    await visitor.settled();
    await clock.advance(2000);
    send(2 * http2Limits.breaksPerSecond);
    expect((await visitor.get("/")).status).toBe("200");
    send(1);
    expect((await visitor.goAway()).code).toBe(errorCodes.enhanceYourCalm);
  });

  test("is no request that its client resets: one that is open goes on beside any number of them [apiserver/http2-breaks]", async ({
    expect,
  }) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    const handle: Handle = async (request, caller) => {
      if (request.path === "/open") await told;
      return pathBack(request, caller);
    };
    await using endpoint = await open(handle, { clock: new VirtualClock() });
    using visitor = await Visitor.at(endpoint);
    const id = visitor.ask("/open");
    const group = http2Limits.maxHandled / 2;
    for (let times = 0; times < 3 * http2Limits.breaksAtOnce; times += group) {
      for (let index = 0; index < group; index++) visitor.send(reset(visitor.ask("/"), 8));
      await visitor.settled();
    }
    tell();
    expect((await visitor.answer(id)).status).toBe("200");
  });

  test("is also work that goes on after its stream was reset: more of it is refused [apiserver/http2-breaks]", async ({
    expect,
  }) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<object>();
    let asked = 0;
    // What is found out of whoever asks goes on, whether or not they still want to know.
    const identify = (): Promise<object> => {
      asked++;
      return told;
    };
    await using endpoint = await open(pathBack, { clock: new VirtualClock(), identify });
    using visitor = await Visitor.at(endpoint);
    for (let times = 0; times < http2Limits.maxHandled; times++) {
      const id = visitor.ask("/");
      visitor.send(reset(id, 8));
    }
    expect(await visitor.resetOf(visitor.ask("/"))).toBe(errorCodes.refusedStream);
    expect(asked).toBe(http2Limits.maxHandled);
    tell({});
    await nextTurn();
    expect((await visitor.get("/")).status).toBe("200");
  });

  test("is also work that goes on after its stream was reset: who asks for more of it again and again is cut off [apiserver/http2-breaks]", async ({
    expect,
  }) => {
    const identify = (): Promise<object> => new Promise(() => {});
    await using endpoint = await open(pathBack, { clock: new VirtualClock(), identify });
    using visitor = await Visitor.at(endpoint);
    const resets = (times: number): void => {
      for (let index = 0; index < times; index++) visitor.send(reset(visitor.ask("/"), 8));
    };
    resets(http2Limits.maxHandled + http2Limits.breaksAtOnce);
    await visitor.settled();
    resets(1);
    expect((await visitor.goAway()).code).toBe(errorCodes.enhanceYourCalm);
  });
});

/** A line on which what is written waits until somebody takes it. */
class Line extends Duplex {
  written = 0;
  readonly #waiting: (() => void)[] = [];

  override _read(): void {
    // What comes is pushed.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.length;
    this.#waiting.push(done);
  }

  takeAll(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}

describe("whoever asks and reads no answers", () => {
  const long = { ...textAnswer("", 204), headers: { x: "v".repeat(8000) } };

  test("is not read from any more, and goes on when it reads [apiserver/http2-unread]", async ({ expect }) => {
    const clock = new VirtualClock();
    let answered = 0;
    const handle: Handle = async () => {
      answered++;
      return long;
    };
    const parts = { identify: () => ({}), handle, pieces: new PieceFrames(), open: new OpenExchanges(), clock };
    const line = new Line();
    void new Http2Connection(line as unknown as TLSSocket, {
      parts,
      date: new HttpDate(clock),
      blocks: new OutputBlocks(),
    });
    line.push(greeting());
    const asked = serverDefaults.maxStreams;
    for (let index = 0; index < asked; index++) {
      line.push(get(2 * index + 1, "/"));
      await nextTurn();
    }
    expect(line.isPaused()).toBe(true);
    expect(answered).toBeLessThan(20);
    expect(line.writableLength).toBeLessThan(2 * http2Limits.blockBytes);
    for (let turn = 0; turn < 100 && answered < asked; turn++) {
      line.takeAll();
      await nextTurn();
    }
    expect(answered).toBe(asked);
    line.destroy();
  });

  test("over TLS is not read from any more, and goes on when it reads [apiserver/http2-unread]", async ({ expect }) => {
    let answered = 0;
    await using endpoint = await open(async () => {
      answered++;
      return long;
    });
    using visitor = await Visitor.at(endpoint);
    visitor.socket.pause();
    const ids: number[] = [];
    for (let seen = -1; seen !== answered;) {
      seen = answered;
      ids.push(visitor.ask("/"), visitor.ask("/"));
      for (let turn = 0; turn < 200 && seen === answered; turn++) await nextTurn();
      // Far more than the platform keeps for both sides of a connection.
      expect(answered).toBeLessThan(20_000);
    }
    visitor.socket.resume();
    for (const id of ids) expect((await visitor.answer(id)).status).toBe("204");
    expect(answered).toBe(ids.length);
  });

  test("gets no more of bodies than its windows [apiserver/http2-unread]", async ({ expect }) => {
    const body = Array.from({ length: 100 }, () => new Uint8Array(200_000));
    await using endpoint = await open(async () => partsAnswer(body, { status: 200, contentType: "text/plain" }));
    using visitor = await Visitor.at(endpoint, greeting());
    const ids = [visitor.ask("/"), visitor.ask("/")];
    for (const id of ids) await visitor.headOf(id);
    await visitor.settled();
    expect(ids.map((id) => visitor.bodyOf(id).length)).toEqual([65_535, 0]);
  });
});
