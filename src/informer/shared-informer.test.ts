import { getEventListeners } from "node:events";
import { test } from "vitest";
import { InvalidArgumentError } from "../async/index.ts";
import { createLogger } from "../observe/index.ts";
import { InformerError } from "./errors.ts";
import type { ResourceEventHandler } from "./resource-event-handler.ts";
import {
  added,
  connectionFailure,
  deleted,
  listOf,
  modified,
  note,
  Notes,
  refusal,
  scene,
} from "./scripted-source.fixture.ts";
import type { Note, Script } from "./scripted-source.fixture.ts";
import { SharedInformer } from "./shared-informer.ts";

function inform(script: Script, { resyncMs }: { resyncMs?: number } = {}) {
  const { clock, random, source, stop } = scene(script);
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push(line) });
  const informer = new SharedInformer(Notes, source, { clock, random, log, resyncMs });
  const start = (): Promise<void> => informer.run({ signal: stop.signal });
  return { clock, source, stop, informer, start, lines };
}

/** A handler that writes down its calls. */
function recorder(): { calls: string[]; handler: ResourceEventHandler<Note> } {
  const calls: string[] = [];
  const handler: ResourceEventHandler<Note> = {
    add: ({ text }, { isInitial }) => void calls.push(`add ${text}${isInitial ? " initially" : ""}`),
    update: (old, current) =>
      void calls.push(old === current ? `again ${current.text}` : `update ${old.text} ${current.text}`),
    delete: ({ text }, { isFinalStateUnknown }) => void calls.push(`delete ${text}${isFinalStateUnknown ? "?" : ""}`),
  };
  return { calls, handler };
}

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

test("a handler added while it runs hears of what is there as initial adds, and then of changes only [informer/late-handler]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[{ waitMs: 5_000 }, modified(note("a", "11")), "hang"]],
  });
  const running = start();
  await clock.advance(1_000);
  const { calls, handler } = recorder();
  const registration = informer.addHandler(handler);
  expect(registration.hasSynced).toBe(false);
  await registration.waitForSync();
  expect(calls).toEqual(["add a@7 initially", "add b@8 initially"]);
  await clock.advance(4_000);
  expect(calls.slice(2)).toEqual(["update a@7 a@11"]);
  stop.abort();
  await running;
});

test("a handler that was removed is not called again; one registered twice is called twice [informer/handler-removal]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[{ waitMs: 5_000 }, modified(note("a", "11")), "hang"]],
  });
  const { calls, handler } = recorder();
  const first = informer.addHandler(handler);
  using _second = informer.addHandler(handler);
  const early = informer.addHandler(handler);
  early.remove();
  await expect(early.waitForSync()).rejects.toSatisfy((error) => InformerError.is(error, "SETPOINT_INFORMER_STOPPED"));
  const running = start();
  await clock.advance(0);
  first.remove();
  first.remove();
  await clock.advance(5_000);
  expect(calls).toEqual(["add a@7 initially", "add a@7 initially", "update a@7 a@11"]);
  stop.abort();
  await running;
});

test("a handler may remove itself, and what waits for it is dropped [informer/handler-removal]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"), note("b", "8"))] });
  const calls: string[] = [];
  const registration = informer.addHandler({
    add: ({ metadata }) => {
      calls.push(metadata.name);
      registration.remove();
    },
  });
  const running = start();
  await clock.advance(0);
  expect(calls).toEqual(["a"]);
  stop.abort();
  await running;
});

test("what a handler gives is ignored, unless it is a promise [informer/handler-result]", async ({ expect }) => {
  const { clock, stop, informer, start, lines } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[modified(note("b", "11")), deleted(note("a", "12")), "hang"]],
  });
  const names = new Set<string>();
  informer.addHandler({
    add: ({ metadata }) => names.add(metadata.name),
    update: () => null,
    delete: ({ metadata }) => names.delete(metadata.name),
  });
  const running = start();
  await clock.advance(0);
  expect([...names]).toEqual(["b"]);
  expect(lines).toEqual([]);
  stop.abort();
  await running;
});

test("a handler that throws or rejects is reported with kind and key, and stops neither others nor itself [informer/handler-failure-contained]", async ({
  expect,
}) => {
  const { clock, stop, informer, start, lines } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[deleted(note("a", "11")), "hang"]],
  });
  const { calls, handler } = recorder();
  const throwing = informer.addHandler({
    add: () => {
      throw new Error("thrown");
    },
    delete: () => Promise.reject(new Error("rejected")),
  });
  informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  expect(calls).toEqual(["add a@7 initially", "add b@8 initially", "delete a@11"]);
  expect(throwing.hasSynced).toBe(true);
  const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ kind, key, event }) => [kind, key, event])).toEqual([
    ["Note", "shop/a", "add"],
    ["Note", "shop/b", "add"],
    ["Note", "shop/a", "delete"],
  ]);
  expect(lines[2]).toContain("rejected");
  stop.abort();
  await running;
});

test("a slow handler gets one call at a time, in order, and holds up nobody [informer/handler-slow-contained]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[modified(note("a", "11")), "hang"]],
  });
  const { calls, handler } = recorder();
  const slowCalls: string[] = [];
  const slow = informer.addHandler({
    add: async ({ text }) => {
      slowCalls.push(`begin ${text}`);
      await clock.sleep(1_000);
      slowCalls.push(`end ${text}`);
    },
    update: (_old, { text }) => void slowCalls.push(`update ${text}`),
  });
  const quick = informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  expect(calls).toEqual(["add a@7 initially", "add b@8 initially", "update a@7 a@11"]);
  expect([informer.hasSynced, quick.hasSynced, slow.hasSynced]).toEqual([true, true, false]);
  expect(slowCalls).toEqual(["begin a@7"]);
  await clock.advance(2_000);
  expect(slowCalls).toEqual(["begin a@7", "end a@7", "begin b@8", "end b@8", "update a@11"]);
  expect(slow.hasSynced).toBe(true);
  stop.abort();
  await running;
});

test("a handler that never ends does not keep the informer from stopping [informer/stop-waits-for-nobody]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"))] });
  const registration = informer.addHandler({ add: () => new Promise<void>(() => {}) });
  const running = start();
  await clock.advance(0);
  stop.abort();
  await running;
  await expect(registration.waitForSync()).rejects.toSatisfy((error) => InformerError.is(error));
  expect(informer.state).toBe("stopped");
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
