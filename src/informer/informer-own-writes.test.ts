import { test } from "vitest";
import { inform, recorder } from "./informing.fixture.ts";
import { added, deleted, listOf, modified, note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

test("what an own write was answered with is in the cache before the server tells it, and is told once [informer/own-write-early]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"))],
    watches: [[{ waitMs: 1_000 }, modified(note("a", "11")), added(note("b", "12")), "hang"]],
  });
  const { calls, handler } = recorder();
  const running = start();
  await clock.advance(0);
  informer.addHandler(handler);
  informer.observe(note("a", "11"));
  informer.observe(note("b", "12"));
  informer.observe(note("a", "6"));
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["a@11", "b@12"]);
  await clock.advance(1_000);
  expect(calls).toEqual(["add a@7 initially", "update a@7 a@11", "add b@12"]);
  stop.abort();
  await running;
});

test("what an own delete removed is gone at once and ends once; found alive, it comes back [informer/own-delete-early]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7"), note("b", "8"))],
    watches: [[{ waitMs: 1_000 }, deleted(note("a", "11")), "hang"]],
  });
  const { calls, handler } = recorder();
  const running = start();
  await clock.advance(0);
  informer.addHandler(handler);
  informer.observeDeleted(note("a", "7"));
  informer.observeDeleted(note("b", "8"));
  expect(informer.lister.list()).toEqual([]);
  informer.observeAlive(note("b", "8"));
  await clock.advance(1_000);
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["b@8"]);
  expect(calls.slice(2)).toEqual(["delete a@7?", "delete b@8?", "add b@8"]);
  stop.abort();
  await running;
});

test("an own write outside of what the informer follows does not come in, and takes out what has left [informer/own-write-scope]", async ({
  expect,
}) => {
  const red = { labels: { colour: "red" } };
  const { clock, stop, informer, start } = inform(
    { lists: [listOf("10", note("a", "7", { metadata: red }))] },
    { scope: { namespace: "shop", labelSelector: "colour=red" } },
  );
  const running = start();
  await clock.advance(0);
  informer.observe(note("b", "11"));
  informer.observe(note("c", "12", { metadata: { ...red, namespace: "other" } }));
  informer.observe(note("d", "13", { metadata: red }));
  await clock.advance(0);
  expect(informer.indexer.keys()).toEqual(["shop/a", "shop/d"]);
  informer.observe(note("a", "14"));
  await clock.advance(0);
  expect(informer.indexer.keys()).toEqual(["shop/d"]);
  stop.abort();
  await running;
});

test("where only the server can tell what it follows, an own write changes what is known and adds nothing [informer/own-write-scope]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform(
    { lists: [listOf("10", note("a", "7"))] },
    { scope: { fieldSelector: "text!=x" } },
  );
  const running = start();
  await clock.advance(0);
  informer.observe(note("a", "11"));
  informer.observe(note("b", "12"));
  await clock.advance(0);
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["a@11"]);
  stop.abort();
  await running;
});

test("a late answer outside of what the informer follows does not take out what has come back since [informer/late-answer]", async ({
  expect,
}) => {
  const coloured = (version: string, colour: string): Note => note("a", version, { metadata: { labels: { colour } } });
  const { clock, stop, informer, start } = inform(
    {
      lists: [listOf("10", coloured("9", "red"))],
      watches: [[{ waitMs: 1_000 }, deleted(coloured("12", "blue")), "hang"]],
    },
    { scope: { labelSelector: "colour=red" } },
  );
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  informer.observe(coloured("5", "blue"));
  informer.observe(coloured("9", "blue"));
  await clock.advance(0);
  expect([calls, informer.indexer.keys()]).toEqual([["add a@9 initially"], ["shop/a"]]);
  informer.observe(coloured("12", "blue"));
  await clock.advance(1_000);
  expect([calls.slice(1), informer.indexer.keys()]).toEqual([["delete a@9?"], []]);
  stop.abort();
  await running;
});

test("while the informer does not run own writes are not kept: the next start lists [informer/own-write-stopped]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7")), listOf("30", note("a", "7"), note("b", "20"))],
  });
  informer.observe(note("early", "5"));
  const running = start();
  await clock.advance(0);
  stop.abort();
  informer.observe(note("a", "11"));
  informer.observe(note("stray", "12"));
  informer.observeDeleted(note("b", "20"));
  await running;
  const again = new AbortController();
  const second = informer.run(again);
  await clock.advance(0);
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["a@7", "b@20"]);
  again.abort();
  await second;
});

test("an own delete outside of what the informer follows hides nothing that enters it later [informer/own-write-scope]", async ({
  expect,
}) => {
  const red = { labels: { colour: "red" } };
  const { clock, stop, informer, start } = inform(
    { lists: [listOf("10")], watches: [[{ waitMs: 1_000 }, added(note("a", "11", { metadata: red })), "hang"]] },
    { scope: { labelSelector: "colour=red" } },
  );
  const running = start();
  await clock.advance(0);
  informer.observeDeleted(note("a", "12"));
  await clock.advance(1_000);
  expect(informer.indexer.keys()).toEqual(["shop/a"]);
  stop.abort();
  await running;
});

test("an answer without the last finalizer of what is being deleted is its end [informer/own-delete-early]", async ({
  expect,
}) => {
  const ending = { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 };
  const held = note("a", "7", { metadata: { ...ending, finalizers: ["example.dev/a"] } });
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", held, note("b", "8"), note("c", "9"))],
    watches: [[{ waitMs: 1_000 }, deleted(note("a", "11")), "hang"]],
  });
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(0);
  // Servers answer with the version that was, or with that of the deletion.
  informer.observe(note("a", "7", { metadata: ending }));
  // Its time is not over, or the kind has a way of its own to hold objects back.
  informer.observe(note("b", "12", { metadata: { ...ending, deletionGracePeriodSeconds: 30 } }));
  informer.observe(note("c", "13", { metadata: { ...ending, deletionGracePeriodSeconds: undefined } }));
  expect(informer.indexer.keys()).toEqual(["shop/b", "shop/c"]);
  await clock.advance(1_000);
  expect(calls.slice(3)).toEqual(["delete a@7?", "update b@8 b@12", "update c@9 c@13"]);
  stop.abort();
  await running;
});

test("an own write in the very moment of the stop does not keep it from stopping [informer/own-write-stopped]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10")] });
  const running = start();
  await clock.advance(0);
  informer.observe(note("a", "11"));
  stop.abort();
  await running;
  expect(informer.indexer.keys()).toEqual(["shop/a"]);
});
