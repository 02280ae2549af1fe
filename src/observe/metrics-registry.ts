import { defaultMaxChildren } from "./defaults.ts";
import { ObserveError } from "./errors.ts";
import { Hook } from "./hook.ts";
import type { Logger } from "./logger.ts";
import { CounterCell, GaugeCell, HistogramCell } from "./metric-cells.ts";
import type { Cell } from "./metric-cells.ts";
import { MetricChildren } from "./metric-children.ts";
import { declareMetric, isSameDeclaration, sampleNames } from "./metric-declaration.ts";
import type { DeclarationOptions, MetricDeclaration } from "./metric-declaration.ts";
import type { HistogramSample, MetricSnapshot, ValueSample } from "./metric-snapshot.ts";
import type {
  BucketOptions,
  Counter,
  Gauge,
  Histogram,
  LabelledMetricOptions,
  MetricFamily,
  MetricOptions,
  Metrics,
} from "./metrics.ts";
import { prometheusText } from "./prometheus-text.ts";

/** What a registry is made with. */
export interface MetricsRegistryOptions {
  /** How many children one metric may have before new ones share one. Default: `defaultMaxChildren`. */
  readonly maxChildren?: number | undefined;
  /** Told once for each metric that has too many children, and of collect callbacks that throw. */
  readonly logger?: Logger | undefined;
}

/**
 * Keeps metrics and exposes them. Each is an object of its own: two registries share nothing.
 *
 * A metric with too many children is counted in `setpoint_metrics_overflow_total{metric}`, once for each look-up that had to share.
 */
export class MetricsRegistry implements Metrics {
  readonly #counters = new Map<string, Declared<ValueSample, CounterCell>>();
  readonly #gauges = new Map<string, Declared<ValueSample, GaugeCell>>();
  readonly #histograms = new Map<string, Declared<HistogramSample, HistogramCell>>();
  /** Every name under which a sample is exposed, with the metric that it belongs to. */
  readonly #owners = new Map<string, MetricDeclaration>();
  readonly #collect: Hook<void>;
  readonly #maxChildren: number;
  readonly #logger: Logger | undefined;
  readonly #overflow: MetricFamily<Counter, "metric">;

  constructor({ maxChildren = defaultMaxChildren, logger }: MetricsRegistryOptions = {}) {
    if (!(maxChildren >= 1)) {
      throw new ObserveError(
        "SETPOINT_METRIC_INVALID",
        `Making a metrics registry: expected maxChildren of 1 or more, got ${maxChildren}`,
      );
    }
    // The count of overflows has one child for each metric, so it needs no bound of its own.
    this.#maxChildren = Infinity;
    this.#overflow = this.counter("setpoint_metrics_overflow_total", {
      help: "Look-ups of a metric's child that got the shared one because the metric had too many.",
      labels: ["metric"],
    });
    this.#maxChildren = maxChildren;
    this.#logger = logger;
    this.#collect = new Hook({ onError: (error) => logger?.error("A metrics callback failed", { error }) });
  }

  counter(name: string, options: MetricOptions): Counter;
  counter<Label extends string>(name: string, options: LabelledMetricOptions<Label>): MetricFamily<Counter, Label>;
  counter(name: string, options: DeclarationOptions): Counter | MetricFamily<Counter, string> {
    return this.#declare(this.#counters, declareMetric("counter", name, options), () => new CounterCell());
  }

  gauge(name: string, options: MetricOptions): Gauge;
  gauge<Label extends string>(name: string, options: LabelledMetricOptions<Label>): MetricFamily<Gauge, Label>;
  gauge(name: string, options: DeclarationOptions): Gauge | MetricFamily<Gauge, string> {
    return this.#declare(this.#gauges, declareMetric("gauge", name, options), () => new GaugeCell());
  }

  histogram(name: string, options: MetricOptions & BucketOptions): Histogram;
  histogram<Label extends string>(
    name: string,
    options: LabelledMetricOptions<Label> & BucketOptions,
  ): MetricFamily<Histogram, Label>;
  histogram(name: string, options: DeclarationOptions): Histogram | MetricFamily<Histogram, string> {
    const declaration = declareMetric("histogram", name, options);
    const bounds = Float64Array.from(declaration.buckets);
    return this.#declare(this.#histograms, declaration, () => new HistogramCell(bounds));
  }

  onCollect(callback: () => void): Disposable {
    return this.#collect.subscribe(callback);
  }

  /** Runs the collect callbacks and copies every metric, sorted by name. The result is plain data and does not change any more. */
  collect(): MetricSnapshot[] {
    this.#collect.emit();
    return [
      ...this.#values("counter", this.#counters),
      ...this.#values("gauge", this.#gauges),
      ...Array.from(this.#histograms.values(), ({ declaration: { name, help, labels }, children }) => ({
        kind: "histogram" as const,
        name,
        help,
        labels,
        samples: children.samples(),
      })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Collects, and writes it as Prometheus text; serve it with `prometheusContentType`. */
  text(): string {
    return prometheusText(this.collect());
  }

  #values(
    kind: "counter" | "gauge",
    declared: ReadonlyMap<string, Declared<ValueSample, Cell<ValueSample>>>,
  ): MetricSnapshot[] {
    return Array.from(declared.values(), ({ declaration: { name, help, labels }, children }) => ({
      kind,
      name,
      help,
      labels,
      samples: children.samples(),
    }));
  }

  #declare<Sample, C extends Cell<Sample>>(
    declared: Map<string, Declared<Sample, C>>,
    declaration: MetricDeclaration,
    make: () => C,
  ): C | MetricFamily<C, string> {
    this.#claim(declaration);
    const { name, labels } = declaration;
    let children = declared.get(name)?.children;
    if (children === undefined) {
      const onOverflow = this.#overflowOf(name);
      children = new MetricChildren({ name, labels, make, max: this.#maxChildren, onOverflow });
      declared.set(name, { declaration, children });
    }
    return labels.length === 0 ? children.labels({}) : children;
  }

  /** Reserves the names of the metric's samples; throws, and reserves none, when one is taken by a different metric. */
  #claim(declaration: MetricDeclaration): void {
    const names = sampleNames(declaration);
    for (const name of names) {
      const owner = this.#owners.get(name);
      if (owner === undefined || isSameDeclaration(owner, declaration)) continue;
      throw new ObserveError(
        "SETPOINT_METRIC_CONFLICT",
        `Declaring the ${declaration.kind} ${declaration.name}: ${name} is already exposed by the ${owner.kind} ${owner.name}, ` +
          `declared with another kind, help, labels or buckets`,
      );
    }
    for (const name of names) this.#owners.set(name, declaration);
  }

  #overflowOf(metric: string): () => void {
    let logged = false;
    return () => {
      this.#overflow.labels({ metric }).inc();
      if (logged) return;
      logged = true;
      this.#logger?.warn("A metric has too many children; new ones share one labelled `other`", {
        metric,
        maxChildren: this.#maxChildren,
      });
    };
  }
}

interface Declared<Sample, C extends Cell<Sample>> {
  readonly declaration: MetricDeclaration;
  readonly children: MetricChildren<Sample, C>;
}
