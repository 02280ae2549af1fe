import type { Clock } from "../async/index.ts";
import { findApiError } from "../model/index.ts";
import type { Resource } from "../model/index.ts";
import type { Counter, Gauge, Histogram, MetricFamily, Metrics } from "../observe/index.ts";
import { exponentialBuckets } from "../observe/index.ts";
import { InformerError } from "./errors.ts";
import type { InformerErrorCode } from "./errors.ts";
import type { ListWay } from "./list-plan.ts";
import { isConnectionFailure } from "./recovery.ts";

const help = {
  lists: "Lists that were read whole, by how: streamed, in pages, in one piece",
  listDuration: "Seconds from the first request of a list until all of it was there",
  items: "Objects a list",
  watches: "Watches that were opened, streamed lists among them",
  watchDuration: "Seconds that a watch lasted",
  events: "Events a watch, bookmarks among them",
  failures: "Lists and watches that failed, by what the server or the reflector said",
  stepsBack: "Lists that were older than what the server had told before: it was restored",
  age: "Seconds since the last list, event or bookmark, by namespace where namespaces are followed one by one",
} as const;

const seconds: readonly number[] = [0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];
const sizes: readonly number[] = exponentialBuckets(1, 10, 7);

const reasons: Readonly<Partial<Record<InformerErrorCode, string>>> = Object.freeze({
  SETPOINT_INFORMER_LIST: "UnusableList",
  SETPOINT_INFORMER_WATCH_MUTE: "MuteWatch",
  SETPOINT_INFORMER_WATCH_SHORT: "ShortWatch",
});

/** Of which reflector the metrics are. */
export interface ReflectorMetricsOptions {
  readonly clock: Clock;
  /** Absent: it follows a collection as a whole. */
  readonly namespace?: string | undefined;
}

/** The `reflector_*` metrics of one reflector. */
export class ReflectorMetrics {
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  readonly #name: string;
  readonly #lists: MetricFamily<Counter, "name" | "way">;
  readonly #listDuration: Histogram;
  readonly #items: Histogram;
  readonly #watches: Counter;
  readonly #watchDuration: Histogram;
  readonly #events: Histogram;
  readonly #failures: MetricFamily<Counter, "name" | "reason">;
  readonly #stepsBack: Counter;
  readonly #ages: MetricFamily<Gauge, "name" | "namespace">;
  readonly #namespace: string;
  #heardAtMs: number | undefined;

  constructor({ group, plural }: Resource, metrics: Metrics, { clock, namespace = "" }: ReflectorMetricsOptions) {
    const name = group === "" ? plural : `${plural}.${group}`;
    const sizesOf = (id: string, text: string, buckets: readonly number[]): Histogram =>
      metrics.histogram(`reflector_${id}`, { help: text, labels: ["name"], buckets }).labels({ name });
    this.#metrics = metrics;
    this.#clock = clock;
    this.#name = name;
    this.#namespace = namespace;
    this.#lists = metrics.counter("reflector_lists_total", { help: help.lists, labels: ["name", "way"] });
    this.#failures = metrics.counter("reflector_failures_total", { help: help.failures, labels: ["name", "reason"] });
    this.#watches = metrics
      .counter("reflector_watches_total", { help: help.watches, labels: ["name"] })
      .labels({ name });
    this.#stepsBack = metrics
      .counter("reflector_steps_back_total", { help: help.stepsBack, labels: ["name"] })
      .labels({ name });
    this.#listDuration = sizesOf("list_duration_seconds", help.listDuration, seconds);
    this.#items = sizesOf("items_per_list", help.items, sizes);
    this.#watchDuration = sizesOf("watch_duration_seconds", help.watchDuration, seconds);
    this.#events = sizesOf("events_per_watch", help.events, sizes);
    this.#ages = metrics.gauge("reflector_last_heard_seconds", { help: help.age, labels: ["name", "namespace"] });
  }

  /** Tells the age at each scrape until it is disposed. Then there is none. */
  follow(): Disposable {
    const [labels, ages] = [{ name: this.#name, namespace: this.#namespace }, this.#ages];
    const following = this.#metrics.onCollect(() => {
      // Looked up each time: another reflector of the resource may have ended and taken the gauge away.
      const age = this.#heardAtMs === undefined ? undefined : this.#clock.monotonic() - this.#heardAtMs;
      if (age !== undefined) ages.labels(labels).set(age / 1_000);
    });
    return {
      [Symbol.dispose]: () => {
        following[Symbol.dispose]();
        ages.remove(labels);
      },
    };
  }

  heard(): void {
    this.#heardAtMs = this.#clock.monotonic();
  }

  listed(way: ListWay, { items, tookMs }: { readonly items: number; readonly tookMs: number }): void {
    this.heard();
    this.#lists.labels({ name: this.#name, way }).inc();
    this.#listDuration.observe(tookMs / 1_000);
    this.#items.observe(items);
  }

  watchOpened(): void {
    this.#watches.inc();
  }

  watchEnded({ ageMs, count }: { readonly ageMs: number; readonly count: number }): void {
    this.#watchDuration.observe(ageMs / 1_000);
    this.#events.observe(count);
  }

  steppedBack(): void {
    this.#stepsBack.inc();
  }

  failed(error: unknown): void {
    this.#failures.labels({ name: this.#name, reason: reasonOf(error) }).inc();
  }
}

function reasonOf(error: unknown): string {
  const found = findApiError(error);
  if (found !== undefined) return found.reason;
  if (InformerError.is(error)) return reasons[error.code] ?? error.code;
  return isConnectionFailure(error) ? "NoConnection" : "Other";
}
