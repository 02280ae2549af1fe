import * as fc from "fast-check";
import { test } from "vitest";
import { partsAnswer, streamAnswer, textAnswer } from "../answer.ts";
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
  ping,
  post,
  reset,
  settings,
  windowUpdate,
} from "./frames.fixture.ts";
import { errorCodes, frameTypes, settingIds } from "./protocol.ts";
import { open, Visitor } from "./visitor.fixture.ts";

/** Short answers, long ones, and some that go on until nobody wants them any more. */
const handle: Handle = async ({ path, body, signal }) => {
  if (path === "/long") return partsAnswer([new Uint8Array(300_000)], { status: 200, contentType: "text/plain" });
  if (path === "/watch") return streamAnswer(endless(signal), "text/plain");
  return textAnswer(`${body?.length ?? "ok"}`);
};

async function* endless(signal: AbortSignal = AbortSignal.abort()): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from("word");
  await new Promise((resolve) => {
    signal.addEventListener("abort", resolve);
    if (signal.aborted) resolve(undefined);
  });
}

/** Remembered by whoever reads it. */
const remembered = Buffer.concat([block(...asks("/")), Buffer.from("\x40\x01x\x01y")]);

/** What opens a stream. */
const openers: readonly ((id: number) => Uint8Array)[] = [
  (id) => get(id, "/"),
  (id) => get(id, "/long"),
  (id) => get(id, "/watch"),
  (id) => Buffer.concat([post(id, "/"), data(id, new Uint8Array(100), true)]),
  (id) => Buffer.concat([post(id, "/", ["content-length", "3"]), data(id, [1]), data(id, [2, 3], true)]),
  (id) => Buffer.concat([post(id, "/"), data(id, [1]), head(id, block(["x", "y"]))]),
  (id) =>
    Buffer.concat([head(id, remembered.subarray(0, 9), { isWhole: false }), continuation(id, remembered.subarray(9))]),
  (id) => head(id, Buffer.concat([remembered, Buffer.of(0x80 | 62)])),
  (id) => post(id, "/"),
];

/** What is said of a stream that was opened before, or of the connection. */
const followers: readonly ((id: number) => Uint8Array)[] = [
  (id) => data(id, new Uint8Array(10)),
  (id) => data(id, [], true),
  (id) => reset(id, 8),
  (id) => windowUpdate(id, 70_000),
  (id) => frame({ type: frameTypes.priority, streamId: id }, [0, 0, 0, 0, 1]),
  () => windowUpdate(0, 100_000),
  () => settings({ [settingIds.initialWindowSize]: 0 }),
  () => settings({ [settingIds.initialWindowSize]: 100_000, [settingIds.headerTableSize]: 0 }),
  () => ping(new Uint8Array(8)),
  () => frame({ type: 99 }, [1, 2, 3]),
];

const opening = fc.record({ open: fc.constantFrom(...openers) });
const following = fc.record({ follow: fc.constantFrom(...followers), back: fc.nat(3) });

/** What a client says that does everything right, or nearly, frame by frame. */
const conversation = fc
  .tuple(opening, fc.array(fc.oneof(opening, following), { maxLength: 20 }))
  .map(([first, more]) => {
    let id = -1;
    const said = [first, ...more].map((step) =>
      "open" in step ? step.open((id += 2)) : step.follow(Math.max(1, id - 2 * step.back)),
    );
    return framesIn(Buffer.concat(said));
  });

function framesIn(bytes: Buffer): readonly Buffer[] {
  if (bytes.length === 0) return [];
  const end = 9 + bytes.readUIntBE(0, 3);
  return [bytes.subarray(0, end), ...framesIn(bytes.subarray(end))];
}

/** Some frames left out, said twice, or said too early. */
const disorder = fc.record({ kind: fc.constantFrom("drop", "repeat", "swap"), at: fc.nat(40) });

function disordered(
  frames: readonly Buffer[],
  { kind, at }: { readonly kind: string; readonly at: number },
): readonly Buffer[] {
  if (frames.length === 0) return frames;
  const index = at % frames.length;
  const some = frames.slice(index, index + 2);
  const instead = { drop: some.slice(1), repeat: [...some.slice(0, 1), ...some], swap: some.toReversed() }[kind] ?? [];
  return frames.toSpliced(index, 2, ...instead);
}

type Mutation = (bytes: Buffer) => Buffer;

/** One place in bytes, as a part of their length. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(([at, value]): Mutation => (bytes) => {
    const changed = Buffer.from(bytes);
    changed[Math.floor(at * (bytes.length - 1))] = value;
    return changed;
  }),
  fc.tuple(place, fc.nat(30)).map(([at, size]): Mutation => (bytes) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + size)]);
  }),
  fc.tuple(place, fc.nat(60)).map(([at, size]): Mutation => (bytes) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start + size), bytes.subarray(start)]);
  }),
  place.map(
    (at): Mutation =>
      (bytes) =>
        bytes.subarray(0, Math.ceil(at * bytes.length)),
  ),
);

const tamperedWith = fc
  .tuple(conversation, fc.array(disorder, { maxLength: 3 }), fc.array(mutation, { maxLength: 2 }))
  .map(([frames, disorders, mutations]) => {
    const said = Buffer.concat(disorders.reduce<readonly Buffer[]>(disordered, frames));
    return mutations.reduce<Buffer>((bytes, mutate) => mutate(bytes), said);
  });

test("whatever a client says, others are answered, and nothing fails that nobody sees [apiserver/http2-fuzz]", async ({
  expect,
}) => {
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on("unhandledRejection", note).on("uncaughtExceptionMonitor", note);
  await using endpoint = await open(handle);
  using lasting = await Visitor.at(endpoint);
  const watched = lasting.ask("/watch");
  const codes = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(tamperedWith, async (said) => {
      using visitor = await Visitor.at(endpoint, greeting());
      visitor.send(said);
      visitor.socket.end();
      const { code } = await visitor.goAway();
      codes.set(code, (codes.get(code) ?? 0) + 1);
      using other = await Visitor.at(endpoint);
      expect((await other.get("/")).body.toString()).toBe("ok");
      expect(failures).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect((await lasting.get("/")).body.toString()).toBe("ok");
  expect(lasting.hasEnded(watched)).toBe(false);
  process.off("unhandledRejection", note).off("uncaughtExceptionMonitor", note);
  // Some conversations are readable to their end, others are not, and none is our own fault.
  const { none, protocol, frameSize, internal } = errorCodes;
  for (const code of [none, protocol, frameSize]) expect(codes.get(code)).toBeGreaterThan(0);
  expect(codes.get(internal)).toBeUndefined();
});
