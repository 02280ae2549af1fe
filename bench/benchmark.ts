/** One number that both sides measure, and how far we want to be ahead. */
export interface Metric {
  /** Its name in what both sides print. */
  readonly name: string;
  readonly unit: string;
  readonly better: "higher" | "lower";
  /** The ratio, ours ÷ peer, to reach; none where the number is only shown. */
  readonly goal?: number | undefined;
}

/** What one run of one side measured, by metric name. */
export type Sample = Readonly<Record<string, number>>;

/** The size of one run; both sides get the same. */
export interface RunOptions {
  readonly size: number;
  /** Different in each round, so that neither side meets a key again. */
  readonly round: number;
}

/** Us and a peer at the same work. Each run is a process of its own, so that no run pays for another's garbage. */
export interface Benchmark {
  readonly name: string;
  readonly about: string;
  readonly peerName: string;
  readonly defaultSize: number;
  readonly metrics: readonly Metric[];
  /** Builds what the peer needs and says what is missing. */
  prepare(): Promise<void>;
  ours(options: RunOptions): Promise<Sample>;
  peer(options: RunOptions): Promise<Sample>;
}
