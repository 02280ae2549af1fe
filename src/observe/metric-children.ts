import { ObserveError } from "./errors.ts";
import type { Cell, Labels } from "./metric-cells.ts";
import type { LabelValues, MetricFamily } from "./metrics.ts";

/** The value of every label of the child that is shared once a metric has too many. */
const overflowValue = "other";

/** What one metric's children are made with. */
export interface ChildrenOptions<C> {
  readonly name: string;
  readonly labels: readonly string[];
  readonly make: () => C;
  readonly max: number;
  /** Called for each look-up that got the shared child because there was no room for its own. */
  readonly onOverflow: () => void;
}

/** The children of one metric, by their label values. */
export class MetricChildren<Sample, C extends Cell<Sample>> implements MetricFamily<C, string> {
  readonly #children = new Map<string, { readonly labels: Labels; readonly cell: C }>();
  readonly #options: ChildrenOptions<C>;

  constructor(options: ChildrenOptions<C>) {
    this.#options = options;
  }

  labels(values: LabelValues<string>): C {
    const read = this.#read(values);
    const key = keyOf(read);
    const found = this.#children.get(key);
    if (found !== undefined) return found.cell;
    if (this.#children.size < this.#options.max) return this.#add(key, read);
    this.#options.onOverflow();
    const shared = read.map(() => overflowValue);
    const sharedKey = keyOf(shared);
    return this.#children.get(sharedKey)?.cell ?? this.#add(sharedKey, shared);
  }

  remove(values: LabelValues<string>): boolean {
    return this.#children.delete(keyOf(this.#read(values)));
  }

  /** Every child, sorted by label values, so that two scrapes list them alike. */
  samples(): Sample[] {
    const names = this.#options.labels;
    return [...this.#children.values()]
      .sort((a, b) => compareLabels(a.labels, b.labels, names))
      .map(({ labels, cell }) => cell.sample(labels));
  }

  #add(key: string, values: readonly string[]): C {
    const cell = this.#options.make();
    const labels = Object.freeze(
      Object.fromEntries(this.#options.labels.map((label, index) => [label, values[index] ?? ""])),
    );
    this.#children.set(key, { labels, cell });
    return cell;
  }

  /** The values in declared order. What UTF-8 can't carry is replaced here, before values are told apart: a scrape must not hold twins. */
  #read(values: LabelValues<string>): string[] {
    const { name, labels } = this.#options;
    const given = Object.keys(values);
    const unknown = given.length > labels.length ? given.find((label) => !labels.includes(label)) : undefined;
    if (unknown !== undefined) {
      throw new ObserveError(
        "SETPOINT_METRIC_INVALID",
        `Labelling ${name}: unknown label ${JSON.stringify(unknown)}, expected ${labels.join(", ")}`,
      );
    }
    return labels.map((label) => {
      const value: unknown = Object.hasOwn(values, label) ? values[label] : undefined;
      if (typeof value === "string") return value.toWellFormed();
      throw new ObserveError(
        "SETPOINT_METRIC_INVALID",
        `Labelling ${name}: expected a string for label ${label}, got ${typeof value}`,
      );
    });
  }
}

/** Distinct for distinct lists of values, whatever characters are in them. */
function keyOf(values: readonly string[]): string {
  if (values.length === 1) return values[0] ?? "";
  let key = "";
  for (const value of values) key += `${value.length}:${value}`;
  return key;
}

function compareLabels(a: Labels, b: Labels, names: readonly string[]): number {
  for (const name of names) {
    const left = a[name] ?? "";
    const right = b[name] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
