import { createHash } from "node:crypto";
import { connect } from "node:http2";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import * as fc from "fast-check";
import { describe, test } from "vitest";
import { partsAnswer, streamAnswer } from "../answer.ts";
import { serverDefaults } from "../defaults.ts";
import type { ServerRequest, ServerResponse } from "../http-message.ts";
import { data, frame, get, greeting, post, settings } from "./frames.fixture.ts";
import { http2Limits } from "./limits.ts";
import { errorCodes, frameFlags, frameTypes, settingIds } from "./protocol.ts";
import { open, Visitor } from "./visitor.fixture.ts";
import { Windows } from "./windows.fixture.ts";

/** No two parts of it are alike, so that nothing can be lost or exchanged unseen. */
const text: Buffer = Buffer.concat(
  Array.from({ length: 150_000 }, (_, line) => Buffer.from(`${line} goes on and on\n`)),
).subarray(0, serverDefaults.maxBodyBytes);

/** Cut into parts of a size. */
function partsOf(size: number, partSize: number): readonly Uint8Array[] {
  const count = Math.ceil(size / partSize);
  return Array.from({ length: count }, (_, index) =>
    text.subarray(index * partSize, Math.min(size, (index + 1) * partSize)),
  );
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** `/parts/10/5`: ten bytes in parts of five, that are there already or come one by one. */
async function answer({ path, body = new Uint8Array() }: ServerRequest): Promise<ServerResponse> {
  const [, kind, size, partSize] = path.split("/");
  const parts = partsOf(Number(size), Number(partSize));
  const made =
    kind === "parts"
      ? partsAnswer(parts, { status: 200, contentType: "text/plain" })
      : streamAnswer(oneByOne(parts), "text/plain");
  return { ...made, headers: { ...made.headers, "x-received": digestOf(body) } };
}

/** How a client changes its windows. */
interface Step {
  readonly kind: "connection" | "stream" | "settings";
  readonly bytes: number;
  /** Of the stream. */
  readonly index?: number | undefined;
  /** Whether the server has read it before the next. */
  readonly isAwaited: boolean;
}

async function* oneByOne(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  for (const part of parts) yield part;
}

const short = fc.constantFrom(0, 1, 100, 16_383, 16_384, 16_385);
const long = fc.constantFrom(65_535, 65_536, 65_537, 262_144, 300_000);
const longest = fc.constantFrom(3_000_000, text.length);
const size = fc.oneof(
  { weight: 6, arbitrary: short },
  { weight: 6, arbitrary: long },
  { weight: 1, arbitrary: longest },
);
const path = fc
  .tuple(fc.constantFrom("parts", "stream"), size, fc.constantFrom(10_000, 65_536, 500_000))
  .map(([kind, size, partSize]) => ({ path: `/${kind}/${size}/${partSize}`, size }));

describe("a body", () => {
  test("comes whole in both directions, whatever the windows of the platform's client are [apiserver/http2-flow]", async ({
    expect,
  }) => {
    await using endpoint = await open(answer);
    const window = fc.constantFrom(2_000, 16_384, 65_535, 65_536, 1_000_000);
    const windows = fc.record({ first: window, later: window });
    const requests = fc.array(fc.record({ up: size, down: path }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(windows, requests, async ({ first, later }, asked) => {
        const session = connect(endpoint.url, { ca: endpoint.ca, settings: { initialWindowSize: first } });
        const streams = asked.map(({ up, down }) => {
          const stream = session.request({ ":method": "POST", ":path": down.path });
          stream.end(text.subarray(0, up));
          return stream;
        });
        const heads = streams.map((stream) => once(stream, "response"));
        const bodies = streams.map((stream) => buffer(stream));
        await Promise.race(heads);
        session.settings({ initialWindowSize: later });
        for (const [index, { up, down }] of asked.entries()) {
          const [headers] = (await heads[index]) as [Readonly<Record<string, string>>];
          expect(headers["x-received"]).toBe(digestOf(text.subarray(0, up)));
          expect((await bodies[index])?.equals(text.subarray(0, down.size))).toBe(true);
        }
        session.destroy();
      }),
      { numRuns: 100 },
    );
  });

  test("of an answer comes whole, and never faster than windows allow that become wider and narrower [apiserver/http2-flow]", async ({
    expect,
  }) => {
    await using endpoint = await open(answer);
    const bytes = fc.constantFrom(1, 1000, 16_384, 16_385, 40_000, 100_000);
    const initial = fc.constantFrom(0, 1, 1000, 16_384, 65_535, 65_536, 200_000);
    const isAwaited = fc.boolean();
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ kind: fc.constant("connection"), bytes, isAwaited }),
      fc.record({ kind: fc.constant("stream"), bytes, isAwaited, index: fc.nat(3) }),
      fc.record({ kind: fc.constant("settings"), bytes: initial, isAwaited }),
    );
    const requests = fc.array(path, { minLength: 1, maxLength: 4 });
    const run = async (
      first: number,
      asked: readonly { readonly path: string; readonly size: number }[],
      steps: readonly Step[],
    ): Promise<void> => {
      using visitor = await Visitor.at(endpoint, greeting({ [settingIds.initialWindowSize]: first }));
      const windows = new Windows(visitor, first);
      const ids = asked.map(() => visitor.nextId());
      for (const id of ids) windows.open(id);
      visitor.send(...ids.map((id, index) => get(id, asked[index]?.path ?? "")));
      for (const { kind, bytes, isAwaited, index = 0 } of steps) {
        if (kind === "settings") windows.tell(bytes);
        else if (kind === "connection") windows.widen(0, bytes);
        else windows.widen(ids[index % ids.length] ?? 1, bytes);
        if (isAwaited) await visitor.settled();
      }
      // Enough for everything, wherever the windows are.
      windows.widen(0, 20_000_000);
      for (const id of ids) windows.widen(id, 10_000_000);
      for (const [index, id] of ids.entries()) {
        const { body } = await visitor.answer(id);
        expect(body.equals(text.subarray(0, asked[index]?.size))).toBe(true);
      }
      expect(windows.violations).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(initial, requests, fc.array(step, { maxLength: 15 }), run), { numRuns: 200 });
  });

  test("of a request comes whole, in frames of any size, and no more is asked for than there is room [apiserver/http2-flow]", async ({
    expect,
  }) => {
    await using endpoint = await open(answer);
    // One connection for all of them: what is lost each time would be missed in the end.
    using visitor = await Visitor.at(endpoint);
    const rooms: Record<number, number> & { 0: number } = { 0: 65_535 };
    visitor.onFrame = ({ type, streamId, payload }) => {
      if (type === frameTypes.windowUpdate) rooms[streamId] = (rooms[streamId] ?? 0) + payload.readUInt32BE();
    };
    const pieces = fc.record({ size: fc.constantFrom(1_000, 5_000, 16_000), padding: fc.constantFrom(0, 1, 255) });
    await fc.assert(
      fc.asyncProperty(
        size,
        fc.array(pieces, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (up, cuts, isTold) => {
          const id = visitor.nextId();
          rooms[id] = http2Limits.streamWindowBytes;
          visitor.send(post(id, "/parts/1/1", ...(isTold ? ([["content-length", `${up}`]] as const) : [])));
          for (let [at, turn] = [0, 0]; at < up; turn++) {
            const { size = 0, padding = 0 } = cuts[turn % cuts.length] ?? {};
            const piece = text.subarray(at, Math.min(up, at + size));
            const payload = padding === 0 ? piece : Buffer.concat([Buffer.of(padding), piece, Buffer.alloc(padding)]);
            await visitor.until(() => Math.min(rooms[id] ?? 0, rooms[0]) >= payload.length || undefined);
            for (const streamId of [0, id]) rooms[streamId] = (rooms[streamId] ?? 0) - payload.length;
            visitor.send(
              frame({ type: frameTypes.data, flags: padding === 0 ? 0 : frameFlags.padded, streamId: id }, payload),
            );
            at += piece.length;
          }
          visitor.send(data(id, [], true));
          const { headers } = await visitor.answer(id);
          expect(headers["x-received"]).toBe(digestOf(text.subarray(0, up)));
          const { streamWindowBytes, connectionWindowBytes } = http2Limits;
          expect(rooms[id]).toBeLessThanOrEqual(streamWindowBytes);
          expect(rooms[0]).toBeLessThanOrEqual(connectionWindowBytes);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("of a request takes room also for what only fills it up, and gets back all of it [apiserver/http2-flow]", async ({
    expect,
  }) => {
    await using endpoint = await open(answer);
    using visitor = await Visitor.at(endpoint);
    await visitor.settled();
    const id = visitor.nextId();
    const { streamWindowBytes, connectionWindowBytes } = http2Limits;
    const taken = new Map([0, id].map((streamId) => [streamId, 0]));
    const given: number[] = [];
    const missing: number[] = [];
    visitor.onFrame = ({ type, streamId, payload }) => {
      if (type !== frameTypes.windowUpdate) return;
      // Nothing else is under way: it is as wide again as in the beginning.
      missing.push((taken.get(streamId) ?? 0) - payload.readUInt32BE());
      taken.set(streamId, 0);
      given.push(streamId);
    };
    visitor.send(post(id, "/parts/1/1"));
    const payload = Buffer.concat([Buffer.of(255), text.subarray(0, 1000), Buffer.alloc(255)]);
    while (!given.includes(0)) {
      for (const [streamId, bytes] of taken) taken.set(streamId, bytes + payload.length);
      visitor.send(frame({ type: frameTypes.data, flags: frameFlags.padded, streamId: id }, payload));
      await visitor.settled();
      expect(taken.get(id)).toBeLessThan(streamWindowBytes);
      expect(taken.get(0)).toBeLessThan(connectionWindowBytes);
    }
    expect(given.filter((streamId) => streamId === id).length).toBeGreaterThan(1);
    expect(missing.filter((bytes) => bytes !== 0)).toEqual([]);
  });

  test("of an answer ends also while its window is below zero, and that widens no other [apiserver/http2-flow]", async ({
    expect,
  }) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    const half = async function* (): AsyncGenerator<Uint8Array, void, void> {
      yield text.subarray(0, 60_000);
      await told;
    };
    await using endpoint = await open(async (request) =>
      request.path === "/half" ? streamAnswer(half(), "text/plain") : answer(request),
    );
    using visitor = await Visitor.at(endpoint, greeting());
    const id = visitor.ask("/half");
    await visitor.until(() => visitor.bodyOf(id).length === 60_000 || undefined);
    visitor.send(settings({ [settingIds.initialWindowSize]: 10 }));
    await visitor.settled();
    const before = visitor.framesOf(frameTypes.data, id).length;
    tell();
    await visitor.answer(id);
    expect(visitor.framesOf(frameTypes.data, id)).toHaveLength(before + 1);
    visitor.send(settings({ [settingIds.initialWindowSize]: 1_000_000 }));
    const next = visitor.ask("/parts/200000/65536");
    await visitor.headOf(next);
    await visitor.settled();
    expect(visitor.bodyOf(next)).toHaveLength(65_535 - 60_000);
  });

  test("of somebody who is not known yet is taken only as far as its window goes [apiserver/http2-flow]", async ({
    expect,
  }) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<object>();
    await using endpoint = await open(answer, { identify: ({ path }) => (path === "/" ? {} : told) });
    using visitor = await Visitor.at(endpoint);
    const [greedy, patient] = [visitor.nextId(), visitor.nextId()];
    const room = http2Limits.streamWindowBytes;
    const filling = Array.from({ length: room / 16_384 }, (_, index) =>
      text.subarray(index * 16_384).subarray(0, 16_384),
    );
    for (const id of [greedy, patient]) {
      visitor.send(post(id, "/parts/1/1"), ...filling.map((piece) => data(id, piece)));
      await visitor.settled();
      expect(visitor.framesOf(frameTypes.windowUpdate, id)).toEqual([]);
    }
    visitor.send(data(greedy, [1]));
    expect(await visitor.resetOf(greedy)).toBe(errorCodes.flowControl);
    tell({});
    const { payload } = await visitor.until(() => visitor.framesOf(frameTypes.windowUpdate, patient)[0]);
    expect(payload.readUInt32BE()).toBe(room);
    visitor.send(data(patient, text.subarray(room, room + 10_000), true));
    expect((await visitor.answer(patient)).headers["x-received"]).toBe(digestOf(text.subarray(0, room + 10_000)));
  });
});
