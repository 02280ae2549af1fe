import type { Counter, Gauge, Histogram, MetricFamily, Metrics } from "../observe/index.ts";
import { exponentialBuckets } from "../observe/index.ts";
import { maxDepthPriorities } from "./defaults.ts";

/** Where a queue counts, and under which name. */
export interface QueueMetricsOptions {
  readonly registry: Metrics;
  /** The value of the label `name`. */
  readonly name: string;
}

const help = {
  depth: "Keys that are ready, or will be when the work on them ends, by priority",
  adds: "Keys that became ready; adding one that is ready already does not count",
  retries: "Calls of addAfter and addRateLimited",
  queued: "Seconds from a key being ready to its being taken",
  worked: "Seconds from a key being taken to its being given back",
  unfinished: "Seconds that the work in progress has taken so far, added up",
  longest: "Seconds that the longest running work in progress has taken so far",
} as const;

/**
 * The `workqueue_*` metrics of one queue. The two gauges on work in
 * progress are computed at each scrape, so they are exact; disposing ends that.
 */
export class QueueMetrics implements Disposable {
  readonly #depth: MetricFamily<Gauge, "name" | "priority">;
  readonly #adds: Counter;
  readonly #retries: Counter;
  readonly #queued: Histogram;
  readonly #worked: Histogram;
  readonly #name: string;
  readonly #depths = new Map<number, Gauge>();
  readonly #now: () => number;
  /** When each slot became ready, and when the work on it began. */
  readonly #readySince = new Map<number, number>();
  readonly #started = new Map<number, number>();
  readonly #collect: () => void;
  readonly #collecting: Disposable;

  constructor({ registry, name }: QueueMetricsOptions, now: () => number) {
    const declared = (text: string): { help: string; labels: readonly ["name"] } => ({ help: text, labels: ["name"] });
    const buckets = exponentialBuckets(1e-8, 10, 10);
    const unfinished = registry.gauge("workqueue_unfinished_work_seconds", declared(help.unfinished)).labels({ name });
    const longest = registry
      .gauge("workqueue_longest_running_processor_seconds", declared(help.longest))
      .labels({ name });
    this.#name = name;
    this.#now = now;
    this.#depth = registry.gauge("workqueue_depth", { help: help.depth, labels: ["name", "priority"] });
    this.#adds = registry.counter("workqueue_adds_total", declared(help.adds)).labels({ name });
    this.#retries = registry.counter("workqueue_retries_total", declared(help.retries)).labels({ name });
    this.#queued = registry
      .histogram("workqueue_queue_duration_seconds", { ...declared(help.queued), buckets })
      .labels({ name });
    this.#worked = registry
      .histogram("workqueue_work_duration_seconds", { ...declared(help.worked), buckets })
      .labels({ name });
    this.#depthAt(0);
    this.#collect = () => {
      const at = now();
      let [sumMs, longestMs] = [0, 0];
      for (const startedAt of this.#started.values()) {
        sumMs += at - startedAt;
        longestMs = Math.max(longestMs, at - startedAt);
      }
      unfinished.set(sumMs / 1000);
      longest.set(longestMs / 1000);
    };
    this.#collecting = registry.onCollect(this.#collect);
  }

  added(slot: number, priority: number): void {
    this.#readySince.set(slot, this.#now());
    this.#adds.inc();
    this.#depthAt(priority).add(1);
  }

  retried(): void {
    this.#retries.inc();
  }

  raised(from: number, to: number): void {
    this.#depthAt(from).add(-1);
    this.#depthAt(to).add(1);
  }

  /** The slot will not be handed out after all. */
  dropped(slot: number, priority: number): void {
    this.#readySince.delete(slot);
    this.#depthAt(priority).add(-1);
  }

  taken(slot: number, priority: number): void {
    const now = this.#now();
    this.#depthAt(priority).add(-1);
    this.#queued.observe((now - this.#readySince.get(slot)!) / 1000);
    this.#readySince.delete(slot);
    this.#started.set(slot, now);
  }

  finished(slot: number): void {
    this.#worked.observe((this.#now() - this.#started.get(slot)!) / 1000);
    this.#started.delete(slot);
  }

  [Symbol.dispose](): void {
    this.#collect();
    this.#collecting[Symbol.dispose]();
  }

  #depthAt(priority: number): Gauge {
    let gauge = this.#depths.get(priority);
    if (gauge === undefined) {
      const label = this.#depths.size < maxDepthPriorities ? String(priority) : "other";
      gauge = this.#depth.labels({ name: this.#name, priority: label });
      // What is beyond the bound is looked up each time: remembering it would grow without one.
      if (label !== "other") this.#depths.set(priority, gauge);
    }
    return gauge;
  }
}
