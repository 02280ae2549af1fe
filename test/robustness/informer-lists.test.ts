import { describe, test } from "vitest";
import { MemoryStore } from "../../src/apiserver/index.ts";
import type { ServerRequest } from "../../src/apiserver/index.ts";
import { Client } from "../../src/client/index.ts";
import { Secret } from "../../src/types/core/v1/index.ts";
import { InformerScene } from "./informer-scene.fixture.ts";

const seeds: readonly number[] = [1, 2, 3];
const minute = 60_000;
const names: readonly string[] = ["a", "b", "c", "d", "e"];
const isList = ({ method, path }: ServerRequest): boolean =>
  method === "GET" && (path.includes("sendInitialEvents") || !path.includes("watch="));

describe.for(seeds)("a list that goes wrong, seed %i", (seed) => {
  test("pages that the server forgets half way are read again, and nothing is told of the half [informer/fault-page-expired]", async ({
    expect,
  }) => {
    let forgotten = 0;
    await using scene = await InformerScene.open({
      seed,
      names,
      streamingLists: "off",
      pageSize: 2,
      wrap: (transport, scene) => async (request) => {
        if (request.path.includes("continue=") && scene.random.integer(2) === 0) {
          await scene.maps.patch("e", { data: { forgotten: String(++forgotten) } });
          scene.server.compact();
        }
        return transport(request);
      },
    });
    scene.begin();
    for (let round = 0; round < 20; round += 1) {
      await scene.pass(40_000);
      scene.server.faults.dropWatches({ how: { reason: "Expired" } });
    }
    await scene.settle();
    expect(forgotten).toBeGreaterThan(5);
    expect(scene.witness.told.filter((line) => line.startsWith("add")).length).toBe(names.length);
    expect(scene.witness.told.some((line) => line.startsWith("delete"))).toBe(false);
  });

  test("lists that take longer than the server remembers come ever less often, and the last state comes through [informer/fault-slow-list]", async ({
    expect,
  }) => {
    const store = new MemoryStore({ historySize: 5 });
    await using scene = await InformerScene.open({ seed, names, streamingLists: "off", store });
    const slow = scene.server.faults.inject({ match: isList, bytesPerSecond: 20 });
    scene.begin();
    for (let second = 0; second < 7_200; second += 4) {
      await scene.maps.patch("a", { data: { second: String(second) } });
      await scene.pass(4_000);
    }
    const times = scene.asked.flatMap(({ what, atMs }) => (what === "list" ? [atMs] : []));
    expect(slow.fired).toBe(times.length);
    expect(scene.metric("reflector_failures_total", '"Expired"'), "the fault fired").toBeGreaterThan(5);
    const perHour = [
      times.filter((atMs) => atMs < 60 * minute).length,
      times.filter((atMs) => atMs >= 60 * minute).length,
    ];
    expect(perHour[1]).toBeLessThan(perHour[0] ?? 0);
    expect(perHour[1], "five minutes between two").toBeLessThanOrEqual(12);
    slow.remove();
    await scene.settle();
  });

  test("a quiet kind in a busy cluster is listed once a day, since bookmarks move its version [informer/fault-quiet-kind]", async ({
    expect,
  }) => {
    await using scene = await InformerScene.start({ seed, names, store: new MemoryStore({ historySize: 100 }) });
    const { token } = scene.server;
    const others = Client.over((request) => scene.server.handle(request), { token, clock: scene.clock });
    const secrets = others.resource(Secret, { namespace: "default" });
    await secrets.create({ metadata: { name: "busy" } });
    let [version, compactions] = [0, 0];
    for (let quarter = 0; quarter < 96; quarter += 1) {
      // What a bookmark has told for a quarter of an hour may be forgotten.
      if (version > 0) {
        scene.server.compact(String(version));
        compactions += 1;
      }
      const { metadata } = await secrets.patch("busy", { stringData: { quarter: String(quarter) } });
      version = Number(metadata.resourceVersion);
      await scene.pass(15 * minute);
    }
    await scene.maps.delete("a");
    await scene.settle();
    expect([compactions, scene.count("stream", "list")]).toEqual([95, 1]);
    expect(scene.count("watch")).toBeGreaterThan(24 * 6 - 1);
    expect(Number(scene.informer.lastSyncResourceVersion)).toBeGreaterThan(version - 2);
    expect(scene.failures).toEqual([]);
  });
});
