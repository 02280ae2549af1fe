/**
 * What a running program lets others see: a logger, metrics and hooks.
 *
 * Promised: looking on never changes or breaks what is looked at (nothing in here throws into its caller but on a declaration or
 * an amount that can't be right), what nobody looks at costs next to nothing, and no secret that the redactor knows is ever written. Not promised:
 * delivery. A record is handed to `write` once, and nothing is kept or retried.
 *
 * @module
 */
export { exponentialBuckets } from "./buckets.ts";
export { createLogger } from "./create-logger.ts";
export type { LoggerOptions } from "./create-logger.ts";
export { defaultBuckets, defaultLogLevel, defaultLogLimits, defaultMaxChildren } from "./defaults.ts";
export type { LogLimits } from "./defaults.ts";
export { ObserveError } from "./errors.ts";
export type { ObserveErrorCode } from "./errors.ts";
export { Hook } from "./hook.ts";
export type { HookOptions } from "./hook.ts";
export type { LogFields, LogFieldsSource, Logger, LogLevel, LogMessage } from "./logger.ts";
export type { HistogramSample, MetricHead, MetricSnapshot, ValueSample } from "./metric-snapshot.ts";
export type {
  BucketOptions,
  Counter,
  Gauge,
  Histogram,
  LabelledMetricOptions,
  LabelValues,
  MetricFamily,
  MetricOptions,
  Metrics,
} from "./metrics.ts";
export { MetricsRegistry } from "./metrics-registry.ts";
export type { MetricsRegistryOptions } from "./metrics-registry.ts";
export { prometheusContentType } from "./prometheus-text.ts";
export { redactText } from "./redact.ts";
export { isSecretName } from "./secret-names.ts";
export { silentLogger } from "./silent-logger.ts";
