import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import { everything, isNotFound, parseSelector } from "../model/index.ts";
import { InformerError } from "./errors.ts";
import { MetricsRegistry } from "../observe/index.ts";
import { InformerFactory } from "./informer-factory.ts";
import type { InformerClient } from "./informer-factory.ts";
import type { RequestTweak } from "./informer-scope.ts";
import { recorder } from "./informing.fixture.ts";
import type { ListWatch } from "./list-watch.ts";
import { metadataOf } from "./projection.ts";
import { added, deleted, listOf, note, Notes, ScriptedSource } from "./scripted-source.fixture.ts";
import type { Note, WatchStep } from "./scripted-source.fixture.ts";

const Houses: Resource<Note> = { ...Notes, kind: "House", plural: "houses", scope: "Cluster" };

const inNamespace = (namespace: string, name: string, version: string): Note =>
  note(name, version, { uid: `uid-${namespace}-${name}`, metadata: { namespace } });

/** A client in which each namespace has one note, `n`, and then the given changes; everywhere is the namespace "". */
function world(changes: Readonly<Record<string, readonly WatchStep[]>> = {}) {
  const clock = new VirtualClock();
  const sources = new Map<string, ScriptedSource>();
  const sourceOf = (namespace: string): ScriptedSource => {
    const script = [...(changes[namespace] ?? []), "hang"] as const;
    const lists = Array.from({ length: 3 }, () => listOf("10", inNamespace(namespace, "n", "7")));
    const source = sources.get(namespace) ?? new ScriptedSource(clock, { lists, watches: [script] });
    sources.set(namespace, source);
    return source;
  };
  const client: InformerClient = {
    resource: <T extends KubeObject>(_resource: Resource<T>, { namespace = "" } = {}) =>
      sourceOf(namespace) as unknown as ListWatch<T>,
  };
  return { clock, random: seededRandom(1), stop: new AbortController(), sources, client };
}

test("what is asked for decides which informer it is: resource, namespace, selectors, tweak and projection [informer/factory-scope]", ({
  expect,
}) => {
  const { client, clock } = world();
  const factory = new InformerFactory(client, { clock });
  const tweak: RequestTweak = {};
  const requests = [
    {},
    { namespace: "shop" },
    { labelSelector: "a=b" },
    { fieldSelector: "metadata.name=a" },
    { tweak },
    { tweak: {} },
    { project: (object: Note) => object },
  ];
  const informers = requests.map((request) => factory.informer(Notes, request));
  expect(new Set(informers).size).toBe(requests.length);
  expect(requests.map((request) => factory.informer({ ...Notes }, request))).toEqual(informers);
  expect(factory.informer(Notes, { labelSelector: parseSelector("a=b") })).toBe(informers[2]);
  const dynamic: Resource = { ...Notes } as Resource;
  expect(factory.informer(dynamic)).toBe(informers[0]);
});

test("selectors, and then the tweak, are on each list and watch; what a request says counts before the factory's [informer/factory-scope]", async ({
  expect,
}) => {
  const { client, clock, random, sources, stop } = world();
  const tweak: RequestTweak = {
    list: (request) => ({ ...request, limit: 7 }),
    watch: (request) => ({ ...request, timeoutSeconds: 42 }),
  };
  const scope = { namespace: "shop", labelSelector: "a=b" };
  const factory = new InformerFactory(client, { clock, random, scope, tweak });
  factory.informer(Notes);
  factory.informer(Notes, { namespace: "other", labelSelector: "c=d", tweak: undefined });
  factory.start(stop.signal);
  await clock.advance(0);
  const [shop, other] = [sources.get("shop"), sources.get("other")];
  expect(shop?.listRequests[0]).toMatchObject({ labelSelector: "a=b", limit: 7 });
  expect(shop?.watchRequests[0]).toMatchObject({ labelSelector: "a=b", timeoutSeconds: 42 });
  expect(other?.listRequests[0]).toMatchObject({ labelSelector: "c=d", limit: 500 });
  await factory.close();
});

test("of each namespace it is told when the server was last heard of [informer/reflector-metrics]", async ({
  expect,
}) => {
  const { client, clock, random, stop } = world({ a: [{ waitMs: 2_000 }, added(inNamespace("a", "m", "11"))] });
  const metrics = new MetricsRegistry();
  const factory = new InformerFactory(client, { clock, random, metrics, namespaces: ["a", "b"] });
  factory.informer(Notes);
  factory.informer(Notes, { namespace: "c" });
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  await clock.advance(5_000);
  const ages = metrics.text().match(/^reflector_last_heard_seconds.*$/gm);
  const age = (namespace: string, seconds: number): string =>
    `reflector_last_heard_seconds{name="notes.example.dev",namespace="${namespace}"} ${seconds}`;
  expect(ages).toEqual([age("a", 3), age("b", 5), age("c", 5)]);
  factory.removeNamespace("b");
  await clock.advance(0);
  expect(metrics.text()).not.toContain('namespace="b"');
  await factory.close();
});

test("a factory of some namespaces follows each by itself, in one cache; kinds without namespaces as they are [informer/namespaces]", async ({
  expect,
}) => {
  const { client, clock, random, sources, stop } = world({
    a: [{ waitMs: 1_000 }, added(inNamespace("a", "m", "11"))],
  });
  const factory = new InformerFactory(client, { clock, random, namespaces: ["a", "b"] });
  const notes = factory.informer(Notes);
  factory.informer(Houses);
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  await clock.advance(1_000);
  expect(notes.indexer.keys()).toEqual(["a/n", "b/n", "a/m"]);
  expect([notes.namespaces, notes.state, notes.lastError]).toEqual([["a", "b"], "watching", undefined]);
  expect([...sources.keys()].sort()).toEqual(["", "a", "b"]);
  expect(factory.informer(Notes, { namespace: "c" }).namespaces).toEqual([]);
  await factory.close();
});

test("a namespace may be added while it runs, and removed: then its objects end, once [informer/namespaces-change]", async ({
  expect,
}) => {
  const late: WatchStep[] = [{ waitMs: 1_000 }, deleted(inNamespace("a", "n", "11"))];
  const { client, clock, random, sources, stop } = world({ a: late });
  const factory = new InformerFactory(client, { clock, random, namespaces: ["a"] });
  const { calls, handler } = recorder();
  const informer = factory.informer(Notes);
  informer.addHandler(handler);
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  const syncing = factory.addNamespace("b");
  expect(syncing.hasSynced).toBe(false);
  await syncing.waitForSync();
  expect([syncing.hasSynced, informer.indexer.keys()]).toEqual([true, ["a/n", "b/n"]]);
  expect(factory.removeNamespace("a")).toBe(true);
  expect(factory.removeNamespace("a")).toBe(false);
  expect(informer.indexer.keys()).toEqual(["b/n"]);
  await clock.advance(2_000);
  expect(calls).toEqual(["add n@7 initially", "add n@7 initially", "delete n@7?"]);
  expect([sources.get("a")?.openWatches, sources.get("b")?.openWatches]).toEqual([0, 1]);
  expect(factory.informer(Notes, { labelSelector: "x=y" }).namespaces).toEqual(["b"]);
  await factory.close();
  expect(clock.pending).toBe(0);
});

test("a namespace that is left before its list came is not waited for; one that is followed is not added again [informer/namespaces-change]", async ({
  expect,
}) => {
  const { client, clock, random, stop } = world();
  const factory = new InformerFactory(client, { clock, random, namespaces: ["a"] });
  const informer = factory.informer(Notes);
  const waiting = factory.addNamespace("b").waitForSync();
  const refused = expect(waiting).rejects.toSatisfy((error) => InformerError.is(error, "SETPOINT_INFORMER_STOPPED"));
  factory.removeNamespace("b");
  await refused;
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  const isRefused = expect.toSatisfy((error: unknown) => InformerError.is(error, "SETPOINT_INFORMER_NAMESPACE"));
  expect(() => informer.addNamespace("a")).toThrow(isRefused);
  const whole = new InformerFactory(client, { clock, random });
  expect(() => whole.addNamespace("a")).toThrow(isRefused);
  expect(() => whole.informer(Notes).addNamespace("a")).toThrow(isRefused);
  expect(whole.informer(Notes).removeNamespace("a")).toBe(false);
  await factory.close();
});

test("what has stopped is started again by the next start; what is removed is forgotten [informer/factory-restart]", async ({
  expect,
}) => {
  const { client, clock, random, sources, stop } = world();
  await using factory = new InformerFactory(client, { clock, random });
  const informer = factory.informer(Notes);
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  stop.abort();
  await factory.stopped;
  const again = new AbortController();
  factory.start(again.signal);
  await clock.advance(0);
  expect(informer.state).toBe("watching");
  expect(await factory.remove(Notes)).toBe(true);
  expect(await factory.remove(Notes)).toBe(false);
  expect([informer.state, sources.get("")?.openWatches]).toEqual(["stopped", 0]);
  expect(factory.informer(Notes)).not.toBe(informer);
});

test("a projection has its own informer with its own type [informer/factory-scope]", async ({ expect }) => {
  const { client, clock, random, stop } = world();
  await using factory = new InformerFactory(client, { clock, random });
  const informer = factory.informer(Notes, { project: metadataOf<Note> });
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  expect(Object.keys(informer.lister.list()[0] ?? {})).toEqual(["apiVersion", "kind", "metadata"]);
});

test("a kind without namespaces is followed whole, whatever namespace the factory or the request names [informer/factory-cluster-scope]", async ({
  expect,
}) => {
  const { client, clock, random, sources, stop } = world();
  await using factory = new InformerFactory(client, { clock, random, scope: { namespace: "shop" } });
  const informer = factory.informer(Houses);
  expect(factory.informer(Houses, { namespace: "other" })).toBe(informer);
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  expect([...sources.keys()]).toEqual([""]);
  informer.observe(note("mine", "11", { metadata: { namespace: undefined } }));
  await clock.advance(0);
  expect(informer.indexer.keys()).toContain("mine");
});

test("a namespace that is added twice has synced when its list came, not before [informer/namespaces-change]", async ({
  expect,
}) => {
  const { client, clock, random, stop } = world();
  await using factory = new InformerFactory(client, { clock, random, namespaces: ["a"] });
  factory.informer(Notes);
  const syncing = factory.addNamespace("a");
  expect(syncing.hasSynced).toBe(false);
  factory.start(stop.signal);
  await syncing.waitForSync();
  expect(syncing.hasSynced).toBe(true);
});

test("an informer that left its last namespace before the start has not synced [informer/namespaces-change]", async ({
  expect,
}) => {
  const { client, clock, random, stop } = world();
  await using factory = new InformerFactory(client, { clock, random, namespaces: ["a"] });
  const informer = factory.informer(Notes);
  factory.removeNamespace("a");
  factory.addNamespace("b");
  expect([informer.state, informer.hasSynced]).toEqual(["idle", false]);
  factory.start(stop.signal);
  await informer.waitForSync();
  expect(informer.indexer.keys()).toEqual(["b/n"]);
});

test("who waits for an informer that is removed before it ran, or for a namespace of a stopped one, is told [informer/waits-end]", async ({
  expect,
}) => {
  const { client, clock, random, stop } = world();
  await using factory = new InformerFactory(client, { clock, random, namespaces: ["a"] });
  const isStopped = (error: unknown): boolean => InformerError.is(error, "SETPOINT_INFORMER_STOPPED");
  const removed = expect(factory.informer(Notes).waitForSync()).rejects.toSatisfy(isStopped);
  expect(await factory.remove(Notes)).toBe(true);
  await removed;
  const informer = factory.informer(Notes);
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  stop.abort();
  await factory.stopped;
  await expect(informer.addNamespace("b").waitForSync()).rejects.toSatisfy(isStopped);
});

test("who asks for everything gets it, whatever the factory's selector [informer/factory-scope]", async ({
  expect,
}) => {
  const { client, clock, random, sources, stop } = world();
  const scope = { labelSelector: "a=b", fieldSelector: "metadata.name=x" };
  const factory = new InformerFactory(client, { clock, random, scope });
  const informer = factory.informer(Notes, { labelSelector: everything(), fieldSelector: undefined });
  expect(factory.informer(Notes)).not.toBe(informer);
  await factory.remove(Notes);
  factory.start(stop.signal);
  await clock.advance(0);
  const requests = [sources.get("")?.listRequests[0], sources.get("")?.watchRequests[0]];
  for (const request of requests) {
    expect(request).toBeDefined();
    const { labelSelector, fieldSelector } = request as { labelSelector?: unknown; fieldSelector?: unknown };
    expect([String(labelSelector), fieldSelector]).toEqual(["", undefined]);
  }
  await factory.close();
});

test("of a namespace that is not followed a lister knows nothing, and says so [informer/namespace-not-followed]", async ({
  expect,
}) => {
  const { client, clock, random, stop } = world();
  const factory = new InformerFactory(client, { clock, random, namespaces: ["a", "b"] });
  const some = factory.informer(Notes).lister;
  const one = factory.informer(Notes, { namespace: "c" }).lister;
  const whole = new InformerFactory(client, { clock, random }).informer(Notes).lister;
  factory.start(stop.signal);
  await factory.waitForCacheSync();
  expect([some.namespace("a").list().length, one.namespace("c").list().length]).toEqual([1, 1]);
  const failureOf = (read: () => unknown): unknown => {
    try {
      return read();
    } catch (error) {
      return isNotFound(error) ? "NotFound" : InformerError.is(error, "SETPOINT_INFORMER_NAMESPACE");
    }
  };
  const reads = [
    () => some.namespace("c").list(),
    () => some.require("c/n"),
    () => one.list({ namespace: "a" }),
    () => one.namespace("a").require("n"),
  ];
  expect(reads.map(failureOf)).toEqual([true, true, true, true]);
  expect([failureOf(() => some.require("a/x")), failureOf(() => whole.require("d/x"))]).toEqual([
    "NotFound",
    "NotFound",
  ]);
  expect([some.get("c/n"), whole.namespace("d").list()]).toEqual([undefined, []]);
  factory.addNamespace("c");
  expect(some.namespace("c").list()).toEqual([]);
  factory.removeNamespace("a");
  expect(failureOf(() => some.namespace("a").list())).toBe(true);
  await factory.close();
});
