import type { Benchmark, Metric, Sample } from "./benchmark.ts";

/** One metric of both sides. `ours` and `peer` are medians, `ratio` is the median of the ratios of the rounds. */
export interface Row {
  readonly metric: string;
  readonly unit: string;
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  readonly ratio: number;
  /** The smallest and the largest ratio of all rounds. */
  readonly spread: readonly [number, number];
  readonly goal: number | null;
  readonly better: "higher" | "lower";
  /** True where there is no goal. */
  readonly met: boolean;
}

/** What a benchmark found. */
export interface Report {
  readonly name: string;
  readonly size: number;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

/** How long a comparison runs, and who hears of its progress. */
export interface CompareOptions {
  readonly size: number;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
}

/** Runs both sides in turn, `rounds` times each, changing who goes first, so that what disturbs the machine disturbs both. */
export async function compare(benchmark: Benchmark, { size, rounds, onRound }: CompareOptions): Promise<Report> {
  const ours: Sample[] = [];
  const peer: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    const runs = [
      async () => ours.push(await benchmark.ours({ size, round })),
      async () => peer.push(await benchmark.peer({ size, round })),
    ];
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) await run();
  }
  const rows = benchmark.metrics.map((metric) => toRow(metric, { ours, peer, peerName: benchmark.peerName }));
  return { name: benchmark.name, size, rounds, rows };
}

interface Samples {
  readonly ours: readonly Sample[];
  readonly peer: readonly Sample[];
  readonly peerName: string;
}

function toRow({ name, unit, goal, better }: Metric, { ours, peer, peerName }: Samples): Row {
  const ourValues = ours.map((sample) => valueOf(sample, name));
  const peerValues = peer.map((sample) => valueOf(sample, name));
  const ratios = ourValues.map((value, round) => value / peerValues[round]!);
  const ratio = median(ratios);
  return {
    metric: name,
    unit,
    ours: median(ourValues),
    peer: median(peerValues),
    peerName,
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    goal: goal ?? null,
    better,
    met: goal === undefined || (better === "higher" ? ratio >= goal : ratio <= goal),
  };
}

function valueOf(sample: Sample, name: string): number {
  const value = sample[name];
  if (value === undefined || !(value > 0))
    throw new Error(`benchmark: expected a positive number for "${name}", got ${String(value)}`);
  return value;
}

/** The middle value; of an even count the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
