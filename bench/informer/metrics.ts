import type { Metric } from "../benchmark.ts";

/** The peers of the informer, as reports name them. */
export const clientGo = "client-go";
export const clientGoDynamic = "client-go dynamic";
export const clientNode = "@kubernetes/client-node";

type Goals = Metric["against"];

/** What is measured with pods: beside client-go's typed informer, which gets protobuf, as ours does. */
const podGoals = (goal: number | null): Goals => ({ [clientGo]: goal, [clientNode]: null });
const largePodGoals = (goal: number | null): Goals => ({ [clientGo]: goal });
/** What is measured with the same objects as custom resources, which are JSON. */
const customGoals = (goal: number | null): Goals => ({ [clientGoDynamic]: goal, [clientNode]: null });

const largeCustomGoals = (goal: number | null): Goals => ({ [clientGoDynamic]: goal });

const sizes: readonly string[] = ["small", "middle"];

/**
 * Everything that is measured of the informer. The sizes are a fifth, once and twice what is asked for. `@kubernetes/client-node` is not asked
 * for the largest: it makes one string of a list, and 100,000 of these pods are longer than a string may be.
 */
export const informerMetrics: readonly Metric[] = [
  ...sizes.map((size) => lower(`podSyncMs.${size}`, "ms", podGoals(0.5))),
  lower("podSyncMs.large", "ms", largePodGoals(0.5)),
  ...sizes.map((size) => lower(`podSyncCpuMs.${size}`, "ms", podGoals(null))),
  lower("podSyncCpuMs.large", "ms", largePodGoals(null)),
  ...sizes.map((size) => lower(`customSyncMs.${size}`, "ms", customGoals(0.15))),
  lower("customSyncMs.large", "ms", largeCustomGoals(0.15)),
  ...sizes.map((size) => lower(`customSyncCpuMs.${size}`, "ms", customGoals(null))),
  lower("customSyncCpuMs.large", "ms", largeCustomGoals(null)),
  lower("podHeapBytes", "bytes/object", podGoals(0.5)),
  lower("podRssBytes", "bytes/object", podGoals(0.5)),
  lower("customHeapBytes", "bytes/object", customGoals(null)),
  lower("customRssBytes", "bytes/object", customGoals(null)),
  higher("podKeysEventsPerSecond", "events/s", podGoals(2)),
  higher("podReadEventsPerSecond", "events/s", podGoals(1)),
  higher("podChurnEventsPerSecond", "events/s", podGoals(null)),
  higher("customKeysEventsPerSecond", "events/s", customGoals(8)),
  higher("customReadEventsPerSecond", "events/s", customGoals(null)),
  ...["podKeys", "podRead", "podChurn"].map((name) => lower(`${name}EventCpuUs`, "µs", podGoals(null))),
  ...["customKeys", "customRead"].map((name) => lower(`${name}EventCpuUs`, "µs", customGoals(null))),
  lower("podSyncLongestSliceMs", "ms", podGoals(null)),
  lower("customSyncLongestSliceMs", "ms", customGoals(null)),
  ...["podKeys", "podRead", "podChurn"].map((name) => lower(`${name}LongestSliceMs`, "ms", podGoals(null))),
  lower("podChurnRssGrowthMb", "MB", podGoals(null)),
  lower("podSyncPeakRssMb", "MB", podGoals(null)),
  lower("customSyncPeakRssMb", "MB", customGoals(null)),
];

/** What is measured against a real API server: its sync. How fast events come from it is its own speed. */
export const realInformerMetrics: readonly Metric[] = [
  lower("podSyncMs", "ms", podGoals(0.9)),
  lower("customSyncMs", "ms", customGoals(null)),
  ...["podSyncCpuMs", "podSyncLongestSliceMs"].map((name) => lower(name, "ms", podGoals(null))),
  ...["customSyncCpuMs", "customSyncLongestSliceMs"].map((name) => lower(name, "ms", customGoals(null))),
  lower("podSyncPeakRssMb", "MB", podGoals(null)),
  lower("customSyncPeakRssMb", "MB", customGoals(null)),
];

function lower(name: string, unit: string, against: Goals): Metric {
  return { name, unit, better: "lower", against };
}

function higher(name: string, unit: string, against: Goals): Metric {
  return { name, unit, better: "higher", against };
}
