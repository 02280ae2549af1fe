import { getEventListeners } from "node:events";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import type { WatchEvent } from "../model/index.ts";
import { added, note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { WatchStream } from "./watch-stream.ts";

type Events = AsyncIterable<readonly WatchEvent<Note>[]>;

function streamOf(source: Events) {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const stream = new WatchStream<Note>({ clock, signal: stop.signal, open: () => source });
  return { clock, stop, stream };
}

/** Hangs and listens to nothing; tells when it is told to end. */
function deaf(end: () => unknown): Events {
  return {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: end }),
  } as unknown as Events;
}

test("gives what the source gives, and its end and its error [informer/stream-abortable]", async ({ expect }) => {
  async function* source(): AsyncGenerator<readonly WatchEvent<Note>[], void, void> {
    yield [added(note("a", "1")), added(note("b", "2"))];
    throw new Error("broken");
  }
  const { stop, stream } = streamOf(source());
  expect(await stream.next()).toEqual([added(note("a", "1")), added(note("b", "2"))]);
  await expect(stream.next()).rejects.toThrow("broken");
  expect(stream.count).toBe(2);
  stream[Symbol.dispose]();
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test("gives again what was put back, and counts it once [informer/stream-abortable]", async ({ expect }) => {
  const [a, b] = [added(note("a", "1")), added(note("b", "2"))];
  async function* source(): AsyncGenerator<readonly WatchEvent<Note>[], void, void> {
    yield [a, b];
  }
  const { stop, stream } = streamOf(source());
  await stream.next();
  stream.putBack([b]);
  expect(stream.count).toBe(1);
  expect(await stream.next()).toEqual([b]);
  expect(stream.count).toBe(2);
  stream.putBack([b]);
  stop.abort("enough");
  await expect(stream.next()).rejects.toBe("enough");
  stream[Symbol.dispose]();
});

test("a source that fails when it is opened fails the first read [informer/stream-abortable]", async ({ expect }) => {
  const clock = new VirtualClock();
  const open = (): Events => {
    throw new Error("refused");
  };
  using stream = new WatchStream<Note>({ clock, signal: new AbortController().signal, open });
  await expect(stream.next()).rejects.toThrow("refused");
});

for (const [how, end] of [
  ["gives nothing", () => undefined],
  ["rejects", () => Promise.reject(new Error("ignored"))],
  [
    "throws",
    () => {
      throw new Error("ignored");
    },
  ],
] as const) {
  test(`throws the reason at once on an abort, also if the source is deaf and ${how} when left [informer/stream-abortable]`, async ({
    expect,
  }) => {
    let isTold = false;
    const { clock, stop, stream } = streamOf(
      deaf(() => {
        isTold = true;
        return end();
      }),
    );
    stream.cutAfter(1_000, () => new Error("old"));
    const step = stream.next();
    stop.abort("enough");
    await expect(step).rejects.toBe("enough");
    await expect(stream.next()).rejects.toBe("enough");
    stream[Symbol.dispose]();
    expect(isTold).toBe(true);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    expect(clock.pending).toBe(0);
  });
}

test("silence counts only while somebody reads [informer/slow-reader-not-mute]", async ({ expect }) => {
  const { clock, stream } = streamOf(deaf(() => undefined));
  stream.cutWhenSilent(1_000, () => new Error("silent"));
  await clock.advance(10_000);
  const step = stream.next();
  let failure: unknown;
  step.catch((error: unknown) => (failure = error));
  await clock.advance(500);
  expect(failure).toBeUndefined();
  await clock.advance(1_500);
  expect(failure).toEqual(new Error("silent"));
  stream[Symbol.dispose]();
});

test("who begins to read shortly before the time is over has not waited for all of it [informer/slow-reader-not-mute]", async ({
  expect,
}) => {
  const { clock, stream } = streamOf(deaf(() => undefined));
  stream.cutWhenSilent(1_000, () => new Error("silent"));
  await clock.advance(1_980);
  let failure: unknown;
  stream.next().catch((error: unknown) => (failure = error));
  await clock.advance(999);
  expect(failure).toBeUndefined();
  await clock.advance(1_000);
  expect(failure).toEqual(new Error("silent"));
  stream[Symbol.dispose]();
});

test("a stream that is left aborts the signal that its source was given [informer/leaving-ends-watch]", async ({
  expect,
}) => {
  let given: AbortSignal | undefined;
  const open = (signal: AbortSignal): Events => {
    given = signal;
    return (async function* () {
      yield [added(note("a", "1"))];
    })();
  };
  const stream = new WatchStream<Note>({ clock: new VirtualClock(), signal: new AbortController().signal, open });
  await stream.next();
  expect(given?.aborted).toBe(false);
  stream[Symbol.dispose]();
  expect(given?.aborted).toBe(true);
});
