import { getEventListeners } from "node:events";
import { test } from "vitest";
import { inform } from "./informing.fixture.ts";
import type { Change } from "./resource-event-handler.ts";
import { deleted, listOf, modified, note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

function line(change: Change<Note>): string {
  const { type, key, object } = change;
  return `${type} ${key} ${object.text}`;
}

test("the changes are a stream: what is there first, then each change, until the informer stops [informer/changes-stream]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[{ waitMs: 1_000 }, modified(note("a", "11")), deleted(note("b", "12")), "hang"]],
  });
  const running = start();
  await clock.advance(0);
  const lines: string[] = [];
  const reading = (async () => {
    for await (const change of informer.changes()) lines.push(line(change));
  })();
  await clock.advance(1_000);
  expect(lines).toEqual(["add shop/a a@7", "add shop/b b@8", "update shop/a a@11", "delete shop/b b@12"]);
  stop.abort();
  await running;
  await reading;
});

test("a reader of changes leaves by its signal, quietly, or by leaving the loop, and nothing is left of it [informer/changes-leave]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"))] });
  const running = start();
  await clock.advance(0);
  const leave = new AbortController();
  const lines: string[] = [];
  const reading = (async () => {
    for await (const change of informer.changes(leave)) lines.push(line(change));
  })();
  await clock.advance(0);
  leave.abort();
  await reading;
  expect(getEventListeners(leave.signal, "abort")).toEqual([]);
  for await (const change of informer.changes()) {
    lines.push(line(change));
    break;
  }
  expect(lines).toEqual(["add shop/a a@7", "add shop/a a@7"]);
  stop.abort();
  await running;
});

test("a reader of changes that is slow misses no end state and holds up nobody [informer/changes-behind]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[{ waitMs: 1_000 }, ...["11", "12", "13"].map((version) => modified(note("a", version))), "hang"]],
  });
  const running = start();
  await clock.advance(0);
  const changes = informer.changes({ maxPending: 0 });
  expect((await changes.next()).value?.type).toBe("add");
  await clock.advance(1_000);
  expect(informer.lister.get("shop/a")?.text).toBe("a@13");
  const next = await changes.next();
  expect(next.value && line(next.value)).toBe("update shop/a a@13");
  await changes.return();
  stop.abort();
  await running;
});

test("the changes of a stopped informer are what is there, and end [informer/waits-end]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"))] });
  const running = start();
  await clock.advance(0);
  stop.abort();
  await running;
  const lines: string[] = [];
  for await (const change of informer.changes()) lines.push(line(change));
  expect(lines).toEqual(["add shop/a a@7"]);
});
