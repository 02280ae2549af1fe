import { test } from "vitest";
import { reflect, summary } from "./reflecting.fixture.ts";
import {
  added,
  bookmark,
  connectionFailure,
  deleted,
  initialEnd,
  listOf,
  modified,
  note,
  refusal,
} from "./scripted-source.fixture.ts";
import type { Script, WatchStep } from "./scripted-source.fixture.ts";

const streaming = (watches: Script["watches"], lists: Script["lists"] = []): Script => ({
  streamsLists: true,
  lists,
  watches,
});

const whole: readonly WatchStep[] = [added(note("a", "7")), initialEnd("10"), "hang"];

test("a list is the beginning of a watch, which goes on as the watch [informer/streamed-list]", async ({ expect }) => {
  const { clock, source, reflector, deltas, end } = reflect(
    streaming([
      [
        added(note("a", "7")),
        added(note("b", "8")),
        added(note("c", "9")),
        modified(note("a", "11")),
        deleted(note("b", "12")),
        initialEnd("12"),
        added(note("d", "13")),
      ],
    ]),
  );
  await clock.advance(0);
  expect(source.requests).toEqual(["stream", "watch 13"]);
  const [{ resourceVersion, allowBookmarks, timeoutSeconds } = {}] = source.watchRequests;
  expect({ resourceVersion, allowBookmarks }).toEqual({ resourceVersion: undefined, allowBookmarks: true });
  expect(timeoutSeconds).toBeGreaterThanOrEqual(300);
  expect(summary(deltas)).toEqual(["replaced a c", "added d@13"]);
  expect(deltas[0]).toMatchObject({ resourceVersion: "12", objects: [{ text: "a@11" }, { text: "c@9" }] });
  expect(reflector.state).toBe("watching");
  await end();
});

test("an initial event that comes again, and is older than another by then, changes nothing [informer/streamed-list]", async ({
  expect,
}) => {
  const [a, b] = [added(note("a", "7")), added(note("b", "8"))];
  const changed = modified(note("a", "11"));
  const { clock, deltas, end } = reflect(
    streaming([[a, b, changed, deleted(note("b", "12")), a, b, added(note("c", "13")), initialEnd("13"), "hang"]]),
  );
  await clock.advance(0);
  expect(deltas).toMatchObject([{ type: "replaced", objects: [{ text: "a@11" }, { text: "c@13" }] }]);
  await end();
});

test("nothing of a streamed list is told before its end, which only the right bookmark is [informer/list-atomic]", async ({
  expect,
}) => {
  const { clock, source, reflector, deltas, end } = reflect(
    streaming([[added(note("a", "7")), bookmark("9"), { waitMs: 5_000 }, initialEnd("10"), "hang"]]),
  );
  await clock.advance(4_999);
  expect(deltas).toEqual([]);
  expect([reflector.state, reflector.lastSyncResourceVersion]).toEqual(["listing", ""]);
  await clock.advance(1);
  expect(summary(deltas)).toEqual(["replaced a"]);
  expect([reflector.state, reflector.lastSyncResourceVersion]).toEqual(["watching", "10"]);
  expect(source.requests).toEqual(["stream"]);
  await end();
});

for (const reason of ["BadRequest", "MethodNotAllowed", "NotAcceptable", "UnsupportedMediaType", "Invalid"] as const) {
  test(`a server that refuses to stream (${reason}) is asked for a list at once, and for half an hour [informer/stream-refused]`, async ({
    expect,
  }) => {
    const later: WatchStep[] = [{ waitMs: 1_750_000 }, refusal("Expired")];
    const muchLater: WatchStep[] = [{ waitMs: 60_000 }, refusal("Expired")];
    const { clock, source, deltas, end } = reflect(
      { ...streaming([refusal(reason), later, muchLater, whole]), lists: [listOf("10"), listOf("20")] },
      { minWatchSeconds: 7_200 },
    );
    await clock.advance(0);
    expect(source.requests).toEqual(["stream", "list", "watch 10"]);
    expect(summary(deltas)).toEqual(["replaced "]);
    await clock.advance(1_900_000);
    expect(source.requests).toEqual(["stream", "list", "watch 10", "list", "watch 20", "stream"]);
    await end();
  });
}

const passing: readonly (readonly [string, readonly WatchStep[] | Error])[] = [
  ["InternalError", refusal("InternalError")],
  ["Forbidden", refusal("Forbidden")],
  ["NotFound", refusal("NotFound")],
  ["Expired", [added(note("x", "5")), refusal("Expired")]],
  ["a version that is too large", [refusal("Timeout")]],
  ["no JSON", [added(note("x", "5")), new Error("not JSON")]],
  ["an early end", [added(note("x", "5"))]],
];

for (const [what, failing] of passing) {
  test(`a streamed list that fails (${what}) is followed by another one at once, and the next is streamed [informer/stream-failed]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, end } = reflect(
      streaming([failing, refusal("Expired"), whole], [listOf("10", note("a", "7"))]),
    );
    await clock.advance(0);
    expect(source.requests.slice(0, 3)).toEqual(["stream", "list", "watch 10"]);
    expect(summary(deltas).slice(0, 2)).toEqual([expect.stringContaining("interrupted"), "replaced a"]);
    await clock.advance(10_000);
    expect(source.requests).toEqual(["stream", "list", "watch 10", "stream"]);
    await end();
  });
}

for (const failure of [refusal("TooManyRequests"), connectionFailure("ECONNREFUSED")]) {
  test(`a server that is away (${failure.message}) is asked again for a stream, after a wait [informer/stream-server-away]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, end } = reflect(streaming([failure, failure, whole]));
    await clock.advance(0);
    expect(source.requests).toEqual(["stream"]);
    await clock.advance(1_600 + 3_200);
    expect(source.requests).toEqual(["stream", "stream", "stream"]);
    expect(source.asked[1]?.atMs).toBeGreaterThanOrEqual(800);
    expect(summary(deltas).at(-1)).toBe("replaced a");
    await end();
  });
}

test("a stream that breaks half way is not what is tried next [informer/stream-server-away]", async ({ expect }) => {
  const broken = [added(note("x", "5")), connectionFailure("ECONNRESET")];
  const { clock, source, deltas, end } = reflect(streaming([broken], [listOf("10", note("a", "7"))]));
  await clock.advance(0);
  expect(source.requests).toEqual(["stream"]);
  await clock.advance(1_600);
  expect(source.requests).toEqual(["stream", "list", "watch 10"]);
  expect(summary(deltas)).toEqual(["interrupted no answer", "replaced a"]);
  await end();
});

for (const silence of ["hang", "deaf"] as const) {
  test(`a stream that stays silent (${silence}) before its end is given up after ten seconds for a list [informer/stream-silent]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, end } = reflect(
      streaming([[silence], [{ waitMs: 60_000 }, refusal("Expired")]], [listOf("10"), listOf("11")]),
    );
    await clock.advance(9_999);
    expect(source.requests).toEqual(["stream"]);
    await clock.advance(1);
    expect(source.requests).toEqual(["stream", "list", "watch 10"]);
    expect(summary(deltas)).toEqual(["interrupted SETPOINT_INFORMER_WATCH_MUTE", "replaced "]);
    await clock.advance(62_000);
    expect(source.requests.slice(3)).toEqual(["list", "watch 11"]);
    await end();
  });
}

test("a stream that is slow but steady is waited for [informer/stream-silent]", async ({ expect }) => {
  const slow = Array.from({ length: 30 }, (_, index): WatchStep[] => [
    { waitMs: 9_000 },
    added(note(`n${index}`, String(index + 1))),
  ]);
  const { clock, source, deltas, end } = reflect(streaming([[...slow.flat(), initialEnd("50"), "hang"]]));
  await clock.advance(30 * 9_000);
  expect(source.requests).toEqual(["stream"]);
  expect(deltas).toMatchObject([{ type: "replaced", resourceVersion: "50", objects: { length: 30 } }]);
  await end();
});

test("told to, it always streams, with waits, or never does [informer/streaming-chosen]", async ({ expect }) => {
  const always = reflect(streaming([refusal("BadRequest"), ["hang"], whole]), { streamingLists: "on" });
  await always.clock.advance(20_000);
  expect(always.source.requests).toEqual(["stream", "stream", "stream"]);
  expect(always.source.asked[1]?.atMs).toBeGreaterThanOrEqual(800);
  await always.end();
  const never = reflect(streaming([], [listOf("10")]), { streamingLists: "off" });
  await never.clock.advance(0);
  expect(never.source.requests).toEqual(["list", "watch 10"]);
  await never.end();
});

test("a source that can't is not asked to stream [informer/streaming-chosen]", async ({ expect }) => {
  const { clock, source, end } = reflect({ lists: [listOf("10")] });
  await clock.advance(0);
  expect(source.requests).toEqual(["list", "watch 10"]);
  await end();
});
