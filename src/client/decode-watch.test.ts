import { describe, test } from "vitest";
import { nextTurn, VirtualClock } from "../async/index.ts";
import { encodedOf, wireDefaults } from "../wire/index.ts";
import { decodeWatch } from "./decode-watch.ts";
import { TransportError, WatchDecodeError } from "./errors.ts";

const line = { method: "GET", path: "/api/v1/configmaps?watch=true" };
const limits = { line, maxLineBytes: 1_000_000 };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A stream whose chunks a test gives, and which is mute until then. */
function stream(): {
  readonly body: AsyncIterable<Uint8Array>;
  readonly give: (text: string) => void;
  readonly isLeft: () => boolean;
} {
  let isLeft = false;
  let waiting: ((result: IteratorResult<Uint8Array, undefined>) => void) | undefined;
  const iterator: AsyncIterator<Uint8Array, undefined, void> = {
    next: () => new Promise((resolve) => (waiting = resolve)),
    return: async () => {
      isLeft = true;
      return { done: true, value: undefined };
    },
  };
  const give = (text: string): void => waiting?.({ done: false, value: encode(text) });
  return { body: { [Symbol.asyncIterator]: () => iterator }, give, isLeft: () => isLeft };
}

const added = '{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n';
const bookmark = '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"5"}}}\n';

describe("a watch that may not be mute", () => {
  test("fails when nothing came for so long, and leaves its stream [client/watch-idle]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { body, give, isLeft } = stream();
    const watch = decodeWatch(body, { ...limits, clock, idleTimeoutMs: 1_000 });
    const first = watch.next();
    await clock.advance(999);
    give(added);
    expect((await first).value).toMatchObject({ type: "ADDED" });
    const failure = failureOf(watch.next());
    await clock.advance(999);
    expect(isLeft()).toBe(false);
    await clock.advance(1);
    expect(await failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));
    expect(String(await failure)).toContain("GET /api/v1/configmaps: nothing came over the watch for 1000 ms");
    expect(isLeft()).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("is alive with bookmarks, and with parts of a line [client/watch-idle]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { body, give } = stream();
    const watch = decodeWatch(body, { ...limits, clock, idleTimeoutMs: 1_000 });
    for (const text of [bookmark, bookmark, added]) {
      const event = watch.next();
      for (const part of [text.slice(0, 20), text.slice(20, 30), text.slice(30)]) {
        await clock.advance(900);
        give(part);
      }
      expect((await event).done).toBe(false);
    }
  });

  test("does not count the time in which nobody reads it [client/watch-idle]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { body, give, isLeft } = stream();
    const watch = decodeWatch(body, { ...limits, clock, idleTimeoutMs: 1_000 });
    const first = watch.next();
    await clock.advance(0);
    give(added);
    await first;
    await clock.advance(10_000);
    expect(isLeft()).toBe(false);
    const second = watch.next();
    await clock.advance(500);
    give(added);
    expect((await second).done).toBe(false);
  });

  test("leaves no timer when it is left, ends or fails [client/watch-idle]", async ({ expect }) => {
    const clock = new VirtualClock();
    async function* body(text: string): AsyncGenerator<Uint8Array, void, void> {
      yield encode(added + text);
    }
    for (const text of ["", "secret\n"]) {
      await failureOf(Array.fromAsync(decodeWatch(body(text), { ...limits, clock, idleTimeoutMs: 1_000 })));
      expect(clock.pending).toBe(0);
    }
    for await (const _event of decodeWatch(body(""), { ...limits, clock, idleTimeoutMs: 1_000 })) break;
    expect(clock.pending).toBe(0);
  });
});

test("a watch gives read-only objects, and what a scan found in their bytes, which hold no chunk [client/watch-scanned]", async ({
  expect,
}) => {
  async function* body(): AsyncGenerator<Uint8Array, void, void> {
    yield chunk;
    yield encode('{"type":"MODIFIED","object":{"metadata":tru}}\n');
  }
  // Far more than what one object may hold.
  const chunk = encode(added + bookmark + "\n".repeat(1_000_000));
  const watch = decodeWatch(body(), limits);
  const { value: event } = await watch.next();
  expect(event).toEqual({ type: "ADDED", object: { metadata: { name: "a" } } });
  const { object } = event as { readonly object: object };
  expect(Object.isFrozen(object)).toBe(true);
  expect(encodedOf(object)?.name).toBe("a");
  expect(encodedOf(object)?.bytes.buffer.byteLength).toBeLessThanOrEqual(wireDefaults.slabBytes);
  expect((await watch.next()).value).toMatchObject({ type: "BOOKMARK", resourceVersion: "5" });
  expect(await failureOf(watch.next())).toSatisfy(WatchDecodeError.is);
});

test("a watch lets others have their turn while it is decoded [client/watch-slices]", async ({ expect }) => {
  const event = `{"type":"ADDED","object":{"metadata":{"name":"${"x".repeat(100_000)}"}}}\n`;
  async function* body(): AsyncGenerator<Uint8Array, void, void> {
    yield encode(event.repeat(50));
  }
  let turns = 0;
  let isReading = true;
  const counting = (async () => {
    for (; isReading; turns++) await nextTurn();
  })();
  for await (const { type } of decodeWatch(body(), limits)) expect(type).toBe("ADDED");
  isReading = false;
  await counting;
  expect(turns).toBeGreaterThan(15);
});
