import { describe, test } from "vitest";
import type { ServerRequest } from "../../src/apiserver/index.ts";
import { InformerScene } from "./informer-scene.fixture.ts";
import { spoilLines } from "./informer-spoiled-lines.fixture.ts";

const seeds: readonly number[] = [1, 2, 3];
const minute = 60_000;
const isWatch = ({ path }: ServerRequest): boolean => path.includes("watch=");
const isResumed = (request: ServerRequest): boolean => isWatch(request) && !request.path.includes("sendInitialEvents");

/** A write to one of a few config maps, whatever there is: one is made, changed, deleted or made again. */
async function writeSomething({ maps, random }: InformerScene): Promise<void> {
  const name = `n${random.integer(4)}`;
  const there = (await maps.list()).items.find(({ metadata }) => metadata.name === name);
  if (there === undefined) await maps.create({ metadata: { name } });
  else if (random.integer(3) === 0) await maps.delete(name);
  else await maps.patch(name, { data: { value: String(random.integer(1_000_000)) } });
}

describe.for(seeds)("a stream that goes wrong, seed %i", (seed) => {
  test("bytes that stop, also within an event, are noticed within four minutes where bookmarks come [informer/fault-stall]", async ({
    expect,
  }) => {
    await using scene = await InformerScene.start({ seed, names: ["a"] });
    await scene.pass(2 * minute);
    const stallAfterBytes = scene.random.integer(200);
    const stall = scene.server.faults.inject({ match: isResumed, times: 1, stallAfterBytes });
    expect(scene.server.faults.dropWatches()).toBe(1);
    await scene.pass(1_000);
    await scene.maps.create({ metadata: { name: "late" } });
    await scene.maps.delete("a");
    await scene.pass(minute);
    expect([stall.fired, scene.informer.lister.get("default/late")]).toEqual([1, undefined]);
    const [stalledAtMs, asked] = [scene.asked.at(-1)?.atMs ?? 0, scene.asked.length];
    await scene.pass(3 * minute);
    expect((scene.asked[asked]?.atMs ?? Infinity) - stalledAtMs).toBeLessThanOrEqual(4 * minute);
    await scene.settle();
    expect(scene.metric("reflector_failures_total", "MuteWatch")).toBe(1);
  });

  test("a server that keeps the connection and never sends anything is left when the watch is too old [informer/fault-no-events]", async ({
    expect,
  }) => {
    await using scene = await InformerScene.start({ seed, names: ["a"], streamingLists: "off" });
    const mute = scene.server.faults.inject({ match: isWatch, times: 3, stallAfterBytes: 0 });
    await scene.pass(5 * minute);
    await scene.maps.create({ metadata: { name: "late" } });
    expect([scene.informer.state, scene.count("watch"), mute.fired]).toEqual(["watching", 1, 1]);
    await scene.pass(5.5 * minute);
    expect(scene.informer.lister.get("default/late")?.metadata.name, "a list follows what said nothing").toBe("late");
    await scene.pass(22 * minute);
    await scene.maps.delete("a");
    await scene.settle();
    expect([mute.fired, scene.metric("reflector_failures_total", "MuteWatch")]).toEqual([3, 3]);
  });

  test("events of the past and events that come twice change nothing and end nothing [informer/fault-old-events]", async ({
    expect,
  }) => {
    let [old, twice] = [0, 0];
    await using scene = await InformerScene.start({
      seed,
      names: ["n0", "n1"],
      wrap: (transport, { random }) =>
        spoilLines(transport, (line, before) => {
          const lot = random.integer(4);
          const past = before[random.integer(before.length + 1)];
          if (lot === 0 && past !== undefined) {
            old += 1;
            return [line, past];
          }
          if (lot !== 1) return [line];
          twice += 1;
          return [line, line];
        }),
    });
    for (let round = 0; round < 150; round += 1) {
      await writeSomething(scene);
      await scene.pass(scene.random.integer(2_000));
      if (round % 50 === 25) scene.server.faults.dropWatches({ how: { reason: "Expired" } });
    }
    await scene.settle();
    expect([old > 20, twice > 20, scene.witness.repeated > 20]).toEqual([true, true, true]);
  });
});

test("a list whose connection breaks at any byte is told whole or not at all [informer/fault-cut-list]", async ({
  expect,
}) => {
  for (const [what, streamingLists] of [
    ["stream", "on"],
    ["list", "off"],
  ] as const) {
    await using scene = await InformerScene.start({ names: ["a", "b"], streamingLists });
    await scene.pass(minute);
    const { items } = await scene.maps.list();
    const bytes = JSON.stringify(items).length + 400;
    let fired = 0;
    for (let at = 0; at < bytes; at += 7) {
      const isList = ({ path }: ServerRequest): boolean =>
        path.includes("sendInitialEvents") || !path.includes("watch=");
      const cut = scene.server.faults.inject({ match: isList, times: 1, cutAfterBytes: at });
      scene.server.faults.dropWatches({ how: { reason: "Expired" } });
      const before = scene.informer.lister.list();
      await scene.pass(200);
      expect(scene.informer.lister.list()).toEqual(before);
      await scene.pass(40_000);
      fired += cut.fired;
      cut.remove();
    }
    expect(fired, what).toBe(Math.ceil(bytes / 7));
    await scene.settle();
    expect(scene.witness.told, "each of them was told once").toEqual(["add default/a", "add default/b"]);
  }
});
