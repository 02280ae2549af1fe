import { describe, test } from "vitest";
import type { ConfigMap as Map } from "../../src/types/core/v1/index.ts";
import { InformerScene } from "./informer-scene.fixture.ts";
import { spoilLines } from "./informer-spoiled-lines.fixture.ts";

const seeds: readonly number[] = [1, 2, 3];
const minute = 60_000;

/** Takes the informer's connection away, has something happen, forgets how unless `isKept`, and lets it come back. */
async function meanwhile(
  scene: InformerScene,
  happen: () => Promise<unknown>,
  { isKept = false } = {},
): Promise<number> {
  scene.faults.loseRequests({ methods: ["GET"], count: Infinity });
  const killed = scene.faults.killWatches();
  await scene.pass(scene.random.integer(minute));
  await happen();
  if (!isKept) scene.server.compact();
  await scene.pass(scene.random.integer(minute));
  scene.faults.clear();
  return killed;
}

describe.for(seeds)("what happens unseen, seed %i", (seed) => {
  test("a delete that got lost is told once, with the last state known, by the next list [informer/fault-lost-delete]", async ({
    expect,
  }) => {
    let lost = 0;
    await using scene = await InformerScene.start({
      seed,
      names: ["a", "b"],
      wrap: (transport) =>
        spoilLines(transport, (line) => {
          if (!line.includes('"DELETED"')) return [line];
          lost += 1;
          return [];
        }),
    });
    const color = scene.informer.indexer.addIndex("color", ({ data }: Map) => [data?.["color"] ?? "none"]);
    expect(color).toBeUndefined();
    await scene.pass(1_000);
    await scene.maps.patch("a", { data: { color: "red" } });
    await scene.pass(1_000);
    await scene.maps.delete("a");
    await scene.pass(30 * minute);
    expect([lost, scene.informer.indexer.indexKeys("color", "red")]).toEqual([1, ["default/a"]]);
    scene.server.faults.dropWatches({ how: { reason: "Expired" } });
    await scene.settle();
    expect(scene.witness.told.slice(2)).toEqual(["update default/a", "delete default/a?"]);
    expect(scene.informer.indexer.indexKeys("color", "red")).toEqual([]);
  });

  for (const isKept of [true, false]) {
    test(`what is deleted and made again is the end of one and the beginning of another, ${isKept ? "told by the watch" : "found by a list"} [informer/fault-recreated]`, async ({
      expect,
    }) => {
      await using scene = await InformerScene.start({ seed, names: ["a", "b"] });
      await scene.pass(1_000);
      const recreate = async (): Promise<void> => {
        await scene.maps.delete("a");
        await scene.maps.create({ metadata: { name: "a" } });
      };
      expect(await meanwhile(scene, recreate, { isKept })).toBe(1);
      await scene.settle();
      expect(scene.faults.counts.lostRequests).toBeGreaterThan(0);
      const told = scene.witness.told.slice(2);
      expect(told).toEqual([`delete default/a${isKept ? "" : "?"}`, "add default/a"]);
      expect(scene.count("stream", "list")).toBe(isKept ? 1 : 2);
    });
  }

  test("an add that still waits for a handler when a list has it no more is followed by its end, and nothing leaks [informer/fault-pending-add]", async ({
    expect,
  }) => {
    await using scene = await InformerScene.start({ seed, names: ["a"] });
    const free = Promise.withResolvers<void>();
    const calls: string[] = [];
    const busy = scene.informer.addHandler({
      add: async ({ metadata }) => {
        await free.promise;
        calls.push(`add ${metadata.name}`);
      },
      delete: ({ metadata }, { isFinalStateUnknown }) =>
        void calls.push(`delete ${metadata.name} ${isFinalStateUnknown}`),
    });
    await scene.pass(1_000);
    await scene.maps.create({ metadata: { name: "short" } });
    await scene.pass(1_000);
    expect([busy.pending, calls]).toEqual([1, []]);
    expect(await meanwhile(scene, () => scene.maps.delete("short"))).toBe(1);
    await scene.settle();
    free.resolve();
    await scene.pass(1_000);
    expect(calls).toEqual(["add a", "add short", "delete short true"]);
    expect(busy.pending).toBe(0);
  });

  test("answers to own writes that come late roll nothing back and bring nothing back [informer/fault-late-answer]", async ({
    expect,
  }) => {
    await using scene = await InformerScene.start({ seed, names: ["a"] });
    const { maps, informer, random } = scene;
    const answers: Map[] = [];
    let late = 0;
    for (let round = 0; round < 120; round += 1) {
      const name = `n${random.integer(3)}`;
      const there = informer.lister.get(`default/${name}`) ?? (await maps.get(name).catch(() => undefined));
      if (there === undefined) answers.push(await maps.create({ metadata: { name } }));
      else if (random.integer(3) > 0)
        answers.push(await maps.patch(name, { data: { round: String(round) } }).catch(() => there));
      else await maps.delete(name).catch(() => undefined);
      if (random.integer(2) === 0) await scene.pass(random.integer(500));
      while (answers.length > random.integer(6)) {
        const [answer] = answers.splice(random.integer(answers.length), 1);
        if (answer === undefined) break;
        const known = informer.lister.get(`default/${answer.metadata.name}`);
        if (Number(known?.metadata.resourceVersion ?? Infinity) > Number(answer.metadata.resourceVersion)) late += 1;
        informer.observe(answer);
      }
      if (round % 40 === 20) expect(scene.faults.killWatches()).toBe(1);
    }
    await scene.settle();
    expect(late, "of those that were late").toBeGreaterThan(20);
  });
});
