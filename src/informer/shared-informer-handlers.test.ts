import { test } from "vitest";
import { InformerError } from "./errors.ts";
import { filteredHandler } from "./filtered-handler.ts";
import { identityOf } from "./identity.ts";
import type { ResourceEventHandler } from "./resource-event-handler.ts";
import { deleted, listOf, modified, note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { inform, recorder } from "./informing.fixture.ts";

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

test("each call of a handler is told the key of the object, also through a filter [informer/handler-key]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[modified(note("a", "11")), deleted(note("b", "12")), "hang"]],
  });
  const heard: string[] = [];
  const handler: ResourceEventHandler<Note> = {
    add: (_object, { key }) => heard.push(`add ${key}`),
    update: (_old, _current, { key }) => heard.push(`update ${key}`),
    delete: (_object, { key }) => heard.push(`delete ${key}`),
  };
  informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  const { key } = identityOf(note("a", "7"));
  const other = identityOf(note("b", "8")).key;
  expect(heard).toEqual([`add ${key}`, `add ${other}`, `update ${key}`, `delete ${other}`]);
  heard.length = 0;
  const info = { key, isResync: false };
  const [seven, eight] = [note("a", "7"), note("a", "8")];
  const filtered = filteredHandler<Note>((object) => object === seven, handler);
  filtered.update?.(eight, seven, info);
  filtered.update?.(seven, eight, info);
  expect(heard).toEqual([`add ${key}`, `delete ${key}`]);
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

test("a handler may have a resync period of its own, and resyncs are told from updates [informer/handler-resync]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"))] }, { resyncMs: 60_000 });
  const [never, often] = [recorder(), recorder()];
  informer.addHandler(never.handler, { resyncMs: 0 });
  const running = start();
  await clock.advance(5_000);
  informer.addHandler(often.handler, { resyncMs: 20_000 });
  await clock.advance(60_000);
  expect(never.calls).toEqual(["add a@7 initially"]);
  expect(often.calls).toEqual(["add a@7 initially", "resync a@7", "resync a@7", "resync a@7"]);
  stop.abort();
  await running;
});

test("a call that a stop has left behind ends before the handler is called again [informer/handler-slow-contained]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8")), listOf("10", note("a", "7"), note("b", "8"))],
  });
  const first = Promise.withResolvers<void>();
  const names: string[] = [];
  const registration = informer.addHandler({
    add: ({ metadata }) => {
      names.push(metadata.name);
      return metadata.name === "a" ? first.promise : undefined;
    },
  });
  const running = start();
  await clock.advance(0);
  stop.abort();
  await running;
  const again = new AbortController();
  const second = informer.run(again);
  await clock.advance(0);
  expect([names, registration.hasSynced]).toEqual([["a"], false]);
  first.resolve();
  await registration.waitForSync();
  expect(names).toEqual(["a", "b"]);
  again.abort();
  await second;
});

test("who removes a handler can wait for the call under way [informer/handler-removal-waits]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"), note("b", "8"))] });
  const call = Promise.withResolvers<void>();
  const names: string[] = [];
  const registration = informer.addHandler({
    add: async ({ metadata }) => {
      await call.promise;
      names.push(metadata.name);
    },
  });
  const running = start();
  await clock.advance(0);
  registration.remove();
  call.resolve();
  await registration.ended;
  expect(names).toEqual(["a"]);
  const idle = informer.addHandler({});
  idle.remove();
  await idle.ended;
  stop.abort();
  await running;
});

test("a filtered handler hears of the wanted objects as if there were no others [informer/handler-filter]", async ({
  expect,
}) => {
  const red = { metadata: { labels: { colour: "red" } } };
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7", red), note("b", "8"))],
    watches: [
      [
        modified(note("b", "11", red)),
        modified(note("b", "12", red)),
        modified(note("a", "13")),
        modified(note("a", "14")),
        deleted(note("a", "15")),
        deleted(note("b", "16", red)),
        "hang",
      ],
    ],
  });
  const { calls, handler } = recorder();
  informer.addHandler(filteredHandler(({ metadata }) => metadata.labels?.["colour"] === "red", handler));
  const running = start();
  await clock.advance(0);
  expect(calls).toEqual(["add a@7 initially", "add b@11", "update b@11 b@12", "delete a@7", "delete b@16"]);
  stop.abort();
  await running;
});

test("a handler that removes itself in a call has ended when that call has, and nothing waits for it [informer/handler-removal-waits]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"), note("b", "8"))] });
  const call = Promise.withResolvers<void>();
  let hasEnded = false;
  const registration = informer.addHandler({
    add: () => {
      registration.remove();
      return call.promise;
    },
  });
  void registration.ended.then(() => (hasEnded = true));
  const running = start();
  await clock.advance(0);
  expect([hasEnded, registration.pending]).toEqual([false, 0]);
  call.resolve();
  await registration.ended;
  stop.abort();
  await running;
});
