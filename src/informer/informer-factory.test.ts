import { getEventListeners } from "node:events";
import { test } from "vitest";
import type { KubeObject, Resource } from "../model/index.ts";
import { InformerError } from "./errors.ts";
import { InformerFactory } from "./informer-factory.ts";
import type { ListWatch, ListWatchClient } from "./list-watch.ts";
import { listOf, note, Notes, scene, ScriptedSource } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

const Drafts: Resource<Note> = { ...Notes, kind: "Draft", plural: "drafts" };

/** A client of which each resource has its own script. */
function clientOf(sources: Readonly<Record<string, ListWatch<Note>>>): ListWatchClient {
  return {
    resource: <T extends KubeObject>({ plural }: Resource<T>) => sources[plural] as unknown as ListWatch<T>,
  };
}

test("one informer for each resource, whoever asks [informer/factory-shares]", ({ expect }) => {
  const { clock, source } = scene({ lists: [] });
  const factory = new InformerFactory(clientOf({ notes: source, drafts: source }), { clock });
  const informer = factory.informer(Notes);
  expect(factory.informer({ ...Notes })).toBe(informer);
  expect(factory.informer(Drafts)).not.toBe(informer);
  expect(factory.informer({ ...Notes, version: "v2" })).not.toBe(informer);
});

test("a read asks the server for nothing and starts nothing: what is followed was asked for and started by name [informer/reads-start-nothing]", async ({
  expect,
}) => {
  const { clock, random, source, stop } = scene({ lists: [listOf("10", note("a", "7"))] });
  const factory = new InformerFactory(clientOf({ notes: source }), { clock, random });
  const informer = factory.informer(Notes);
  const read = (): unknown => [informer.lister.list(), informer.lister.get("shop/a"), informer.indexer.keys()];
  expect([read(), informer.state, informer.hasSynced]).toEqual([[[], undefined, []], "idle", false]);
  await clock.advance(60_000);
  expect([read(), source.requests]).toEqual([[[], undefined, []], []]);
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  expect(informer.lister.list()).toHaveLength(1);
  await factory.close();
});

test("start starts what was asked for and does not run yet; the sync waits for those [informer/factory-start]", async ({
  expect,
}) => {
  const { clock, random, source, stop } = scene({ lists: [listOf("10", note("a", "7"))] });
  const second = new ScriptedSource(clock, { lists: [listOf("10")] });
  const factory = new InformerFactory(clientOf({ notes: source, drafts: second }), { clock, random });
  const notes = factory.informer(Notes);
  factory.start(stop.signal);
  factory.start(stop.signal);
  await factory.waitForCacheSync(stop.signal);
  expect(notes.lister.list()).toHaveLength(1);
  const drafts = factory.informer(Drafts);
  expect(drafts.state).toBe("idle");
  await factory.waitForCacheSync();
  const other = new AbortController();
  factory.start(other.signal);
  await factory.waitForCacheSync();
  expect([drafts.hasSynced, factory.unsynced]).toEqual([true, []]);
  other.abort();
  await clock.advance(0);
  expect([notes.state, drafts.state]).toEqual(["watching", "stopped"]);
  expect(source.requests).toEqual(["list", "watch 10"]);
  stop.abort();
  await factory.stopped;
  expect([notes.state, drafts.state]).toEqual(["stopped", "stopped"]);
});

test("waiting for the sync ends when the informers stop or the wait is aborted [informer/factory-sync-ends]", async ({
  expect,
}) => {
  const { clock, random, source, stop } = scene({ lists: [] });
  const factory = new InformerFactory(clientOf({ notes: source }), { clock, random });
  factory.informer(Notes);
  factory.start(stop.signal);
  expect(factory.unsynced).toEqual(["notes.example.dev"]);
  const give = new AbortController();
  const aborted = expect(factory.waitForCacheSync(give.signal)).rejects.toThrow("enough");
  const stopped = expect(factory.waitForCacheSync()).rejects.toSatisfy((error) => InformerError.is(error));
  await clock.advance(0);
  give.abort(new Error("enough"));
  await aborted;
  stop.abort();
  await stopped;
});

test("closing stops all informers and leaves nothing behind; then nothing starts [informer/factory-close]", async ({
  expect,
}) => {
  const { clock, random, source, stop } = scene({ lists: [listOf("10")] });
  const factory = new InformerFactory(clientOf({ notes: source }), { clock, random, resyncMs: 1_000 });
  {
    await using closing = factory;
    closing.informer(Notes);
    closing.start(stop.signal);
    await clock.advance(5_000);
  }
  await factory.close();
  await clock.advance(0);
  expect([clock.pending, source.openWatches]).toEqual([0, 0]);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  expect(() => factory.start(stop.signal)).toThrow(InformerError);
  for (const resource of [Notes, Drafts]) {
    expect(() => factory.informer(resource)).toThrow(
      expect.toSatisfy((error: unknown) => InformerError.is(error, "SETPOINT_INFORMER_STOPPED")),
    );
  }
});

test("closing tells who waits for an informer that was never started [informer/factory-close]", async ({ expect }) => {
  const { clock, source } = scene({ lists: [] });
  const factory = new InformerFactory(clientOf({ notes: source }), { clock });
  const informer = factory.informer(Notes);
  const waiting = expect(informer.waitForSync()).rejects.toSatisfy((error) =>
    InformerError.is(error, "SETPOINT_INFORMER_STOPPED"),
  );
  await factory.close();
  await waiting;
  expect([informer.state, source.requests]).toEqual(["stopped", []]);
});
