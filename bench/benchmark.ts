/** One number that the sides measure, and how far we want to be ahead of whom. */
export interface Metric {
  /** Its name in what the sides print. */
  readonly name: string;
  readonly unit: string;
  readonly better: "higher" | "lower";
  /** The peers it is compared with, each with the ratio, ours ÷ peer, to reach; `null` where the number is only shown. */
  readonly against: Readonly<Record<string, number | null>>;
}

/** What one run of one side measured, by metric name. */
export type Sample = Readonly<Record<string, number>>;

/** The size of one run; all sides get the same. */
export interface RunOptions {
  readonly size: number;
  /** Different in each round, so that no side meets a key again. */
  readonly round: number;
}

/** One run, in processes of its own, so that no run pays for another's garbage. */
export type Side = (options: RunOptions) => Promise<Sample>;

/** A peer that cannot run here, and why. */
export interface MissingSide {
  readonly missing: string;
}

/** Us and our peers, by name, ready to run. */
export interface Sides {
  readonly ours: Side;
  readonly peers: Readonly<Record<string, Side | MissingSide>>;
}

/** Us and our peers at the same work. */
export interface Benchmark {
  readonly name: string;
  readonly about: string;
  /** What `size` counts. */
  readonly sizeUnit: string;
  readonly defaultSize: number;
  readonly metrics: readonly Metric[];
  /** Builds what the sides need, or says what is missing. What has to run or to exist until the last round is given to `open`. */
  prepare(size: number, open: AsyncDisposableStack): Promise<Sides>;
}
