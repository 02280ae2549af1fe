import { getEventListeners } from "node:events";
import { test } from "vitest";
import { InvalidArgumentError } from "../async/index.ts";
import { InformerError } from "./errors.ts";
import { added, connectionFailure, deleted, listOf, modified, note, refusal } from "./scripted-source.fixture.ts";
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

test("an object recreated while the server was away is told as delete and add, one that vanished as delete [informer/relist-tells-life-cycle]", async ({
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
  expect(calls.slice(2)).toEqual(["delete a@7?", "add a@40", "add c@41", "delete b@8?"]);
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
  expect(calls.slice(1)).toEqual(["again a@7", "again a@7"]);
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

test("it runs once, and takes no handler after its end [informer/runs-once]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({ lists: [] });
  const running = start();
  await expect(start()).rejects.toSatisfy((error) => InformerError.is(error, "SETPOINT_INFORMER_STARTED"));
  const waiting = informer.waitForSync();
  const refused = expect(waiting).rejects.toSatisfy((error) => InformerError.is(error, "SETPOINT_INFORMER_STOPPED"));
  await clock.advance(0);
  stop.abort();
  await running;
  await refused;
  await expect(start()).rejects.toSatisfy((error) => InformerError.is(error, "SETPOINT_INFORMER_STARTED"));
  expect(() => informer.addHandler({})).toThrow(InformerError);
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
