import { expectTypeOf, test } from "vitest";
import { isNotFound, isProjected, parseSelector } from "../model/index.ts";
import { MetricsRegistry } from "../observe/index.ts";
import { Informer } from "./informer.ts";
import { inform, recorder } from "./informing.fixture.ts";
import { keepPaths } from "./projection.ts";
import { listOf, modified, note, Notes, scene } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { SharedInformer } from "./shared-informer.ts";

test("what a lister is required to have and does not is a NotFound, as a client's [informer/lister-not-found]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({ lists: [listOf("10", note("a", "7"))] });
  const running = start();
  await clock.advance(0);
  const { lister } = informer;
  expect(lister.require("shop/a")).toBe(lister.get({ namespace: "shop", name: "a" }));
  expect(lister.namespace("shop").require("a").text).toBe("a@7");
  const missing = [() => lister.require("shop/b"), () => lister.namespace("shop").require("b")];
  for (const read of [...missing, () => informer.metadata.require("shop/b")]) {
    expect(read).toThrow(expect.toSatisfy(isNotFound));
    expect(read).toThrow('notes "shop/b" not found');
  }
  stop.abort();
  await running;
});

test("metadata is a view of the same objects, with a type of its own [informer/metadata-view]", async ({ expect }) => {
  const { clock, stop, informer, start } = inform({
    lists: [listOf("10", note("a", "7", { metadata: { labels: { colour: "red" } } }), note("b", "8"))],
  });
  const running = start();
  await clock.advance(0);
  const part = informer.metadata.require("shop/a");
  expect(part.metadata.labels).toEqual({ colour: "red" });
  expect([Object.keys(part).includes("text"), isProjected(part)]).toEqual([false, true]);
  expect(informer.metadata.get("shop/a")).toBe(part);
  expect(informer.metadata.get("shop/c")).toBeUndefined();
  expect(informer.metadata.list({ selector: parseSelector("colour=red") })).toEqual([part]);
  stop.abort();
  await running;
});

test("an informer may keep only a part of each object, and its type says which [informer/projecting]", async ({
  expect,
}) => {
  interface Letter extends Note {
    readonly spec?: { readonly to: string; readonly body: string } | undefined;
  }
  const { clock, random, source, stop } = scene({
    lists: [listOf("10", { ...note("a", "7"), spec: { to: "me", body: "long" } } as Letter)],
  });
  const options = { clock, random, project: keepPaths<Letter, "spec.to">(Notes, ["spec.to"]) };
  const informer = SharedInformer.projecting<Letter, ReturnType<typeof options.project>>(Notes, source, options);
  const running = informer.run(stop);
  await clock.advance(0);
  const object = informer.lister.require("shop/a");
  expectTypeOf(object).not.toHaveProperty("text");
  expect(object.spec).toEqual({ to: "me" });
  expect(Object.keys(object)).not.toContain("text");
  stop.abort();
  await running;
});

test("a projection that fails is told, and the object is kept whole [informer/projection-failure-contained]", async ({
  expect,
}) => {
  const failures: unknown[] = [];
  const { clock, stop, informer, start } = inform(
    { lists: [listOf("10", note("a", "7"))] },
    {
      onError: ({ source, key }) => failures.push([source, key]),
      project: () => {
        throw new Error("no");
      },
    },
  );
  const running = start();
  await clock.advance(0);
  expect([informer.lister.get("shop/a")?.text, failures]).toEqual(["a@7", [["projection", "shop/a"]]]);
  stop.abort();
  await running;
});

test("what a bound has let go of is read again when it is asked for, and is told as the same object [informer/bounded]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform(
    {
      lists: [listOf("10", note("a", "7"), note("b", "8"))],
      watches: [[{ waitMs: 1_000 }, modified(note("a", "11")), "hang"]],
    },
    { bound: { maxObjects: 1, reread: async (key) => note(key.slice("shop/".length), "7") } },
  );
  const running = start();
  await clock.advance(0);
  expect(informer.lister.get("shop/a")).toBeUndefined();
  expect((await informer.read({ namespace: "shop", name: "a" }))?.text).toBe("a@7");
  expect(await informer.read("shop/c")).toBeUndefined();
  await informer.read("shop/b");
  const { calls, handler } = recorder();
  informer.addHandler({ ...handler, add: () => {} });
  await clock.advance(1_000);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatch(/^update/);
  stop.abort();
  await running;
});

test("an informer of one's own has one handler, and has synced when that has heard all [informer/unshared]", async ({
  expect,
}) => {
  const { clock, random, source, stop } = scene({
    lists: [listOf("10", note("a", "7")), listOf("10", note("a", "7"))],
  });
  const { calls, handler } = recorder();
  const informer = new Informer(Notes, source, { clock, random, handler, resyncMs: 1_000 });
  expect([informer.state, informer.hasSynced]).toEqual(["idle", false]);
  const running = informer.run(stop);
  await informer.waitForSync();
  await clock.advance(1_000);
  expect([calls, informer.state, informer.lastError]).toEqual([
    ["add a@7 initially", "resync a@7"],
    "watching",
    undefined,
  ]);
  expect([informer.lister.list().length, informer.indexer.size]).toEqual([1, 1]);
  stop.abort();
  await running;
  expect(informer.state).toBe("stopped");
});

test("sizes, changes and failures are counted, and those of several informers of a resource add up [informer/metrics]", async ({
  expect,
}) => {
  const metrics = new MetricsRegistry();
  const one = inform(
    { lists: [listOf("10", note("a", "7"))], watches: [[modified(note("a", "11")), "hang"]] },
    { metrics },
  );
  const two = inform({ lists: [listOf("10", note("a", "7"), note("b", "8"))] }, { metrics });
  one.informer.addHandler({ add: () => Promise.reject(new Error("no")) });
  const running = [one.start(), two.start()];
  await one.clock.advance(0);
  await two.clock.advance(0);
  const name = 'name="notes.example.dev"';
  const shown = [
    `informer_objects{${name}} 3`,
    `informer_queued_keys{${name}} 0`,
    `informer_pending_calls{${name}} 0`,
    `informer_changes_total{${name},type="add"} 3`,
    `informer_changes_total{${name},type="update"} 1`,
    `informer_changes_total{${name},type="delete"} 0`,
    `informer_failures_total{${name},source="handler"} 1`,
    `informer_merged_changes_total{${name}} 0`,
  ];
  const lines = metrics.text().split("\n");
  for (const line of shown) expect(lines).toContain(line);
  two.stop.abort();
  await running[1];
  expect(metrics.text()).toContain(`informer_objects{${name}} 1\n`);
  one.stop.abort();
  await running[0];
});

test("what is read again is kept as what was told: projected and read-only [informer/bounded-reads-projected]", async ({
  expect,
}) => {
  const server = (name: string): Note => note(name, "7", { metadata: { managedFields: [{ manager: "kubectl" }] } });
  const list = listOf("10", server("a"), server("b"));
  const reread = (): Promise<Note> => Promise.resolve(server("a"));
  const { clock, stop, informer, start } = inform({ lists: [list] }, { bound: { maxObjects: 1, reread } });
  const running = start();
  await clock.advance(0);
  const read = await informer.read("shop/a");
  expect([read?.text, read?.metadata.managedFields]).toEqual(["a@7", undefined]);
  expect(() => Object.assign(read?.metadata ?? {}, { name: "x" })).toThrow(TypeError);
  expect(informer.lister.get("shop/a")).toBe(read);
  stop.abort();
  await running;
});
