import { test } from "vitest";
import { inform, recorder } from "./informing.fixture.ts";
import { added, deleted, listOf, modified, note } from "./scripted-source.fixture.ts";

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
  await clock.advance(0);
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["a@11", "b@12"]);
  await clock.advance(1_000);
  expect(calls).toEqual(["add a@7 initially", "update a@7 a@11", "add b@12", "again a@11", "again b@12"]);
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
  await clock.advance(0);
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
