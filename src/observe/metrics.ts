/** A number that only grows. Hold the child: `inc` on it allocates nothing. */
export interface Counter {
  /** Adds `by` (1 when left out). A negative, infinite or NaN amount throws and changes nothing. */
  inc(by?: number): void;
  readonly value: number;
}

/** A number that goes up and down. Any number is accepted, also NaN and the infinities. */
export interface Gauge {
  set(value: number): void;
  add(by: number): void;
  readonly value: number;
}

/** Counts of observations by size. Hold the child: `observe` on it allocates nothing. */
export interface Histogram {
  /** Counts `value` in the first bucket whose upper bound is not below it. An infinite or NaN value throws and changes nothing. */
  observe(value: number): void;
}

/** One value for every declared label: an unknown or missing one does not compile, and throws at run time. */
export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

/** A metric with labels: one child for each combination of values. */
export interface MetricFamily<Child, Label extends string> {
  /**
   * The child for these values, made on first use and the same one ever after. Looking it up builds a key, so keep the child.
   *
   * Beyond the registry's bound on children every new combination gets one shared child whose labels all say `other`.
   */
  labels(values: LabelValues<Label>): Child;
  /** Takes the child out of what is exposed, and says whether there was one. What is written to it afterwards is lost. */
  remove(values: LabelValues<Label>): boolean;
}

/** The declaration of a counter or gauge without labels: the metric is its own and only child. */
export interface MetricOptions {
  readonly help: string;
  readonly labels?: undefined;
}

/** The declaration of a counter or gauge with labels. */
export interface LabelledMetricOptions<Label extends string> {
  readonly help: string;
  readonly labels: readonly [Label, ...Label[]];
}

/** The upper bounds of a histogram's buckets. */
export interface BucketOptions {
  /** Finite and strictly increasing; the bucket for everything above the last one is added. Default: `defaultBuckets`, for seconds. */
  readonly buckets?: readonly number[] | undefined;
}

/**
 * Where metrics are declared and counted. An object that is handed around, never a global.
 *
 * Declaring the same metric twice gives the same one; declaring its name differently throws `SETPOINT_METRIC_CONFLICT`, a name or label
 * that Prometheus does not accept throws `SETPOINT_METRIC_INVALID`.
 */
export interface Metrics {
  counter(name: string, options: MetricOptions): Counter;
  counter<Label extends string>(name: string, options: LabelledMetricOptions<Label>): MetricFamily<Counter, Label>;

  gauge(name: string, options: MetricOptions): Gauge;
  gauge<Label extends string>(name: string, options: LabelledMetricOptions<Label>): MetricFamily<Gauge, Label>;

  histogram(name: string, options: MetricOptions & BucketOptions): Histogram;
  histogram<Label extends string>(
    name: string,
    options: LabelledMetricOptions<Label> & BucketOptions,
  ): MetricFamily<Histogram, Label>;

  /** Runs `callback` before each scrape, for gauges that are computed then. One that throws is reported and spoils nothing else. */
  onCollect(callback: () => void): Disposable;
}
