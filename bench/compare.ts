import type { Benchmark, Metric, MissingSide, Sample, Side, Sides } from "./benchmark.ts";

/** One metric of ours and of one peer. `ours` and `peer` are medians, `ratio` is the median of the ratios of the rounds. */
export interface Row {
  readonly metric: string;
  readonly unit: string;
  readonly ours: number;
  /** `null`, as `ratio` and `spread`, where the peer could not run. */
  readonly peer: number | null;
  readonly peerName: string;
  readonly ratio: number | null;
  /** The smallest and the largest ratio of all rounds. */
  readonly spread: readonly [number, number] | null;
  readonly goal: number | null;
  readonly better: "higher" | "lower";
  /** True where there is no goal; false where the peer could not run. */
  readonly met: boolean;
  /** Why the peer could not run. */
  readonly missing?: string;
}

/** What a benchmark found. */
export interface Report {
  readonly name: string;
  readonly size: number;
  readonly sizeUnit: string;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

/** What is run, how long, and who hears of its progress. */
export interface CompareOptions {
  readonly sides: Sides;
  readonly size: number;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
}

/** Runs all sides in turn, `rounds` times each, changing who goes first, so that what disturbs the machine disturbs all. */
export async function compare(benchmark: Benchmark, options: CompareOptions): Promise<Report> {
  const { sides, size, rounds, onRound } = options;
  const ours: Sample[] = [];
  const peers = Object.entries(sides.peers).map(([name, side]) => ({ name, side, samples: new Array<Sample>() }));
  const runs = [{ side: sides.ours, samples: ours }, ...peers.filter(canRun)];
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    for (const { side, samples } of rotated(runs, round)) samples.push(await side({ size, round }));
  }
  const rows = benchmark.metrics.flatMap((metric) =>
    peers.filter(({ name }) => Object.hasOwn(metric.against, name)).map((peer) => toRow(metric, ours, peer)),
  );
  return { name: benchmark.name, size, sizeUnit: benchmark.sizeUnit, rounds, rows };
}

interface Peer {
  readonly name: string;
  readonly side: Side | MissingSide;
  readonly samples: Sample[];
}

function canRun(peer: Peer): peer is Peer & { readonly side: Side } {
  return typeof peer.side === "function";
}

function rotated<T>(values: readonly T[], by: number): readonly T[] {
  const first = by % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

function toRow({ name, unit, against, better }: Metric, ours: readonly Sample[], peer: Peer): Row {
  const ourValues = ours.map((sample) => valueOf(sample, name));
  const goal = against[peer.name] ?? null;
  const common = { metric: name, unit, ours: median(ourValues), peerName: peer.name, goal, better };
  if (typeof peer.side !== "function") {
    return { ...common, peer: null, ratio: null, spread: null, met: false, missing: peer.side.missing };
  }
  const peerValues = peer.samples.map((sample) => valueOf(sample, name));
  const ratios = ourValues.map((value, round) => value / peerValues[round]!);
  const ratio = median(ratios);
  return {
    ...common,
    peer: median(peerValues),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    met: goal === null || (better === "higher" ? ratio >= goal : ratio <= goal),
  };
}

function valueOf(sample: Sample, name: string): number {
  const value = sample[name];
  if (value === undefined || !(value > 0))
    throw new Error(`benchmark: expected a positive number for "${name}", got ${String(value)}`);
  return value;
}

/** The middle value; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
