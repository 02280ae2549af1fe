import { getEventListeners } from "node:events";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import { createLogger } from "../observe/index.ts";
import { InformerError } from "./errors.ts";
import { Reflector } from "./reflector.ts";
import { reflect, summary } from "./reflecting.fixture.ts";
import {
  added,
  bookmark,
  connectionFailure,
  deleted,
  listOf,
  modified,
  note,
  Notes,
  pageOf,
  refusal,
  scene,
} from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

test("lists consistently, then watches from the list's version with bookmarks [informer/list-then-watch, informer/last-sync-version]", async ({
  expect,
}) => {
  const { clock, source, reflector, deltas, end } = reflect({
    lists: [listOf("10", note("a", "7"))],
    watches: [[added(note("b", "11")), modified(note("a", "12")), deleted(note("a", "13")), bookmark("20"), "hang"]],
  });
  expect(reflector.lastSyncResourceVersion).toBe("");
  expect(reflector.state).toBe("listing");
  await clock.advance(0);
  expect(source.requests).toEqual(["list", "watch 10"]);
  expect(source.watchRequests[0]?.allowBookmarks).toBe(true);
  expect(summary(deltas)).toEqual(["replaced a", "added b@11", "updated a@12", "deleted a@13", "bookmark"]);
  expect(reflector.lastSyncResourceVersion).toBe("20");
  expect(reflector.state).toBe("watching");
  await end();
});

test("asks each watch to last a random time of five to ten minutes [informer/watch-time-random]", async ({
  expect,
}) => {
  const watches = Array.from({ length: 40 }, (_, index) => [bookmark(String(11 + index)), { waitMs: 1_000 }]);
  const { clock, source, end } = reflect({ lists: [listOf("10")], watches });
  await clock.advance(40_000);
  const times = source.watchRequests.map(({ timeoutSeconds }) => timeoutSeconds);
  expect(times.length).toBeGreaterThan(40);
  expect(times.every((time) => Number.isInteger(time) && time >= 300 && time < 600)).toBe(true);
  expect(new Set(times).size).toBeGreaterThan(20);
  await end();
});

test("a watch that ends is resumed at once from the last version, without a list [informer/resume-without-list]", async ({
  expect,
}) => {
  const { clock, source, deltas, end } = reflect({
    lists: [listOf("10")],
    watches: [[added(note("b", "11"))], [bookmark("15"), { waitMs: 1_000 }], [{ waitMs: 1_000 }]],
  });
  await clock.advance(2_000);
  expect(source.asked).toEqual([
    { what: "list", atMs: 0 },
    { what: "watch 10", atMs: 0 },
    { what: "watch 11", atMs: 0 },
    { what: "watch 15", atMs: 1_000 },
    { what: "watch 15", atMs: 2_000 },
  ]);
  expect(summary(deltas)).toEqual(["replaced ", "added b@11", "bookmark"]);
  await end();
});

test("a watch that ends at once and empty is a failure: it waits, and lists again [informer/short-watch-waits]", async ({
  expect,
}) => {
  const { clock, source, deltas, reflector, end } = reflect({
    lists: [listOf("10"), listOf("11")],
    watches: [[{ waitMs: 999 }]],
  });
  await clock.advance(999);
  expect(summary(deltas)).toEqual(["replaced ", "interrupted SETPOINT_INFORMER_WATCH_SHORT"]);
  expect(reflector.state).toBe("waiting");
  await clock.advance(799);
  expect(source.requests).toEqual(["list", "watch 10"]);
  await clock.advance(801);
  expect(source.requests).toEqual(["list", "watch 10", "list", "watch 11"]);
  await end();
});

for (const [what, event] of [
  ["a bookmark of the same version", bookmark("10")],
  ["a change of an old version", modified(note("a", "7"))],
  ["what can't be cached", added(note("b", ""))],
] as const) {
  test(`watches that bring only ${what} and end are ever rarer [informer/short-watch-waits]`, async ({ expect }) => {
    const { clock, source, end } = reflect({
      lists: Array.from({ length: 200 }, () => listOf("10", note("a", "7"))),
      watches: Array.from({ length: 200 }, () => [event]),
    });
    await clock.advance(5 * 60_000);
    const watches = source.asked.filter(({ what: asked }) => asked === "watch 10").map(({ atMs }) => atMs);
    expect(watches.length).toBeGreaterThan(10);
    expect(watches.length).toBeLessThan(30);
    expect((watches[7] ?? 0) - (watches[6] ?? 0)).toBeGreaterThanOrEqual(15_000);
    await end();
  });
}

test("410 means that the version expired, whatever its reason [informer/expired-lists-again]", async ({ expect }) => {
  const request = { method: "GET", path: "/apis/example.dev/v1/notes" };
  const { clock, source, end } = reflect({
    lists: [listOf("10"), listOf("50")],
    watches: [new ApiError("gone", { ...request, status: 410, reason: "Unknown" })],
  });
  await clock.advance(1_600);
  expect(source.requests).toEqual(["list", "watch 10", "list", "watch 50"]);
  await end();
});

for (const reason of ["Expired", "Gone"] as const) {
  for (const where of ["when it opens", "in the stream"] as const) {
    test(`a version that is ${reason} ${where} leads to a new consistent list [informer/expired-lists-again]`, async ({
      expect,
    }) => {
      const failing = where === "in the stream" ? [added(note("b", "11")), refusal(reason)] : refusal(reason);
      const { clock, source, deltas, end } = reflect({
        lists: [listOf("10", note("a", "7")), listOf("50", note("c", "40"))],
        watches: [failing],
      });
      await clock.advance(1_600);
      expect(source.requests).toEqual(["list", "watch 10", "list", "watch 50"]);
      expect(summary(deltas).slice(-2)).toEqual(["interrupted SETPOINT_API", "replaced c"]);
      await end();
    });
  }
}

for (const failure of [
  refusal("TooManyRequests"),
  connectionFailure("ECONNREFUSED"),
  connectionFailure("ECONNRESET"),
]) {
  const name = failure.cause instanceof Error ? failure.cause.message : "429";
  test(`after ${name} it waits and watches on from its version: no list [informer/spare-busy-server]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, end } = reflect({
      lists: [listOf("10")],
      watches: [failure, [added(note("b", "11")), failure]],
    });
    await clock.advance(0);
    expect(source.requests).toEqual(["list", "watch 10"]);
    await clock.advance(1_600);
    expect(source.requests).toEqual(["list", "watch 10", "watch 10"]);
    await clock.advance(3_200);
    expect(source.requests).toEqual(["list", "watch 10", "watch 10", "watch 11"]);
    expect(summary(deltas).filter((line) => line.startsWith("interrupted"))).toHaveLength(2);
    await end();
  });
}

for (const failure of [refusal("InternalError"), refusal("Timeout"), refusal("Forbidden"), new Error("not JSON")]) {
  test(`after another failure (${failure.message}) it waits and lists again [informer/failure-lists-again]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, reflector, end } = reflect({
      lists: [listOf("10"), listOf("20")],
      watches: [[bookmark("11"), failure]],
    });
    await clock.advance(0);
    expect(deltas.at(-1)).toEqual({ type: "interrupted", error: failure });
    expect(reflector.lastError).toBe(failure);
    expect(reflector.state).toBe("waiting");
    await clock.advance(1_600);
    expect(source.requests).toEqual(["list", "watch 10", "list", "watch 20"]);
    expect(reflector.lastError).toBeUndefined();
    await end();
  });
}

test("a server that stays away is asked ever more rarely, at most every 30 s, and never given up [informer/backoff]", async ({
  expect,
}) => {
  const { clock, source, deltas, end } = reflect({
    lists: Array.from({ length: 500 }, () => refusal("InternalError")),
  });
  await clock.advance(20 * 60_000);
  const waits = source.asked.slice(1).map(({ atMs }, index) => atMs - (source.asked[index]?.atMs ?? 0));
  expect(waits[0]).toBeGreaterThanOrEqual(800);
  expect(waits[0]).toBeLessThan(1_600);
  expect(waits[1]).toBeGreaterThanOrEqual(1_600);
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
  expect(waits.slice(5).every((wait) => wait >= 15_000)).toBe(true);
  expect(waits.length).toBeGreaterThan(40);
  expect(deltas.length).toBe(source.asked.length);
  await end();
});

test("after two healthy minutes the first wait is short again [informer/backoff-resets]", async ({ expect }) => {
  const { clock, source, end } = reflect({
    lists: [...Array.from({ length: 6 }, () => refusal("InternalError")), listOf("10")],
    watches: [[{ waitMs: 121_000 }, refusal("TooManyRequests")]],
  });
  await clock.advance(400_000);
  const [watched, again] = source.asked.filter(({ what }) => what.startsWith("watch"));
  const wait = (again?.atMs ?? 0) - (watched?.atMs ?? 0) - 121_000;
  expect(wait).toBeGreaterThanOrEqual(800);
  expect(wait).toBeLessThan(1_600);
  await end();
});

test("after a watch that delivered something the first wait is short again [informer/backoff-resets]", async ({
  expect,
}) => {
  const { clock, source, end } = reflect({
    lists: [...Array.from({ length: 5 }, () => refusal("InternalError")), listOf("10")],
    watches: [[bookmark("11"), { waitMs: 10 }, refusal("TooManyRequests")]],
  });
  await clock.advance(200_000);
  const [watched, again] = source.asked.filter(({ what }) => what.startsWith("watch"));
  expect((again?.atMs ?? 0) - (watched?.atMs ?? 0)).toBeLessThan(1_610);
  await end();
});

test("waits as long as the server asks, but not for ever [informer/retry-after]", async ({ expect }) => {
  const { clock, source, end } = reflect({
    lists: [refusal("TooManyRequests", 20_000), refusal("ServiceUnavailable", 1e12), listOf("10")],
  });
  await clock.advance(19_999);
  expect(source.requests).toEqual(["list"]);
  await clock.advance(1);
  expect(source.requests).toEqual(["list", "list"]);
  await clock.advance(299_999);
  expect(source.requests).toHaveLength(2);
  await clock.advance(1);
  expect(source.requests).toEqual(["list", "list", "list", "watch 10"]);
  await end();
});

for (const silence of ["hang", "deaf"] as const) {
  test(`a stream that is ${silence === "hang" ? "mute" : "mute and can't be aborted"} is replaced 30 s after its time [informer/mute-watch-replaced]`, async ({
    expect,
  }) => {
    const { clock, source, deltas, end } = reflect({
      lists: [listOf("10")],
      watches: [
        [added(note("a", "12")), silence],
        [added(note("b", "13")), "hang"],
      ],
    });
    await clock.advance(0);
    const ageMs = ((source.watchRequests[0]?.timeoutSeconds ?? 0) + 30) * 1000;
    await clock.advance(ageMs - 1);
    expect(source.requests).toEqual(["list", "watch 10"]);
    await clock.advance(1);
    expect(source.requests).toEqual(["list", "watch 10", "watch 12"]);
    expect(summary(deltas)).toEqual([
      "replaced ",
      "added a@12",
      "interrupted SETPOINT_INFORMER_WATCH_MUTE",
      "added b@13",
    ]);
    await end();
  });
}

test("what has no version, no name or another kind is reported and skipped [informer/unusable-skipped]", async ({
  expect,
}) => {
  const lines: string[] = [];
  const log = createLogger({ clock: new VirtualClock(), write: (line) => lines.push(line) });
  const bad = [
    { ...note("x", "11"), metadata: { name: "x" } },
    { ...note("x", "12"), metadata: { resourceVersion: "12" } },
    { ...note("x", "13"), metadata: undefined },
    { ...note("x", "14"), kind: "Pod" },
    { ...note("x", "15"), apiVersion: "other.dev/v1" },
    undefined,
  ].map((object) => added(object as unknown as Note));
  const strange = { type: "RENAMED", object: note("x", "16") } as unknown as (typeof bad)[number];
  const { clock, deltas, reflector, end } = reflect(
    {
      lists: [listOf("10", note("a", "7"), {} as Note)],
      watches: [[...bad, strange, bookmark(""), added(note("b", "18")), "hang"]],
    },
    { log },
  );
  await clock.advance(0);
  expect(summary(deltas)).toEqual(["replaced a", "added b@18"]);
  expect(lines).toHaveLength(9);
  expect(reflector.lastSyncResourceVersion).toBe("18");
  await end();
});

test("a table is no list and no object: one is refused, the other skipped [informer/tables-refused]", async ({
  expect,
}) => {
  const table = { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: { resourceVersion: "11" }, rows: [] };
  const { clock, source, deltas, reflector, end } = reflect({
    lists: [table as unknown as ReturnType<typeof listOf>, listOf("10", note("a", "7"))],
    watches: [[added(table as unknown as Note), added(note("b", "12")), "hang"]],
  });
  await clock.advance(0);
  expect([summary(deltas), reflector.lastSyncResourceVersion]).toEqual([["interrupted SETPOINT_INFORMER_LIST"], ""]);
  await clock.advance(2_000);
  expect(source.requests).toEqual(["list", "list", "watch 10"]);
  expect(summary(deltas)).toEqual(["interrupted SETPOINT_INFORMER_LIST", "replaced a", "added b@12"]);
  await end();
});

test("a list that is not whole is refused and read again [informer/list-must-be-whole]", async ({ expect }) => {
  const page = pageOf("10", "more", note("a", "7"));
  const { clock, source, deltas, end } = reflect(
    { lists: [page, listOf(""), {} as typeof page, listOf("12", note("a", "7"))] },
    { pageSize: 0 },
  );
  await clock.advance(60_000);
  expect(summary(deltas)).toEqual([...Array<string>(3).fill("interrupted SETPOINT_INFORMER_LIST"), "replaced a"]);
  expect(source.requests).toEqual(["list", "list", "list", "list", "watch 12"]);
  await end();
});

test("the version to resume from never goes back within a list generation, but a list may [informer/resume-version-monotonic]", async ({
  expect,
}) => {
  const { clock, source, end } = reflect({
    lists: [listOf("10"), listOf("5")],
    watches: [[added(note("b", "20")), modified(note("a", "9")), bookmark("12")], [refusal("Expired")]],
  });
  await clock.advance(1_600);
  expect(source.requests).toEqual(["list", "watch 10", "watch 20", "list", "watch 5"]);
  await end();
});

for (const state of ["listing", "watching", "waiting"] as const) {
  test(`an abort while ${state} ends it quietly, and nothing is left behind [informer/abort-leaves-nothing]`, async ({
    expect,
  }) => {
    const lists = { listing: [], watching: [listOf("10")], waiting: [refusal("InternalError")] }[state];
    const { clock, source, stop, reflector, deltas, reading } = reflect({ lists });
    await clock.advance(0);
    expect(reflector.state).toBe(state);
    const before = deltas.length;
    stop.abort();
    await reading;
    expect(deltas.length).toBe(before);
    await clock.advance(0);
    expect(clock.pending).toBe(0);
    expect(source.openWatches).toBe(0);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
}

test("a reader who leaves early ends the watch [informer/leaving-ends-watch]", async ({ expect }) => {
  const { clock, random, source, stop } = scene({
    lists: [listOf("10")],
    watches: [[added(note("b", "11")), added(note("c", "12")), "hang"]],
  });
  const reflector = new Reflector(Notes, source, { clock, random });
  for await (const delta of reflector.deltas({ signal: stop.signal })) if (delta.type === "added") break;
  await clock.advance(0);
  expect(source.openWatches).toBe(0);
  expect(clock.pending).toBe(0);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test("errors are recognised by their code [informer/errors-by-code]", ({ expect }) => {
  const error = new InformerError("SETPOINT_INFORMER_INDEX", "x");
  expect(InformerError.is(error)).toBe(true);
  expect(InformerError.is(error, "SETPOINT_INFORMER_INDEX")).toBe(true);
  expect(InformerError.is(error, "SETPOINT_INFORMER_LIST")).toBe(false);
  expect(InformerError.is(Object.assign(new Error("x"), { code: "SETPOINT_QUEUE_KEY" }))).toBe(false);
  expect(InformerError.is("SETPOINT_INFORMER_INDEX")).toBe(false);
});
