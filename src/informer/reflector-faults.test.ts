import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { MetricsRegistry } from "../observe/index.ts";
import type { ListWatch } from "./list-watch.ts";
import { NoteServer } from "./note-server.fixture.ts";
import { reflect, summary } from "./reflecting.fixture.ts";
import { Reflector } from "./reflector.ts";
import {
  added,
  bookmark,
  connectionFailure,
  initialEnd,
  listOf,
  note,
  Notes,
  pageOf,
  refusal,
} from "./scripted-source.fixture.ts";
import type { ListStep, Note, WatchStep } from "./scripted-source.fixture.ts";

const minute = 60_000;

test("where bookmarks come, a watch that falls silent is replaced within four minutes [informer/quiet-watch-replaced]", async ({
  expect,
}) => {
  const { clock, source, deltas, end } = reflect({
    lists: [listOf("10")],
    watches: [
      [{ waitMs: minute }, bookmark("11"), { waitMs: minute / 2 }, bookmark("12"), "deaf"],
      [added(note("b", "13")), "hang"],
    ],
  });
  await clock.advance(3.5 * minute);
  expect(source.requests).toEqual(["list", "watch 10"]);
  await clock.advance(2 * minute);
  expect(source.requests).toEqual(["list", "watch 10", "watch 12"]);
  expect(summary(deltas).slice(-2)).toEqual(["interrupted SETPOINT_INFORMER_WATCH_MUTE", "added b@13"]);
  await end();
});

test("a watch that says nothing at all is followed by a list: its version may be one that a restored server does not have [informer/mute-watch-lists]", async ({
  expect,
}) => {
  const { clock, source, end } = reflect({
    lists: [listOf("10"), listOf("5", note("a", "4"))],
    watches: [[bookmark("12"), { waitMs: 1_000 }], ["hang"], ["hang"]],
  });
  await clock.advance(2 * minute + 1_000);
  expect(source.requests).toEqual(["list", "watch 10", "watch 12", "list", "watch 5"]);
  await clock.advance(5 * minute);
  expect(source.requests, "a server without bookmarks has its full time").toHaveLength(5);
  await end();
});

test("without bookmarks a quiet watch is left alone until its time is over [informer/quiet-watch-replaced]", async ({
  expect,
}) => {
  const { clock, source, end } = reflect({ lists: [listOf("10")], watches: [["hang"]] });
  await clock.advance(5 * minute);
  expect(source.requests).toEqual(["list", "watch 10"]);
  await end();
});

test("a quiet kind in a busy cluster is never listed again: bookmarks move the version [informer/bookmarks-spare-lists]", async ({
  expect,
}) => {
  let version = 10;
  const watches = Array.from({ length: 300 }, () =>
    Array.from({ length: 5 }, (): WatchStep[] => [{ waitMs: minute }, bookmark(String((version += 1_000)))]).flat(),
  );
  const { clock, source, reflector, end } = reflect({ lists: [listOf("10")], watches });
  await clock.advance(24 * 60 * minute);
  expect(source.requests.filter((what) => what === "list")).toHaveLength(1);
  expect(source.requests.length).toBeGreaterThan(280);
  expect(Number(reflector.lastSyncResourceVersion)).toBeGreaterThan(1_000_000);
  await end();
});

test("lists that take longer than the server remembers are ever rarer, and read in other ways [informer/outdated-list-waits]", async ({
  expect,
}) => {
  const slow = Array.from({ length: 100 }, (): ListStep[] => [{ waitMs: 150_000 }, listOf("10")]).flat();
  const { clock, source, end } = reflect({ lists: slow, watches: Array(100).fill(refusal("Expired")) });
  await clock.advance(3 * 60 * minute);
  const lists = source.asked.filter(({ what }) => what === "list").map(({ atMs }) => atMs);
  const gaps = lists.slice(1).map((atMs, index) => atMs - (lists[index] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(2 * 150_000);
  expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(3 * 150_000);
  expect(source.listRequests.slice(0, 4).map(({ limit }) => limit)).toEqual([500, undefined, 500, undefined]);
  await end();
});

test("after an outdated list a server that refused to stream is asked again: that is as new as its end [informer/outdated-list-waits]", async ({
  expect,
}) => {
  const { clock, source, deltas, end } = reflect({
    streamsLists: true,
    lists: [{ waitMs: 30_000 }, pageOf("10", "", note("a", "7"))],
    watches: [refusal("BadRequest"), refusal("Expired"), [added(note("b", "8")), initialEnd("40"), "hang"]],
  });
  await clock.advance(2 * minute);
  expect(source.requests).toEqual(["stream", "list", "watch 10", "stream"]);
  expect(source.asked[3]?.atMs).toBeGreaterThanOrEqual(60_000);
  expect(summary(deltas).at(-1)).toBe("replaced b");
  await end();
});

/** A server that a thousand follow, and that can go away. */
class Crowded implements ListWatch<Note> {
  readonly #server = new NoteServer({ streamsLists: true });
  readonly #clock: VirtualClock;
  readonly asked: { readonly atMs: number; readonly isList: boolean }[] = [];
  isAway = false;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  list: ListWatch<Note>["list"] = (request) => {
    this.#ask(true);
    return this.#server.list(request);
  };

  watch: ListWatch<Note>["watch"] = (request) => {
    this.#ask(request.sendInitialEvents === true);
    return this.#server.watch(request);
  };

  restart(): void {
    this.isAway = true;
    this.#server.compact();
    this.#server.write("a");
    this.#server.compact();
    this.#server.cut(connectionFailure("ECONNRESET"));
  }

  #ask(isList: boolean): void {
    this.asked.push({ atMs: this.#clock.monotonic(), isList });
    if (this.isAway) throw connectionFailure("ECONNREFUSED");
  }
}

test("a thousand whose server restarts and has forgotten their version come back spread out, each with one list [informer/no-herd]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const server = new Crowded(clock);
  const stop = new AbortController();
  const versions: string[] = [];
  const follow = async (seed: number): Promise<void> => {
    const reflector = new Reflector(Notes, server, { clock, random: seededRandom(seed) });
    for await (const delta of reflector.deltas({ signal: stop.signal })) {
      if (delta.type === "replaced") versions[seed] = delta.resourceVersion;
    }
  };
  const all = Promise.all(Array.from({ length: 1_000 }, (_, seed) => follow(seed)));
  await clock.advance(0);
  expect(server.asked).toHaveLength(1_000);
  server.restart();
  await clock.advance(minute);
  const away = server.asked.length - 1_000;
  expect(away, "the fault fired").toBeGreaterThan(1_000);
  server.isAway = false;
  const before = server.asked.length;
  await clock.advance(2 * minute);
  const after = server.asked.slice(before);
  expect(new Set(versions).size).toBe(1);
  expect(after.filter(({ isList }) => isList)).toHaveLength(1_000);
  const perSecond = new Map<number, number>();
  for (const { atMs } of after) {
    const second = Math.floor(atMs / 1_000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  }
  expect(perSecond.size).toBeGreaterThan(15);
  expect(Math.max(...perSecond.values())).toBeLessThan(200);
  stop.abort();
  await all;
  expect(clock.pending).toBe(0);
});

test("lists, watches and failures are counted, and the time since the server was heard of [informer/reflector-metrics]", async ({
  expect,
}) => {
  const metrics = new MetricsRegistry();
  const { clock, end } = reflect(
    {
      streamsLists: true,
      lists: [{ waitMs: 2_000 }, listOf("10", note("a", "7"), note("b", "8"))],
      watches: [refusal("BadRequest"), [{ waitMs: 5_000 }, bookmark("11"), refusal("TooManyRequests")]],
    },
    { metrics },
  );
  await clock.advance(30_000);
  const text = metrics.text();
  const value = (sample: string): number | undefined => {
    const line = text.split("\n").find((candidate) => candidate.startsWith(`reflector_${sample} `));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1));
  };
  const name = 'name="notes.example.dev"';
  expect({
    lists: value(`lists_total{${name},way="paged"}`),
    took: value(`list_duration_seconds_sum{${name}}`),
    items: value(`items_per_list_sum{${name}}`),
    watches: value(`watches_total{${name}}`),
    lasted: value(`watch_duration_seconds_sum{${name}}`),
    events: value(`events_per_watch_sum{${name}}`),
    refused: value(`failures_total{${name},reason="BadRequest"}`),
    busy: value(`failures_total{${name},reason="TooManyRequests"}`),
    age: value(`last_heard_seconds{${name},namespace=""}`),
  }).toEqual({ lists: 1, took: 2, items: 2, watches: 3, lasted: 5, events: 1, refused: 1, busy: 1, age: 23 });
  await end();
});

test("a server that sends one bookmark a watch and ends it is not asked in a loop; one that tells changes is not kept waiting [informer/short-watch-waits]", async ({
  expect,
}) => {
  const { clock, source, end } = reflect({
    lists: [listOf("10")],
    watches: [[added(note("a", "11"))], [bookmark("12")], [bookmark("13")], ["hang"]],
  });
  await clock.advance(0);
  expect(source.requests).toEqual(["list", "watch 10", "watch 11"]);
  await clock.advance(5_000);
  expect(source.requests.slice(3)).toEqual(["watch 12", "watch 13"]);
  const [, , second = 0, third = 0, fourth = 0] = source.asked.map(({ atMs }) => atMs);
  for (const waitMs of [third - second, fourth - third]) expect(waitMs).toBeGreaterThanOrEqual(800);
  await end();
});

test("a list that is older than what was told before is counted [informer/reflector-metrics]", async ({ expect }) => {
  const metrics = new MetricsRegistry();
  const { clock, end } = reflect(
    { lists: [listOf("10"), listOf("5")], watches: [refusal("Expired"), ["hang"]] },
    { metrics },
  );
  await clock.advance(10_000);
  expect(metrics.text()).toContain('reflector_steps_back_total{name="notes.example.dev"} 1');
  expect(metrics.text()).toContain("reflector_last_heard_seconds{");
  await end();
  expect(metrics.text(), "of what has ended there is no age").not.toContain("reflector_last_heard_seconds{");
});
