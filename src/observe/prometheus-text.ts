import type { HistogramSample, MetricSnapshot } from "./metric-snapshot.ts";

/** The content type to serve the text with. */
export const prometheusContentType = "text/plain; version=0.0.4; charset=utf-8";

/** The Prometheus text exposition, format 0.0.4, of what was collected. A metric without children is left out. */
export function prometheusText(metrics: readonly MetricSnapshot[]): string {
  let text = "";
  for (const metric of metrics) {
    if (metric.samples.length === 0) continue;
    text += `# HELP ${metric.name} ${escapeHelp(metric.help)}\n# TYPE ${metric.name} ${metric.kind}\n`;
    if (metric.kind === "histogram") {
      for (const sample of metric.samples) text += histogramLines(metric.name, sample);
    } else {
      for (const { labels, value } of metric.samples) text += line(metric.name, labelPairs(labels), value);
    }
  }
  return text;
}

function histogramLines(name: string, { labels, buckets, sum, count }: HistogramSample): string {
  const pairs = labelPairs(labels);
  const before = pairs === "" ? "" : `${pairs},`;
  let text = "";
  for (const bucket of buckets) text += line(`${name}_bucket`, `${before}le="${spell(bucket.upTo)}"`, bucket.count);
  return `${text}${line(`${name}_sum`, pairs, sum)}${line(`${name}_count`, pairs, count)}`;
}

function line(name: string, pairs: string, value: number): string {
  return pairs === "" ? `${name} ${spell(value)}\n` : `${name}{${pairs}} ${spell(value)}\n`;
}

function labelPairs(labels: Readonly<Record<string, string>>): string {
  let pairs = "";
  for (const name of Object.keys(labels)) {
    pairs += `${pairs === "" ? "" : ","}${name}="${escapeLabel(labels[name] ?? "")}"`;
  }
  return pairs;
}

function spell(value: number): string {
  if (value === Infinity) return "+Inf";
  if (value === -Infinity) return "-Inf";
  return String(value);
}

function escapeHelp(help: string): string {
  return help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(value: string): string {
  return escapeHelp(value).replaceAll('"', '\\"');
}
