import { describe, test } from "vitest";
import { nextTurn, VirtualClock } from "../../async/index.ts";
import { streamAnswer, textAnswer } from "../answer.ts";
import { serverDefaults } from "../defaults.ts";
import { idleLimitMs } from "../end-when-idle.ts";
import type { Handle } from "../exchange.ts";
import { data, get, greeting, post, reset } from "./frames.fixture.ts";
import { http2Limits } from "./limits.ts";
import { errorCodes, frameFlags, frameTypes, settingIds } from "./protocol.ts";
import { open, Visitor } from "./visitor.fixture.ts";

/** `/watch` says one word and goes on until nobody wants it any more. */
class Watches {
  readonly signals: AbortSignal[] = [];

  readonly handle: Handle = async ({ path, signal = AbortSignal.abort(), body }) => {
    this.signals.push(signal);
    if (path === "/watch") return streamAnswer(this.#watch(signal), "text/plain");
    if (path === "/wait") await this.#aborted(signal);
    return textAnswer(`${path} ${body?.length ?? ""}`);
  };

  async *#watch(signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
    yield Buffer.from("word");
    await this.#aborted(signal);
    signal.throwIfAborted();
  }

  async #aborted(signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }
}

/** Opens a watch, and gives its stream when it has said its word. */
async function watch(visitor: Visitor): Promise<number> {
  const id = visitor.ask("/watch");
  await visitor.until(() => visitor.bodyOf(id).toString() === "word" || undefined);
  return id;
}

describe("closing", () => {
  test("ends watches, and then each connection with a last word [apiserver/http2-closing]", async ({ expect }) => {
    const watches = new Watches();
    const endpoint = await open(watches.handle);
    using visitor = await Visitor.at(endpoint);
    using idle = await Visitor.at(endpoint);
    await idle.settled();
    const ids = [await watch(visitor), await watch(visitor)];
    const waiting = visitor.ask("/wait");
    await visitor.settled();
    const before = visitor.frames.length;
    await endpoint.close();
    expect(await visitor.goAway()).toEqual({ code: errorCodes.none, lastStreamId: waiting });
    expect(await idle.goAway()).toEqual({ code: errorCodes.none, lastStreamId: 0 });
    const last = visitor.frames.slice(before).map(({ type, flags, streamId }) => [type, flags, streamId]);
    expect(last).toHaveLength(4);
    expect(last).toEqual(
      expect.arrayContaining([
        ...ids.map((id) => [frameTypes.data, frameFlags.endStream, id]),
        // It has no answer that could end.
        [frameTypes.reset, 0, waiting],
      ]),
    );
    expect(last.at(-1)).toEqual([frameTypes.goAway, 0, 0]);
    expect(await visitor.resetOf(waiting)).toBe(errorCodes.internal);
  });

  test("breaks off a watch whose reader is behind: that was no end [apiserver/http2-closing]", async ({ expect }) => {
    const watches = new Watches();
    const endpoint = await open(watches.handle);
    using visitor = await Visitor.at(endpoint, greeting({ [settingIds.initialWindowSize]: 3 }));
    const id = visitor.ask("/watch");
    await visitor.until(() => visitor.bodyOf(id).toString() === "wor" || undefined);
    await endpoint.close();
    expect((await visitor.goAway()).code).toBe(errorCodes.none);
    expect(visitor.hasEnded(id)).toBe(false);
    expect(await visitor.resetOf(id)).toBe(errorCodes.internal);
  });

  test("fails for nobody who leaves meanwhile, however long an answer takes to notice [apiserver/http2-closing]", async ({
    expect,
  }) => {
    const failures: unknown[] = [];
    const note = (error: unknown): void => void failures.push(error);
    process.on("unhandledRejection", note);
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    const deaf = async function* (): AsyncGenerator<Uint8Array, void, void> {
      yield Buffer.from("word");
      await told;
      yield Buffer.from("late");
    };
    const endpoint = await open(async () => streamAnswer(deaf(), "text/plain"));
    using visitor = await Visitor.at(endpoint);
    const id = await watch(visitor);
    visitor.send(reset(id, 8));
    await visitor.settled();
    const closed = endpoint.close();
    tell();
    await closed;
    await nextTurn();
    process.off("unhandledRejection", note);
    expect(failures).toEqual([]);
  });

  test("is what an idle connection comes to, and one with an open watch does not [apiserver/http2-closing]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(new Watches().handle, { clock });
    using idle = await Visitor.at(endpoint);
    using watching = await Visitor.at(endpoint);
    const id = await watch(watching);
    await idle.settled();
    await clock.advance(1000);
    const asked = idle.ask("/");
    await idle.answer(asked);
    await clock.advance(idleLimitMs - 1);
    // A ping is no request.
    await idle.settled();
    expect(idle.framesOf(frameTypes.goAway)).toEqual([]);
    await clock.advance(1);
    expect(await idle.goAway()).toEqual({ code: errorCodes.none, lastStreamId: asked });
    await clock.advance(5 * idleLimitMs);
    expect((await watching.get("/")).status).toBe("200");
    watching.send(reset(id, 8));
    await watching.settled();
    await clock.advance(idleLimitMs);
    expect((await watching.goAway()).code).toBe(errorCodes.none);
  });

  test("is what somebody comes to who never says anything, or does not take the last word [apiserver/http2-closing]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(new Watches().handle, { clock });
    using silent = await Visitor.at(endpoint, Buffer.alloc(0));
    await silent.until(() => silent.framesOf(frameTypes.settings)[0]);
    silent.socket.allowHalfOpen = true;
    await clock.advance(idleLimitMs);
    await silent.until(() => silent.framesOf(frameTypes.goAway)[0]);
    expect(clock.pending).toBe(1);
    await clock.advance(serverDefaults.headersTimeoutMs);
    // The timer goes with the connection.
    while (clock.pending > 0) await nextTurn();
    expect(silent.socket.closed).toBe(false);
  });
});

describe("a request is aborted", () => {
  test("when its stream is reset, and no other [apiserver/http2-abort]", async ({ expect }) => {
    const watches = new Watches();
    await using endpoint = await open(watches.handle);
    using visitor = await Visitor.at(endpoint);
    const ids = [visitor.ask("/wait"), await watch(visitor), visitor.ask("/wait")];
    await visitor.settled();
    visitor.send(reset(ids[0] ?? 0, 8), reset(ids[1] ?? 0, 8));
    await visitor.settled();
    expect(watches.signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    expect(String(watches.signals[0]?.reason)).toContain("its stream was closed");
    // Nothing is said to whoever has left.
    for (const id of ids) expect(visitor.framesOf(frameTypes.reset, id)).toEqual([]);
  });

  test.for(["closes", "cuts"])("when its client %s the connection [apiserver/http2-abort]", async (way, { expect }) => {
    const watches = new Watches();
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(watches.handle, { clock });
    using visitor = await Visitor.at(endpoint);
    visitor.ask("/wait");
    await watch(visitor);
    const id = visitor.nextId();
    visitor.send(post(id, "/"), data(id, [1]));
    await visitor.settled();
    const gone = watches.signals.map(
      (signal) => new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true })),
    );
    if (way === "closes") visitor.socket.end();
    else visitor.cut();
    await Promise.all(gone);
    // Neither for the connection nor for the body that has not come.
    while (clock.pending > 0) await nextTurn();
    expect(watches.signals).toHaveLength(2);
  });

  test("with its body not there yet, and leaves no timer [apiserver/http2-abort]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(new Watches().handle, { clock });
    using visitor = await Visitor.at(endpoint);
    await visitor.settled();
    const before = clock.pending;
    const id = visitor.nextId();
    visitor.send(post(id, "/"), data(id, [1]));
    await visitor.settled();
    expect(clock.pending).toBe(before + 1);
    visitor.send(reset(id, 8));
    await visitor.settled();
    expect(clock.pending).toBe(before);
    const whole = visitor.nextId();
    visitor.send(post(whole, "/"), data(whole, [1]));
    await visitor.settled();
    visitor.send(data(whole, [2], true));
    expect((await visitor.answer(whole)).body.toString()).toBe("/ 2");
    expect(clock.pending).toBe(before);
  });

  test("at once, and nothing is begun for it and no timer left [apiserver/http2-abort]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const watches = new Watches();
    await using endpoint = await open(watches.handle, { clock });
    using visitor = await Visitor.at(endpoint);
    await visitor.settled();
    const before = clock.pending;
    const [read, written] = [visitor.nextId(), visitor.nextId()];
    visitor.send(get(read, "/"), reset(read, 8), post(written, "/"), reset(written, 8));
    await visitor.settled();
    expect(watches.signals).toEqual([]);
    expect(clock.pending).toBe(before);
  });

  test("while it is not known who asks, and leaves no timer [apiserver/http2-abort]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const watches = new Watches();
    const { promise: told, resolve: tell } = Promise.withResolvers<object>();
    await using endpoint = await open(watches.handle, { clock, identify: () => told });
    using visitor = await Visitor.at(endpoint);
    await visitor.settled();
    const before = clock.pending;
    const id = visitor.nextId();
    visitor.send(post(id, "/"));
    await visitor.settled();
    visitor.send(reset(id, 8));
    await visitor.settled();
    tell({});
    await visitor.settled();
    expect(watches.signals).toEqual([]);
    expect(clock.pending).toBe(before);
  });
});

describe("a body that nobody wants", () => {
  const refusal = textAnswer("no", 401);

  test("is dropped as it comes, and its stream reset in the end without an error [apiserver/http2-body-dropped]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    const watches = new Watches();
    await using endpoint = await open(watches.handle, { clock, identify: () => ({ refusal }) });
    using visitor = await Visitor.at(endpoint);
    const id = visitor.nextId();
    visitor.send(post(id, "/"), data(id, [1]));
    expect(await visitor.answer(id)).toMatchObject({ status: "401", body: Buffer.from("no") });
    // More than the largest body that is read.
    for (let sent = 0; sent <= serverDefaults.maxBodyBytes; sent += 65_536) {
      visitor.send(...Array.from({ length: 4 }, () => data(id, new Uint8Array(16_384))));
      await visitor.settled();
    }
    await clock.advance(serverDefaults.requestTimeoutMs - 1);
    await visitor.settled();
    expect(visitor.framesOf(frameTypes.reset, id)).toEqual([]);
    await clock.advance(1);
    expect(await visitor.resetOf(id)).toBe(errorCodes.none);
    expect((await visitor.get("/")).status).toBe("401");
    expect(watches.signals).toEqual([]);
  });

  test.for(["", "no"])(
    "has room again as soon as it is refused with %j [apiserver/http2-body-dropped]",
    async (said, { expect }) => {
      const { promise: told, resolve: tell } = Promise.withResolvers<object>();
      await using endpoint = await open(new Watches().handle, { identify: () => told });
      using visitor = await Visitor.at(endpoint);
      const id = visitor.nextId();
      const pieces = Array.from({ length: http2Limits.streamWindowBytes / 16_384 }, () => new Uint8Array(16_384));
      visitor.send(post(id, "/"), ...pieces.map((piece) => data(id, piece)));
      await visitor.settled();
      expect(visitor.framesOf(frameTypes.windowUpdate, id)).toEqual([]);
      tell({ refusal: textAnswer(said, 401) });
      const { payload } = await visitor.until(() => visitor.framesOf(frameTypes.windowUpdate, id)[0]);
      expect(payload.readUInt32BE()).toBe(http2Limits.streamWindowBytes);
      expect(await visitor.answer(id)).toMatchObject({ status: "401", body: Buffer.from(said) });
    },
  );

  test("may come to its end, and nothing is left of it [apiserver/http2-body-dropped]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(new Watches().handle, { clock, identify: () => ({ refusal }) });
    using visitor = await Visitor.at(endpoint);
    await visitor.settled();
    const before = clock.pending;
    const id = visitor.nextId();
    visitor.send(post(id, "/"), data(id, [1]));
    await visitor.answer(id);
    expect(clock.pending).toBe(before + 1);
    visitor.send(data(id, [2], true));
    await visitor.settled();
    expect(clock.pending).toBe(before);
    await clock.advance(serverDefaults.requestTimeoutMs);
    await visitor.settled();
    expect(visitor.framesOf(frameTypes.reset, id)).toEqual([]);
  });

  test("leaves no timer when its stream is reset before the answer was taken [apiserver/http2-body-dropped]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 0 });
    await using endpoint = await open(new Watches().handle, { clock, identify: () => ({ refusal }) });
    using visitor = await Visitor.at(endpoint, greeting({ [settingIds.initialWindowSize]: 0 }));
    await visitor.settled();
    const before = clock.pending;
    const id = visitor.nextId();
    visitor.send(post(id, "/"));
    await visitor.headOf(id);
    visitor.send(reset(id, 8));
    await visitor.settled();
    expect(clock.pending).toBe(before);
  });

  test("is also what comes after the largest body that is read [apiserver/http2-body-dropped]", async ({ expect }) => {
    await using endpoint = await open(new Watches().handle);
    using visitor = await Visitor.at(endpoint);
    const id = visitor.nextId();
    visitor.send(post(id, "/"));
    const piece = new Uint8Array(16_384);
    const times = serverDefaults.maxBodyBytes / piece.length;
    for (let index = 0; index < times; index++) {
      visitor.send(data(id, piece));
      if (index % 8 === 0) await visitor.settled();
    }
    await visitor.settled();
    expect(visitor.hasEnded(id)).toBe(false);
    visitor.send(data(id, [1]));
    expect((await visitor.answer(id)).body.toString()).toBe(`/ ${serverDefaults.maxBodyBytes + 1}`);
    visitor.send(data(id, piece), data(id, [1], true), get(visitor.nextId(), "/"));
    expect((await visitor.get("/")).status).toBe("200");
    expect(visitor.framesOf(frameTypes.reset, id)).toEqual([]);
  });
});
