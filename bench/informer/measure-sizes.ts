import type { Sample } from "../benchmark.ts";

/** The sizes of which the sync is measured, for a size that is asked for. */
export interface Sizes {
  readonly small: number;
  readonly middle: number;
  /** Not there for a side that cannot hold so much. */
  readonly large?: number;
}

/** What is followed in one process, and, after the sync, how often each object is replaced in each part. */
export interface InformerRun {
  readonly kind: "pods" | "podcopies";
  readonly size: number;
  readonly times?: string;
}

/** A fifth, once and twice the size. */
export function sizesOf(size: number): Required<Sizes> {
  return { small: Math.ceil(size / 5), middle: size, large: 2 * size };
}

/** Each kind has numbers of its own: that of a pod is `podSyncMs`, that of a custom resource `customSyncMs`. */
type Prefix = "pod" | "custom";

/** Pods in three sizes, each in a process of its own; the middle one also watches. */
export async function measurePods(run: (options: InformerRun) => Promise<Sample>, sizes: Sizes): Promise<Sample> {
  const small = await run({ kind: "pods", size: sizes.small });
  const middle = await run({ kind: "pods", size: sizes.middle, times: "keys=2,read=1,churn=6" });
  const large = sizes.large === undefined ? undefined : await run({ kind: "pods", size: sizes.large });
  const samples = large === undefined ? { small, middle } : { small, middle, large };
  return {
    ...syncs("pod", samples),
    ...memory("pod", samples, sizes),
    ...watch("pod", middle, ["keys", "read", "churn"]),
    podChurnRssGrowthMb: middle["churnRssGrowthMb"]!,
  };
}

/** Custom resources in three sizes; the small one also watches, because that takes the slowest peer a millisecond an event. */
export async function measureCustom(run: (options: InformerRun) => Promise<Sample>, sizes: Sizes): Promise<Sample> {
  const small = await run({ kind: "podcopies", size: sizes.small, times: "keys=2,read=1" });
  const middle = await run({ kind: "podcopies", size: sizes.middle });
  const large = sizes.large === undefined ? undefined : await run({ kind: "podcopies", size: sizes.large });
  const samples = large === undefined ? { small, middle } : { small, middle, large };
  return {
    ...syncs("custom", samples),
    ...memory("custom", samples, sizes),
    ...watch("custom", small, ["keys", "read"]),
  };
}

/** One sync, and nothing after it. */
export async function measureSync(run: (options: InformerRun) => Promise<Sample>, what: InformerRun): Promise<Sample> {
  const prefix: Prefix = what.kind === "pods" ? "pod" : "custom";
  const sample = await run(what);
  const names = ["SyncMs", "SyncCpuMs", "SyncLongestSliceMs", "SyncPeakRssMb"];
  return Object.fromEntries(names.map((name) => [prefix + name, sample[name.replace("Sync", "sync")]!]));
}

/** What was measured at each size. */
interface Samples {
  readonly small: Sample;
  readonly middle: Sample;
  readonly large?: Sample;
}

function syncs(prefix: Prefix, samples: Samples): Sample {
  const named = Object.entries<Sample>({ ...samples }).flatMap(
    ([size, sample]): readonly (readonly [string, number])[] => [
      [`${prefix}SyncMs.${size}`, sample["syncMs"]!],
      [`${prefix}SyncCpuMs.${size}`, sample["syncCpuMs"]!],
    ],
  );
  return {
    ...Object.fromEntries(named),
    [`${prefix}SyncLongestSliceMs`]: samples.middle["syncLongestSliceMs"]!,
    [`${prefix}SyncPeakRssMb`]: samples.middle["syncPeakRssMb"]!,
  };
}

/** What one more object takes, between the two largest sizes: of few objects the noise is larger than that, and nothing takes less than a byte. */
function memory(prefix: Prefix, samples: Samples, sizes: Sizes): Sample {
  const { small, middle, large } = samples;
  const [few, many, objects] =
    large === undefined || sizes.large === undefined
      ? [small, middle, sizes.middle - sizes.small]
      : [middle, large, sizes.large - sizes.middle];
  const slope = (name: string): number => Math.max(1, (many[name]! - few[name]!) / objects);
  return { [`${prefix}HeapBytes`]: slope("heapBytes"), [`${prefix}RssBytes`]: slope("rssBytes") };
}

function watch(prefix: Prefix, sample: Sample, parts: readonly string[]): Sample {
  const names = parts.flatMap((part) => ["EventsPerSecond", "EventCpuUs", "LongestSliceMs"].map((name) => part + name));
  return Object.fromEntries(names.map((name) => [prefix + name[0]!.toUpperCase() + name.slice(1), sample[name]!]));
}
