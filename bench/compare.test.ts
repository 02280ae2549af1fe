import { test } from "vitest";
import type { Benchmark, Metric, Sample, Sides } from "./benchmark.ts";
import { compare } from "./compare.ts";

function benchmarkOf(...metrics: readonly Metric[]): Benchmark {
  const prepare = async (): Promise<Sides> => {
    throw new Error("the sides are given");
  };
  return { name: "example", about: "", sizeUnit: "keys", defaultSize: 1, metrics, prepare };
}

/** A side that gives these samples, one each round. */
function scripted(...samples: readonly Sample[]): (options: { readonly round: number }) => Promise<Sample> {
  return async ({ round }) => samples[round]!;
}

const quiet = { size: 10, rounds: 3, onRound: () => {} };

test("a row has the medians of both sides and the median, least and largest of the ratios of the rounds", async ({
  expect,
}) => {
  const benchmark = benchmarkOf({ name: "rate", unit: "keys/s", better: "higher", against: { peer: 2 } });
  const ours = scripted({ rate: 30 }, { rate: 10 }, { rate: 20 });
  const peer = scripted({ rate: 10 }, { rate: 10 }, { rate: 5 });
  const { rows } = await compare(benchmark, { ...quiet, sides: { ours, peers: { peer } } });
  expect(rows).toEqual([
    {
      metric: "rate",
      unit: "keys/s",
      better: "higher",
      ours: 20,
      peer: 10,
      peerName: "peer",
      ratio: 3,
      spread: [1, 4],
      goal: 2,
      met: true,
    },
  ]);
});

test("a metric is compared with the peers it names, each with a goal of its own", async ({ expect }) => {
  const benchmark = benchmarkOf(
    { name: "time", unit: "ms", better: "lower", against: { slow: 0.5, fast: 0.5 } },
    { name: "size", unit: "MB", better: "lower", against: { slow: null } },
  );
  const sides: Sides = {
    ours: async () => ({ time: 10, size: 1 }),
    peers: { slow: async () => ({ time: 30, size: 2 }), fast: async () => ({ time: 11 }) },
  };
  const { rows } = await compare(benchmark, { ...quiet, sides });
  expect(rows.map(({ metric, peerName, goal, met }) => [metric, peerName, goal, met])).toEqual([
    ["time", "slow", 0.5, true],
    ["time", "fast", 0.5, false],
    ["size", "slow", null, true],
  ]);
});

test("the rows of a peer that cannot run say why and are not met, and the others are measured", async ({ expect }) => {
  const benchmark = benchmarkOf({ name: "time", unit: "ms", better: "lower", against: { gone: null, here: 1 } });
  const sides: Sides = {
    ours: async () => ({ time: 10 }),
    peers: { gone: { missing: "there is no network" }, here: async () => ({ time: 20 }) },
  };
  const { rows } = await compare(benchmark, { ...quiet, sides });
  expect(rows).toMatchObject([
    { peerName: "gone", ours: 10, peer: null, ratio: null, met: false, missing: "there is no network" },
    { peerName: "here", ours: 10, peer: 20, ratio: 0.5, met: true },
  ]);
});

test("each round begins with another side", async ({ expect }) => {
  const order: string[] = [];
  const side = (name: string) => async (): Promise<Sample> => {
    order.push(name);
    return {};
  };
  const sides: Sides = { ours: side("ours"), peers: { a: side("a"), b: side("b") } };
  await compare(benchmarkOf(), { ...quiet, sides });
  expect(order).toEqual(["ours", "a", "b", "a", "b", "ours", "b", "ours", "a"]);
});

test("a number that a side did not measure is an error and not a ratio", async ({ expect }) => {
  const benchmark = benchmarkOf({ name: "rate", unit: "keys/s", better: "higher", against: { peer: null } });
  for (const broken of [{}, { rate: 0 }, { rate: Number.NaN }]) {
    const sides: Sides = { ours: async () => ({ rate: 1 }), peers: { peer: async () => broken } };
    await expect(compare(benchmark, { ...quiet, sides })).rejects.toThrow('expected a positive number for "rate"');
  }
});
