import { test } from "vitest";
import type { Sample } from "../benchmark.ts";
import { informerMetrics, realInformerMetrics } from "./metrics.ts";
import { measureCustom, measurePods, measureSync, sizesOf } from "./measure-sizes.ts";
import type { InformerRun } from "./measure-sizes.ts";

/** A side whose every number is positive, and whose objects take ten bytes each. */
async function run({ size, times = "" }: InformerRun): Promise<Sample> {
  const parts = times.split(",").map((part) => part.split("=")[0]!);
  const numbers = ["EventsPerSecond", "EventCpuUs", "LongestSliceMs", "RssGrowthMb"];
  const names = ["syncMs", "syncCpuMs", "syncLongestSliceMs", "syncPeakRssMb"];
  const watched = parts.flatMap((part) => numbers.map((name) => part + name));
  const memory = { heapBytes: 5000 + 10 * size, rssBytes: 90_000 - size };
  return { ...Object.fromEntries([...names, ...watched].map((name) => [name, size])), ...memory };
}

test("every metric of the benchmark is measured, by each side that it is compared with", async ({ expect }) => {
  const sizes = sizesOf(100);
  const [pods, custom] = [await measurePods(run, sizes), await measureCustom(run, sizes)];
  const named = (prefix: string): string[] =>
    informerMetrics.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  expect(Object.keys(pods)).toEqual(expect.arrayContaining(named("pod")));
  expect(Object.keys(custom)).toEqual(expect.arrayContaining(named("custom")));
  expect([...named("pod"), ...named("custom")]).toHaveLength(informerMetrics.length);
});

test("the memory of an object is the slope between two sizes, and at least a byte", async ({ expect }) => {
  expect(await measurePods(run, sizesOf(100))).toMatchObject({ podHeapBytes: 10, podRssBytes: 1 });
});

test("a sync is measured at a fifth, once and twice the size", async ({ expect }) => {
  expect(await measureCustom(run, sizesOf(1000))).toMatchObject({
    "customSyncMs.small": 200,
    "customSyncMs.middle": 1000,
    "customSyncMs.large": 2000,
  });
});

test("every metric of the benchmark on a real server is measured", async ({ expect }) => {
  const pods = await measureSync(run, { kind: "pods", size: 10 });
  const custom = await measureSync(run, { kind: "podcopies", size: 10 });
  expect(Object.keys({ ...pods, ...custom }).toSorted()).toEqual(
    realInformerMetrics.map(({ name }) => name).toSorted(),
  );
});
