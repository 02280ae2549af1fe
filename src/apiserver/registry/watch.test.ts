import { test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import { parseFieldSelector, parseSelector } from "../../model/index.ts";
import { configMaps, openWithWidgets, RegistryFixture, Watched, widget, widgets } from "./registry.fixture.ts";

test("a watch without a version gives what there is and then every change [apiserver/watch-from-now]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { store } = fixture;
  for (const name of ["b", "a"]) await fixture.post(configMaps, { metadata: { name } });
  const base = store.revision;
  const watches = [fixture.watch(configMaps), fixture.watch(configMaps, { resourceVersion: "0" })];
  for (const watch of watches) expect(await watch.told()).toEqual([`ADDED a@${base}`, `ADDED b@${base - 1}`]);
  await fixture.patch(`${configMaps}/a`, { data: { x: "1" } });
  await fixture.delete(`${configMaps}/b`);
  for (const watch of watches) {
    expect((await watch.told()).slice(2)).toEqual([`MODIFIED a@${base + 1}`, `DELETED b@${base + 2}`]);
    await watch.stop();
  }
});

test("a watch from a version gives every change after it, together those that are there [apiserver/watch-from-version]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { resourceVersion } = await fixture.registry.list(fixture.target(configMaps), {});
  const base = fixture.store.revision;
  for (const name of ["a", "b"]) await fixture.post(configMaps, { metadata: { name } });
  await fixture.post("/api/v1/namespaces/kube-system/configmaps", { metadata: { name: "c" } });
  const watch = fixture.watch(configMaps, { resourceVersion });
  const everywhere = fixture.watch("/api/v1/configmaps", { resourceVersion: String(base + 1) });
  expect(await watch.told()).toEqual([`ADDED a@${base + 1}`, `ADDED b@${base + 2}`]);
  expect(watch.batches).toEqual([2]);
  expect(await everywhere.told()).toEqual([`ADDED b@${base + 2}`, `ADDED c@${base + 3}`]);
  await watch.stop();
  await everywhere.stop();
});

test("a version that is no longer kept gives one ERROR with 410 and ends [apiserver/watch-expired]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  for (const name of ["a", "b"]) await fixture.post(configMaps, { metadata: { name } });
  fixture.store.compact(fixture.store.revision - 1);
  const watch = fixture.watch(configMaps, { resourceVersion: "1" });
  expect(await watch.told()).toEqual(["ERROR 410"]);
  expect(watch.object(0)).toMatchObject({
    reason: "Expired",
    message: `too old resource version: 1 (${fixture.store.revision - 1})`,
  });
  expect(watch.isEnded).toBe(true);
});

test("an object that enters or leaves a selector is added or deleted for the watch [apiserver/watch-selector]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const base = fixture.store.revision;
  const watch = fixture.watch(configMaps, { labelSelector: parseSelector("app=x") });
  const label = (app: string | null): Promise<unknown> =>
    fixture.patch(`${configMaps}/a`, { metadata: { labels: { app } } });
  await fixture.post(configMaps, { metadata: { name: "a" } });
  await label("x");
  await fixture.patch(`${configMaps}/a`, { data: { k: "1" } });
  await label(null);
  await fixture.patch(`${configMaps}/a`, { data: { k: "2" } });
  await label("x");
  await fixture.delete(`${configMaps}/a`);
  expect(await watch.told()).toEqual([
    `ADDED a@${base + 2}`,
    `MODIFIED a@${base + 3}`,
    `DELETED a@${base + 4}`,
    `ADDED a@${base + 6}`,
    `DELETED a@${base + 7}`,
  ]);
  expect([watch.object(2).metadata.labels, watch.object(2)["data"]]).toEqual([{ app: "x" }, { k: "1" }]);
  await watch.stop();
});

test("a watch of one name sees no other object [apiserver/watch-selector]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const watch = fixture.watch(configMaps, { fieldSelector: parseFieldSelector("metadata.name=b") });
  for (const name of ["a", "b"]) await fixture.post(configMaps, { metadata: { name } });
  expect(await watch.told()).toEqual([`ADDED b@${fixture.store.revision}`]);
  await watch.stop();
});

test("the end of the initial events is marked by one bookmark, if bookmarks are allowed [apiserver/watch-initial-events]", async ({
  expect,
}) => {
  const fixture = await openWithWidgets();
  await fixture.post(widgets, widget({ name: "a" }));
  const now = fixture.store.revision;
  const options = { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" };
  const marked = fixture.watch(widgets, { ...options, allowBookmarks: true });
  const plain = fixture.watch(widgets, options);
  const empty = fixture.watch(configMaps, { ...options, resourceVersion: "1", allowBookmarks: true });
  const onlyNew = fixture.watch(widgets, { ...options, sendInitialEvents: false, resourceVersion: "0" });
  const tooNew = fixture.watch(widgets, { ...options, resourceVersion: String(now + 5) });
  expect(await marked.told()).toEqual([`ADDED a@${now}`, `BOOKMARK @${now}`]);
  expect(marked.object(1)).toEqual({
    kind: "Widget",
    apiVersion: "example.com/v1",
    metadata: { resourceVersion: String(now), annotations: { "k8s.io/initial-events-end": "true" } },
  });
  expect([await plain.told(), await empty.told(), await onlyNew.told(), await tooNew.told()]).toEqual([
    [`ADDED a@${now}`],
    [`BOOKMARK @${now}`],
    [],
    [],
  ]);
  await fixture.clock.advance(3_000);
  expect(await tooNew.told()).toEqual(["ERROR 504"]);
  await fixture.delete(`${widgets}/a`);
  for (const watch of [marked, plain, onlyNew]) expect((await watch.told()).at(-1)).toBe(`DELETED a@${now + 1}`);
  for (const watch of [marked, plain, empty, onlyNew]) await watch.stop();
});

test("watch options that contradict each other are refused before the watch begins [apiserver/watch-options]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const refused = [
    { resourceVersionMatch: "NotOlderThan" },
    { sendInitialEvents: true },
    { sendInitialEvents: false, resourceVersionMatch: "Exact" },
    { resourceVersion: "x" },
  ];
  const codes = refused.map((options) => {
    try {
      fixture.watch(configMaps, options);
      return 0;
    } catch (error) {
      return (error as { status: { code: number } }).status.code;
    }
  });
  expect(codes).toEqual([422, 422, 422, 500]);
});

test("a watch from a version that is not there yet is silent until it is [apiserver/watch-future]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const base = fixture.store.revision;
  const watch = fixture.watch(configMaps, { resourceVersion: String(base + 1), allowBookmarks: true });
  await fixture.clock.advance(180_000);
  expect(await watch.told()).toEqual([]);
  await fixture.post(configMaps, { metadata: { name: "a" } });
  await fixture.post(configMaps, { metadata: { name: "b" } });
  await fixture.clock.advance(60_000);
  expect(await watch.told()).toEqual([`ADDED b@${base + 2}`, `BOOKMARK @${base + 2}`]);
  await watch.stop();
});

test("bookmarks come each minute and shortly before the end, only if allowed, never behind an event [apiserver/watch-bookmarks]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const { clock, store } = fixture;
  const base = store.revision;
  const from = { resourceVersion: String(base), timeoutMs: 150_000 };
  const allowed = fixture.watch(configMaps, { ...from, allowBookmarks: true });
  const plain = fixture.watch(configMaps, from);
  await clock.advance(59_999);
  expect(await allowed.told()).toEqual([]);
  await clock.advance(1);
  await fixture.post("/api/v1/namespaces", { metadata: { name: "n" } });
  await clock.advance(60_000);
  await fixture.post(configMaps, { metadata: { name: "a" } });
  await clock.advance(28_000);
  expect(await allowed.told()).toEqual([
    `BOOKMARK @${base}`,
    `BOOKMARK @${base + 1}`,
    `ADDED a@${base + 2}`,
    `BOOKMARK @${base + 2}`,
  ]);
  expect(allowed.object(0)).toEqual({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { resourceVersion: String(base) },
  });
  expect([await plain.told(), allowed.isEnded, plain.isEnded]).toEqual([[`ADDED a@${base + 2}`], false, false]);
  await clock.advance(2_000);
  expect([(await allowed.told()).length, allowed.isEnded, plain.isEnded, clock.pending]).toEqual([4, true, true, 0]);
});

test("a watch without a time-out ends by itself after half an hour to an hour [apiserver/watch-timeout]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const watch = fixture.watch(configMaps);
  await fixture.clock.advance(1_799_000);
  expect(watch.isEnded).toBe(false);
  await fixture.clock.advance(1_801_000);
  expect([watch.isEnded, fixture.clock.pending]).toEqual([true, 0]);
});

test("a watch that is aborted, left early or outlived by its server leaves no timer [apiserver/watch-frees]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const aborted = fixture.watch(configMaps);
  const closed = fixture.watch(configMaps);
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const signal = new AbortController().signal;
  for await (const _frames of fixture.registry.watch(fixture.target(configMaps), {
    allowBookmarks: false,
    signal,
    resourceVersion: "1",
  }))
    break;
  await nextTurn();
  expect(fixture.clock.pending).toBe(2);
  await aborted.stop();
  expect(fixture.clock.pending).toBe(1);
  await fixture.registry.close();
  await closed.told();
  expect([closed.isEnded, fixture.clock.pending]).toEqual([true, 0]);
});

test("a watch whose reader never comes again leaves no timer when its server ends [apiserver/watch-frees]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const options = { allowBookmarks: true, signal: new AbortController().signal, resourceVersion: "1" };
  const frames = fixture.registry.watch(fixture.target(configMaps), options)[Symbol.asyncIterator]();
  expect((await frames.next()).value).toHaveLength(1);
  expect(fixture.clock.pending).toBe(1);
  await fixture.registry.close();
  expect(fixture.clock.pending).toBe(0);
});

test("a watch from now begins when it is asked for, not when it is first read [apiserver/watch-from-now]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  await fixture.post(configMaps, { metadata: { name: "a" } });
  const stop = new AbortController();
  const frames = fixture.registry.watch(fixture.target(configMaps), {
    allowBookmarks: false,
    sendInitialEvents: false,
    resourceVersionMatch: "NotOlderThan",
    signal: stop.signal,
  });
  await fixture.post(configMaps, { metadata: { name: "b" } });
  const watch = new Watched(frames, stop);
  expect(await watch.told()).toEqual([`ADDED b@${fixture.store.revision}`]);
  await watch.stop();
});

test("what there is comes in batches of a bounded size [apiserver/watch-batches]", async ({ expect }) => {
  const fixture = await RegistryFixture.open();
  const x = "x".repeat(100_000);
  for (let index = 0; index < 7; index++) {
    await fixture.post(configMaps, { metadata: { generateName: "large-" }, data: { x } });
  }
  const initial = fixture.watch(configMaps, { allowBookmarks: true });
  expect(await initial.told()).toHaveLength(8);
  expect(initial.batches).toEqual([3, 3, 2]);
  await initial.stop();
  const later = fixture.watch(configMaps, { resourceVersion: "1" });
  expect(await later.told()).toHaveLength(7);
  expect(later.batches).toEqual([2, 2, 2, 1]);
  await later.stop();
});
