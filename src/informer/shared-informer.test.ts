import { getEventListeners } from "node:events";
import { test } from "vitest";
import { InvalidArgumentError } from "../async/index.ts";
import { InformerError } from "./errors.ts";
import {
  added,
  bookmark,
  connectionFailure,
  deleted,
  listOf,
  modified,
  note,
  refusal,
} from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { inform, recorder } from "./informing.fixture.ts";

test("handlers hear of the list as initial adds, and then of each change; the cache is there before them [informer/handlers-hear-changes]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[added(note("b", "11")), modified(note("a", "12")), deleted(note("b", "13")), "hang"]],
  });
  const { calls, handler } = recorder();
  const cached: boolean[] = [];
  informer.addHandler(handler);
  informer.addHandler({
    add: ({ metadata }) => void cached.push(informer.indexer.keys().includes(`shop/${metadata.name}`)),
  });
  const running = start();
  await clock.advance(0);
  expect(calls).toEqual(["add a@7 initially", "add b@11", "update a@7 a@12", "delete b@13"]);
  expect(cached[0]).toBe(true);
  expect(informer.lister.get("shop/a")?.text).toBe("a@12");
  expect(informer.lister.get("shop/b")).toBeUndefined();
  expect(informer.lastSyncResourceVersion).toBe("13");
  stop.abort();
  await running;
});

test("an object recreated while the server was away is told as delete and add, one that vanished as delete [informer/relist-tells-life-cycle, informer/initial-once]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [
      listOf("10", note("a", "7"), note("b", "8")),
      listOf("50", note("a", "40", { uid: "second" }), note("c", "41")),
    ],
    watches: [[{ waitMs: 5_000 }, refusal("Expired")]],
  });
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(10_000);
  expect(calls.slice(2)).toEqual(["delete b@8?", "delete a@7?", "add a@40", "add c@41"]);
  stop.abort();
  await running;
});

test("a bookmark moves the version and is told to nobody [informer/bookmarks-unheard]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[bookmark("15"), bookmark("20"), "hang"]],
  });
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  expect([informer.lastSyncResourceVersion, calls]).toEqual(["20", ["add a@7 initially"]]);
  stop.abort();
  await running;
});

test("an old event changes nothing in the cache but is heard of [informer/old-event-still-heard]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "9"))],
    watches: [[modified(note("a", "8")), "hang"]],
  });
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  expect(calls.at(-1)).toBe("again a@9");
  expect(informer.lister.get("shop/a")?.text).toBe("a@9");
  stop.abort();
  await running;
});

test("every resync period all objects are told again, the same one as old and new [informer/resync]", async ({
  expect,
}) => {
  const { clock, source, stop, informer, start } = inform(
    { lists: [listOf("10", note("a", "7"))] },
    { resyncMs: 60_000 },
  );
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(59_999);
  expect(calls).toHaveLength(1);
  await clock.advance(60_001);
  expect(calls.slice(1)).toEqual(["resync a@7", "resync a@7"]);
  expect(source.requests).toEqual(["list", "watch 10"]);
  stop.abort();
  await running;
});

test("a resync period must be a length of time [informer/bad-options-refused]", ({ expect }) => {
  for (const resyncMs of [-1, Number.NaN, Infinity])
    expect(() => inform({ lists: [] }, { resyncMs })).toThrow(InvalidArgumentError);
});

test("the cache stays readable while the server is away and after the end; state and last error can be seen [informer/readable-while-away]", async ({
  expect,
}) => {
  const failure = connectionFailure("ECONNREFUSED");
  const { clock, stop, informer, start, lines } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[{ waitMs: 5_000 }, failure], ...Array.from({ length: 20 }, () => failure)],
  });
  expect(informer.state).toBe("idle");
  const running = start();
  expect(informer.state).toBe("listing");
  await clock.advance(1_000);
  expect([informer.state, informer.lastError]).toEqual(["watching", undefined]);
  await clock.advance(60_000);
  expect(informer.state).toBe("waiting");
  expect(informer.lastError).toBe(failure);
  expect(informer.lister.get("shop/a")?.text).toBe("a@7");
  expect(lines.length).toBeGreaterThan(3);
  expect(lines[0]).toContain("ECONNREFUSED");
  stop.abort();
  await running;
  expect(informer.state).toBe("stopped");
  expect(informer.lister.list()).toHaveLength(1);
});

test("the first list may fail as often as it likes [informer/first-list-retried]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({
    lists: [...Array.from({ length: 5 }, () => refusal("ServiceUnavailable")), listOf("10", note("a", "7"))],
  });
  const running = start();
  const synced = informer.waitForSync(stop.signal);
  await clock.advance(1_000);
  expect(informer.hasSynced).toBe(false);
  await clock.advance(120_000);
  await synced;
  expect(informer.hasSynced).toBe(true);
  stop.abort();
  await running;
});

test("an empty collection is synced as soon as it was listed [informer/synced-when-listed]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10")] });
  const registration = informer.addHandler(recorder().handler);
  const running = start();
  await clock.advance(0);
  expect([informer.hasSynced, registration.hasSynced]).toEqual([true, true]);
  expect(informer.addHandler(recorder().handler).hasSynced).toBe(true);
  stop.abort();
  await running;
});

test("what the cache and handlers give can't be written to, and is the same object [informer/read-only]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"))] });
  const told: Note[] = [];
  informer.addHandler({ add: (object) => void told.push(object) });
  const running = start();
  await clock.advance(0);
  const object = informer.lister.get("shop/a") as { text: string; metadata: { name: string } };
  expect(told[0]).toBe(object);
  expect(() => (object.text = "mine")).toThrow(TypeError);
  expect(() => (object.metadata.name = "mine")).toThrow(TypeError);
  stop.abort();
  await running;
});

test("while it runs it can't be started again; who waits for a sync when it stops is told [informer/stop-told]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [] });
  const running = start();
  await expect(start()).rejects.toSatisfy((error) => InformerError.is(error, "SETPOINT_INFORMER_STARTED"));
  const isStopped = (error: unknown): boolean => InformerError.is(error, "SETPOINT_INFORMER_STOPPED");
  const refused = expect(informer.waitForSync()).rejects.toSatisfy(isStopped);
  await clock.advance(0);
  stop.abort();
  await running;
  await refused;
  await expect(informer.waitForSync()).rejects.toSatisfy(isStopped);
  await expect(informer.addHandler({}).waitForSync()).rejects.toSatisfy(isStopped);
});

test("after a stop it can be started again: it lists, and tells its handlers what is different [informer/restart]", async ({
  expect,
}) => {
  const { clock, source, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8")), listOf("20", note("b", "15"), note("c", "16"))],
  });
  const { calls, handler } = recorder();
  const registration = informer.addHandler(handler);
  const first = start();
  await clock.advance(0);
  stop.abort();
  await first;
  expect([informer.state, informer.hasSynced]).toEqual(["stopped", true]);
  calls.length = 0;

  const again = new AbortController();
  const late = recorder();
  informer.addHandler(late.handler);
  const second = informer.run(again);
  await clock.advance(0);
  expect(informer.state).toBe("watching");
  expect(calls).toEqual(["delete a@7?", "update b@8 b@15", "add c@16"]);
  expect(late.calls).toEqual(["add a@7 initially", "add b@8 initially", ...calls]);
  expect(registration.hasSynced).toBe(true);
  expect(source.requests).toEqual(["list", "watch 10", "list", "watch 20"]);
  again.abort();
  await second;
  expect(getEventListeners(again.signal, "abort")).toEqual([]);
});

test("one that was stopped before it had synced can sync when it is started again [informer/restart]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [refusal("ServiceUnavailable"), listOf("10", note("a", "7"))],
  });
  const { calls, handler } = recorder();
  const registration = informer.addHandler(handler);
  const first = start();
  await clock.advance(0);
  stop.abort();
  await first;
  const again = new AbortController();
  const second = informer.run(again);
  await clock.advance(0);
  await registration.waitForSync();
  expect([informer.hasSynced, calls]).toEqual([true, ["add a@7 initially"]]);
  again.abort();
  await second;
});

test("each failure is an event with its source, and the key it is about [informer/failures-as-events]", async ({
  expect,
}) => {
  const gone = connectionFailure("ECONNREFUSED");
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[{ waitMs: 5_000 }, gone], ["hang"]],
  });
  const heard: unknown[] = [];
  const subscription = informer.onError(({ source, key, error }) =>
    heard.push([source, key, (error as Error).message]),
  );
  informer.onError(() => {
    throw new Error("a bad listener");
  });
  informer.indexer.addIndex("bad", () => {
    throw new Error("no index");
  });
  informer.addHandler({ add: () => Promise.reject(new Error("no handler")) });
  const running = start();
  await clock.advance(5_000);
  expect(heard).toEqual([
    ["index", "shop/a", "no index"],
    ["handler", "shop/a", "no handler"],
    ["server", undefined, gone.message],
  ]);
  subscription[Symbol.dispose]();
  stop.abort();
  await running;
});

test("a kind that the server does not serve is waited for, and its state says so [informer/kind-absent]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [...Array.from({ length: 3 }, () => refusal("NotFound")), listOf("10", note("a", "7")), refusal("NotFound")],
    watches: [[{ waitMs: 60_000 }, refusal("NotFound")]],
  });
  const running = start();
  await clock.advance(1_000);
  expect([informer.state, informer.hasSynced]).toEqual(["absent", false]);
  await clock.advance(30_000);
  expect([informer.state, informer.hasSynced]).toEqual(["watching", true]);
  await clock.advance(60_000);
  expect([informer.state, informer.lister.list().length]).toEqual(["absent", 1]);
  stop.abort();
  await running;
});

test("a wait for the sync that is aborted rejects with the reason [informer/sync-wait-abortable]", async ({
  expect,
}) => {
  const { informer } = inform({ lists: [] });
  const give = new AbortController();
  const waiting = informer.waitForSync(give.signal);
  give.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

test("after an abort no timer, no listener and no watch is left [informer/abort-leaves-nothing]", async ({
  expect,
}) => {
  const { clock, source, stop, informer, start } = inform(
    { lists: [listOf("10", note("a", "7"))] },
    { resyncMs: 1_000 },
  );
  informer.addHandler(recorder().handler);
  const running = start();
  await clock.advance(2_500);
  informer.addHandler(recorder().handler).remove();
  stop.abort();
  await running;
  await clock.advance(0);
  expect(clock.pending).toBe(0);
  expect(source.openWatches).toBe(0);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test("a large collection leaves the event loop to others on the way [informer/yields-to-others]", async ({
  expect,
}) => {
  const objects = Array.from({ length: 5_000 }, (_, index) => note(`n${index}`, String(index + 1)));
  const { clock, stop, informer, start } = inform({ lists: [listOf("6000", ...objects)] });
  let heard = 0;
  informer.addHandler({ add: () => void (heard += 1) });
  const running = start();
  await clock.advance(0);
  const sizes = new Set([informer.indexer.size]);
  for (let turn = 0; turn < 20; turn += 1) {
    await clock.advance(0);
    sizes.add(informer.indexer.size);
  }
  expect(sizes.size).toBeGreaterThan(2);
  expect([informer.indexer.size, heard, informer.hasSynced]).toEqual([5_000, 5_000, true]);
  stop.abort();
  await running;
});

test("a handler that is added in a second run syncs, and the state is told right at each moment [informer/restart]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7")), listOf("20", note("a", "7"))],
  });
  const running = start();
  await clock.advance(0);
  stop.abort();
  expect(informer.state).toBe("stopped");
  await running;
  const again = new AbortController();
  const second = informer.run(again);
  const { calls, handler } = recorder();
  const registration = informer.addHandler(handler);
  await registration.waitForSync();
  expect([registration.hasSynced, calls[0]]).toEqual([true, "add a@7 initially"]);
  again.abort();
  await second;
});
