import { ObserveError } from "./errors.ts";
import type { HistogramSample, ValueSample } from "./metric-snapshot.ts";
import type { Counter, Gauge, Histogram } from "./metrics.ts";

/** The labels of one child, as they are exposed. */
export type Labels = Readonly<Record<string, string>>;

/** One child: it keeps the numbers and nothing else. */
export interface Cell<Sample> {
  sample(labels: Labels): Sample;
}

/** One counter. */
export class CounterCell implements Counter, Cell<ValueSample> {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  inc(by = 1): void {
    if (!(by >= 0 && by < Infinity)) {
      throw new ObserveError(
        "SETPOINT_METRIC_INVALID",
        `Incrementing a counter: expected a finite amount, zero or more, got ${by}`,
      );
    }
    this.#value += by;
  }

  sample(labels: Labels): ValueSample {
    return { labels, value: this.#value };
  }
}

/** One gauge. */
export class GaugeCell implements Gauge, Cell<ValueSample> {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  set(value: number): void {
    this.#value = value;
  }

  add(by: number): void {
    this.#value += by;
  }

  sample(labels: Labels): ValueSample {
    return { labels, value: this.#value };
  }
}

/** One histogram. Counts are kept per bucket and summed up only when they are read. */
export class HistogramCell implements Histogram, Cell<HistogramSample> {
  /** Finite and strictly increasing. */
  readonly #bounds: Float64Array;
  /** One for each bound, then one for what lies above the last, then the sum. */
  readonly #numbers: Float64Array;

  constructor(bounds: Float64Array) {
    this.#bounds = bounds;
    this.#numbers = new Float64Array(bounds.length + 2);
  }

  observe(value: number): void {
    if (!(value > -Infinity && value < Infinity)) {
      throw new ObserveError(
        "SETPOINT_METRIC_INVALID",
        `Observing in a histogram: expected a finite number, got ${value}`,
      );
    }
    const bounds = this.#bounds;
    let low = 0;
    let high = bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bounds[middle]! < value) low = middle + 1;
      else high = middle;
    }
    const numbers = this.#numbers;
    numbers[low]! += 1;
    numbers[numbers.length - 1]! += value;
  }

  sample(labels: Labels): HistogramSample {
    let count = 0;
    const buckets = Array.from(this.#numbers.subarray(0, -1), (inBucket, index) => {
      count += inBucket;
      return { upTo: this.#bounds[index] ?? Infinity, count };
    });
    return { labels, buckets, sum: this.#numbers.at(-1) ?? 0, count };
  }
}
