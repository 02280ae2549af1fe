import { checkedBuckets } from "./buckets.ts";
import { defaultBuckets } from "./defaults.ts";
import { ObserveError } from "./errors.ts";

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** A metric as it was asked for, checked. */
export interface MetricDeclaration {
  readonly kind: "counter" | "gauge" | "histogram";
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Empty unless it is a histogram. */
  readonly buckets: readonly number[];
}

/** What a caller may say about a metric, of whatever kind. */
export interface DeclarationOptions {
  readonly help: string;
  readonly labels?: readonly string[] | undefined;
  readonly buckets?: readonly number[] | undefined;
}

/** Checks a declaration; throws `SETPOINT_METRIC_INVALID` when Prometheus would not accept it. */
export function declareMetric(
  kind: MetricDeclaration["kind"],
  name: string,
  { help, labels = [], buckets = defaultBuckets }: DeclarationOptions,
): MetricDeclaration {
  const attempt = `Declaring the ${kind} ${JSON.stringify(name)}`;
  if (!metricName.test(name))
    throw invalid(`${attempt}: expected a name of letters, digits, "_" and ":" that begins with no digit`);
  labels.forEach((label, index) => {
    if (!labelName.test(label) || label.startsWith("__")) {
      throw invalid(
        `${attempt}: expected labels of letters, digits and "_" that begin with no digit and no "__", got ${JSON.stringify(label)}`,
      );
    }
    if (labels.indexOf(label) !== index) throw invalid(`${attempt}: expected each label once, got ${label} again`);
    if (kind === "histogram" && label === "le") throw invalid(`${attempt}: the label le belongs to the buckets`);
  });
  return {
    kind,
    name,
    help: help.toWellFormed(),
    labels: [...labels],
    buckets: kind === "histogram" ? checkedBuckets(buckets, attempt) : [],
  };
}

/** The names under which the metric's samples are exposed. */
export function sampleNames({ kind, name }: MetricDeclaration): readonly string[] {
  return kind === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

/** Whether both ask for the very same metric: kind, help, labels in order, buckets. */
export function isSameDeclaration(a: MetricDeclaration, b: MetricDeclaration): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function invalid(message: string): ObserveError {
  return new ObserveError("SETPOINT_METRIC_INVALID", message);
}
