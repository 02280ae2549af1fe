/** What one child of a counter or gauge held at the moment of the scrape. */
export interface ValueSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What one child of a histogram held at the moment of the scrape. */
export interface HistogramSample {
  readonly labels: Readonly<Record<string, string>>;
  /** Cumulative, in increasing order; the last one is `Infinity` and counts everything. */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

/** One metric and all its children, as plain data: the seam for exporters. */
export type MetricSnapshot =
  | (MetricHead & { readonly kind: "counter" | "gauge"; readonly samples: readonly ValueSample[] })
  | (MetricHead & { readonly kind: "histogram"; readonly samples: readonly HistogramSample[] });

/** What is the same for every kind of metric. */
export interface MetricHead {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}
