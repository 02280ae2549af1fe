import { test } from "vitest";
import type { StatusReason } from "../../src/model/index.ts";
import { InformerScene } from "./informer-scene.fixture.ts";

const minute = 60_000;
const names: readonly string[] = ["n0", "n1", "n2", "n3"];
const reasons: readonly StatusReason[] = ["Expired", "Gone", "TooManyRequests", "InternalError", "Timeout"];

type Step = (scene: InformerScene, fired: Fired) => Promise<void> | void;
type Fired = Record<string, number>;

const count = (fired: Fired, what: string, times = 1): void => {
  fired[what] = (fired[what] ?? 0) + times;
};

/** What may happen. Each that is a fault counts what it has met. */
const steps: readonly Step[] = [
  write,
  write,
  write,
  (scene) => scene.pass(scene.random.integer(3) * 20_000),
  (scene, fired) => count(fired, "killed", scene.faults.killWatches()),
  ({ server, random }, fired) => {
    const how = { reason: reasons[random.integer(reasons.length)] ?? "Expired" };
    count(fired, "error events", server.faults.dropWatches({ how }));
  },
  ({ server }, fired) => count(fired, "ended", server.faults.dropWatches()),
  ({ server }) => server.compact(),
  (scene, fired) => inject(scene, fired, "refused"),
  (scene, fired) => inject(scene, fired, "cut"),
  (scene, fired) => inject(scene, fired, "stalled"),
  async (scene, fired) => {
    scene.faults.loseRequests({ methods: ["GET"], count: Infinity });
    const before = scene.faults.counts.lostRequests;
    count(fired, "killed", scene.faults.killWatches());
    await scene.pass(minute);
    await write(scene);
    scene.faults.clear();
    count(fired, "lost requests", scene.faults.counts.lostRequests - before);
  },
  async (scene, fired) => {
    await scene.restart();
    count(fired, "restarts");
  },
];

async function write({ maps, random }: InformerScene): Promise<void> {
  const name = names[random.integer(names.length)] ?? "";
  const isThere = (await maps.list()).items.some(({ metadata }) => metadata.name === name);
  if (!isThere) await maps.create({ metadata: { name } });
  else if (random.integer(2) === 0) await maps.delete(name);
  else await maps.patch(name, { data: { value: String(random.integer(1_000_000)) } });
}

/** Something goes wrong with the next few requests of the informer. */
async function inject(scene: InformerScene, fired: Fired, what: "refused" | "cut" | "stalled"): Promise<void> {
  const { server, random } = scene;
  const times = 1 + random.integer(3);
  const reason = reasons[random.integer(reasons.length)] ?? "Expired";
  const bytes = random.integer(1_000);
  const fault = {
    refused: { refuse: { reason } },
    cut: { cutAfterBytes: bytes },
    stalled: { stallAfterBytes: bytes },
  }[what];
  using active = server.faults.inject({ match: ({ path }) => path.includes("allowWatchBookmarks"), times, ...fault });
  server.faults.dropWatches();
  await scene.pass(random.integer(12) * minute);
  count(fired, what, active.fired);
}

test("after any script of faults cache and handlers have what the server has, and every life was told whole [informer/fault-script]", async ({
  expect,
}) => {
  const fired: Fired = {};
  for (let seed = 1; seed <= 60; seed += 1) {
    const streamingLists = seed % 3 === 0 ? "off" : "auto";
    const protobuf = seed % 2 === 0;
    await using scene = await InformerScene.start({ seed, names: ["n0"], streamingLists, pageSize: 2, protobuf });
    const length = 5 + scene.random.integer(25);
    for (let index = 0; index < length; index += 1) {
      const step = steps[scene.random.integer(steps.length)] as Step;
      await step(scene, fired);
    }
    scene.server.faults.clear();
    await scene.settle().catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
  }
  const kinds = ["killed", "error events", "ended", "refused", "cut", "stalled", "lost requests", "restarts"];
  expect(
    kinds.filter((what) => (fired[what] ?? 0) < 5),
    "each fault has fired",
  ).toEqual([]);
});
