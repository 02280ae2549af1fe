import { describe, test } from "vitest";
import type { ServerRequest } from "../../src/apiserver/index.ts";
import { InformerScene } from "./informer-scene.fixture.ts";

const seeds: readonly number[] = [1, 2, 3];
const minute = 60_000;
const isWatch = ({ path }: ServerRequest): boolean => path.includes("watch=");
const isList = ({ method, path }: ServerRequest): boolean =>
  method === "GET" && (path.includes("sendInitialEvents") || !path.includes("watch="));

/** What each refusal leads to: 410 to a list, 429 to none, and after others only a list is certain. */
const refusals = [
  { reason: "Expired", lists: 1 },
  { reason: "Gone", lists: 1 },
  { reason: "TooManyRequests", lists: 0 },
  { reason: "InternalError", lists: 1 },
  { reason: "Timeout", lists: 1 },
] as const;

describe.for(seeds)("a server that refuses, seed %i", (seed) => {
  for (const { reason, lists } of refusals) {
    test(`${reason} inside a watch leads to ${lists === 0 ? "no" : "a"} list, and is told [informer/fault-error-event]`, async ({
      expect,
    }) => {
      await using scene = await InformerScene.start({ seed, names: ["a"] });
      await scene.pass(minute);
      const before = scene.count("stream", "list");
      expect(scene.server.faults.dropWatches({ how: { reason } })).toBe(1);
      await scene.maps.create({ metadata: { name: "late" } });
      await scene.settle();
      expect(scene.count("stream", "list") - before).toBe(lists);
      expect(scene.metric("reflector_failures_total", `"${reason}"`)).toBe(1);
      expect(scene.failures).toMatchObject([{ source: "server", error: { reason } }]);
    });

    test(`${reason} as the answer to a watch leads to ${lists === 0 ? "no" : "a"} list, after waits that grow [informer/fault-refused-watch]`, async ({
      expect,
    }) => {
      await using scene = await InformerScene.start({ seed, names: ["a"] });
      await scene.pass(minute);
      const before = scene.count("stream", "list");
      const match = (request: ServerRequest): boolean => isWatch(request) && !isList(request);
      const refused = scene.server.faults.inject({ match, times: 1, refuse: { reason } });
      expect(scene.server.faults.dropWatches()).toBe(1);
      await scene.maps.create({ metadata: { name: "late" } });
      await scene.settle();
      expect(refused.fired).toBe(1);
      expect(scene.count("stream", "list") - before).toBe(lists);
      expect(scene.metric("reflector_failures_total", `"${reason}"`)).toBe(1);
    });
  }

  for (const streamingLists of ["on", "off"] as const) {
    test(`a first list that fails one to five times (streamed: ${streamingLists}) is tried again after jittered waits that grow [informer/fault-first-list]`, async ({
      expect,
    }) => {
      for (let times = 1; times <= 5; times += 1) {
        await using scene = await InformerScene.open({ seed: seed * 10 + times, names: ["a", "b"], streamingLists });
        const failing = scene.server.faults.inject({ match: isList, times, refuse: { reason: "InternalError" } });
        scene.begin();
        while (failing.fired < times) {
          expect([scene.informer.hasSynced, scene.informer.lister.list(), scene.witness.told]).toEqual([false, [], []]);
          await scene.pass(100);
        }
        await scene.settle();
        const gaps = gapsOf(scene.asked.map(({ atMs }) => atMs)).slice(0, times);
        for (const [index, gap] of gaps.entries()) {
          expect(gap).toBeGreaterThanOrEqual(800 * 2 ** index);
          expect(gap).toBeLessThanOrEqual(1_600 * 2 ** index + 100);
        }
        expect(new Set(gaps.map((gap, index) => gap / 2 ** index)).size, "no two waits are alike").toBe(gaps.length);
        expect(scene.metric("reflector_failures_total", '"InternalError"')).toBe(times);
      }
    });
  }
});

test("who comes back after an outage of ten minutes has asked ever less often, and does not list [informer/fault-outage]", async ({
  expect,
}) => {
  const waits = new Set<string>();
  for (const seed of seeds) {
    await using scene = await InformerScene.start({ seed, names: ["a"] });
    await scene.pass(2 * minute);
    scene.faults.loseRequests({ methods: ["GET"], count: Infinity });
    expect(scene.faults.killWatches()).toBe(1);
    const before = scene.asked.length;
    await scene.pass(10 * minute);
    const asked = scene.asked.slice(before).map(({ atMs }) => atMs);
    expect(scene.faults.counts.lostRequests).toBe(asked.length);
    expect(asked.length).toBeLessThan(60);
    expect(
      scene.informer.lister.list().map(({ metadata }) => metadata.name),
      "the cache stays",
    ).toEqual(["a"]);
    waits.add(gapsOf(asked).join());
    scene.faults.clear();
    await scene.maps.create({ metadata: { name: "late" } });
    await scene.pass(minute);
    await scene.settle();
    expect(scene.count("stream", "list")).toBe(1);
  }
  expect(waits.size, "no two informers ask at the same times").toBe(seeds.length);
});

function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
}
