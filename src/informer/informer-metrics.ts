import type { Resource } from "../model/index.ts";
import type { Counter, Gauge, MetricFamily, Metrics } from "../observe/index.ts";
import type { InformerFailure } from "./informer-failure.ts";
import type { Change } from "./resource-event-handler.ts";

const help = {
  objects: "Objects in the cache",
  queued: "Keys that were heard of and are not in the cache yet",
  pending: "Calls and changes that wait for handlers and streams",
  changes: "Changes of the cache that were told, resyncs not among them",
  failures: "Failures that informers have survived, by whose they were",
  merged: "Changes that were merged with others because a handler had fallen behind",
} as const;

/** What is measured when somebody looks. */
export interface InformerSizes {
  readonly objects: number;
  readonly queued: number;
  readonly pending: number;
}

/** The `informer_*` metrics of one informer. Several informers of one resource add up. */
export class InformerMetrics {
  readonly #metrics: Metrics;
  readonly #gauges: Readonly<Record<keyof InformerSizes, Gauge>>;
  readonly #changes: Readonly<Record<Change["type"], Counter>>;
  readonly #failures: MetricFamily<Counter, "name" | "source">;
  readonly #merged: Counter;
  readonly #name: string;

  constructor(metrics: Metrics, { group, plural }: Resource) {
    const name = group === "" ? plural : `${plural}.${group}`;
    const gauge = (id: string, text: string): Gauge =>
      metrics.gauge(`informer_${id}`, { help: text, labels: ["name"] }).labels({ name });
    const changes = metrics.counter("informer_changes_total", { help: help.changes, labels: ["name", "type"] });
    const change = (type: Change["type"]): Counter => changes.labels({ name, type });
    this.#metrics = metrics;
    this.#name = name;
    this.#gauges = {
      objects: gauge("objects", help.objects),
      queued: gauge("queued_keys", help.queued),
      pending: gauge("pending_calls", help.pending),
    };
    this.#changes = { add: change("add"), update: change("update"), delete: change("delete") };
    this.#failures = metrics.counter("informer_failures_total", { help: help.failures, labels: ["name", "source"] });
    this.#merged = metrics
      .counter("informer_merged_changes_total", { help: help.merged, labels: ["name"] })
      .labels({ name });
  }

  changed(type: Change["type"]): void {
    this.#changes[type].inc();
  }

  failed(source: InformerFailure["source"]): void {
    this.#failures.labels({ name: this.#name, source }).inc();
  }

  merged(): void {
    this.#merged.inc();
  }

  /** Shows the sizes at each scrape until it is disposed, and then none. */
  follow(measure: () => InformerSizes): Disposable {
    let shown: InformerSizes = { objects: 0, queued: 0, pending: 0 };
    const show = (sizes: InformerSizes): void => {
      const { objects, queued, pending } = this.#gauges;
      objects.add(sizes.objects - shown.objects);
      queued.add(sizes.queued - shown.queued);
      pending.add(sizes.pending - shown.pending);
      shown = sizes;
    };
    const collecting = this.#metrics.onCollect(() => show(measure()));
    return {
      [Symbol.dispose]: () => {
        collecting[Symbol.dispose]();
        show({ objects: 0, queued: 0, pending: 0 });
      },
    };
  }
}
