import { describe, test } from "vitest";
import { MemoryStore } from "../../src/apiserver/index.ts";
import type { Store } from "../../src/apiserver/index.ts";
import { InformerScene } from "./informer-scene.fixture.ts";

const minute = 60_000;

/** A store with the same objects in the same versions, and none of the history: what a backup of a server is. */
async function backup(store: Store): Promise<MemoryStore> {
  const copy = new MemoryStore();
  const scans = await Promise.all(["/namespaces", "/configmaps"].map((collection) => store.scan({ collection })));
  const objects = scans.flatMap((scan) => scan.objects).toSorted((a, b) => a.revision - b.revision);
  const commit = (type: "put" | "delete", of: { name: string; expected: number }): Promise<unknown> =>
    copy.commit({
      type,
      key: { collection: "padding", namespace: "", name: of.name },
      expected: of.expected,
      encode: () => new Uint8Array(),
    });
  for (const { key, revision, bytes } of objects) {
    while (copy.revision < revision - 1) await commit("put", { name: String(copy.revision), expected: 0 });
    await copy.commit({ type: "put", key, expected: 0, encode: () => bytes });
  }
  copy.compact(copy.revision);
  return copy;
}

describe.for([1, 2, 3])("a server that was restored, seed %i", (seed) => {
  test("is believed under a running informer: what came later ends, what was deleted comes back, what changed is as it was [informer/fault-restored]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    await using scene = await InformerScene.start({
      seed,
      store,
      names: ["changed", "deleted", "kept", "recreated"],
      mayGoBack: true,
    });
    const { maps, witness } = scene;
    await scene.pass(2 * minute);
    const older = await backup(store);
    await maps.patch("changed", { data: { of: "the lost time" } });
    await maps.delete("deleted");
    await maps.delete("recreated");
    await maps.create({ metadata: { name: "recreated" } });
    await maps.create({ metadata: { name: "new" } });
    for (let round = 0; round < 10; round += 1) await maps.patch("new", { data: { round: String(round) } });
    await scene.pass(2 * minute);
    await scene.check();
    const told = witness.told.length;
    const version = Number(scene.informer.lastSyncResourceVersion);
    await scene.restart(older);
    expect(older.revision, "the fault fired").toBeLessThan(version - 10);
    await scene.pass(scene.random.integer(minute));
    await maps.patch("kept", { data: { after: "the restore" } });
    await scene.settle();
    const since = witness.told.slice(told);
    expect(since.filter((line) => line.endsWith("/deleted"))).toEqual(["add default/deleted"]);
    expect(since.filter((line) => line.includes("/new"))).toEqual(["delete default/new?"]);
    expect(since.filter((line) => line.includes("/recreated"))).toEqual([
      "delete default/recreated?",
      "add default/recreated",
    ]);
    expect(since.filter((line) => line.includes("/changed"))).toEqual(["update default/changed"]);
    // Versions that the informer has seen before now mean something else.
    while (older.revision < version + 5) await maps.patch("kept", { data: { again: String(older.revision) } });
    await scene.settle();
    expect(scene.informer.lister.get("default/changed")?.data).toBeUndefined();
  });
});
