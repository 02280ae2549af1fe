import fc from "fast-check";
import { test } from "vitest";
import { MetricsRegistry } from "./metrics-registry.ts";
import type { MetricSnapshot } from "./metric-snapshot.ts";
import { prometheusContentType } from "./prometheus-text.ts";

interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Block {
  readonly name: string;
  readonly help: string;
  readonly kind: string;
  readonly lines: readonly Line[];
}

/** Reads the text format strictly: anything that is not exactly a HELP, a TYPE or a sample line of the last TYPE throws. */
function parse(text: string): Block[] {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line has no end");
  const blocks: { name: string; help: string; kind: string; lines: Line[] }[] = [];
  const lines = text.split("\n").slice(0, -1);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line.startsWith("# HELP ")) {
      const help = /^# HELP ([a-zA-Z_:][\w:]*) (.*)$/s.exec(line);
      const kind = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(lines[(index += 1)] ?? "");
      if (help === null || kind === null || help[1] !== kind[1]) throw new Error(`no head: ${line}`);
      blocks.push({ name: help[1] ?? "", help: unescape(help[2] ?? ""), kind: kind[2] ?? "", lines: [] });
      continue;
    }
    const block = blocks.at(-1);
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s.exec(line);
    if (block === undefined || sample === null) throw new Error(`no sample: ${line}`);
    const name = sample[1] ?? "";
    const suffix = block.kind === "histogram" ? /^_(?:bucket|sum|count)$/ : /^$/;
    if (!name.startsWith(block.name) || !suffix.test(name.slice(block.name.length)))
      throw new Error(`not ${block.name}: ${line}`);
    block.lines.push({ name, labels: parseLabels(sample[2] ?? ""), value: parseNumber(sample[3] ?? "") });
  }
  return blocks;
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== "") {
    const pair = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/s.exec(rest);
    if (pair === null) throw new Error(`no label: ${rest}`);
    labels[pair[1] ?? ""] = unescape(pair[2] ?? "");
    rest = rest.slice(pair[0].length);
  }
  return labels;
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, character: string) => (character === "n" ? "\n" : character));
}

function parseNumber(text: string): number {
  if (text === "NaN") return Number.NaN;
  if (text === "+Inf" || text === "-Inf") return text === "+Inf" ? Infinity : -Infinity;
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(text)) throw new Error(`no number: ${text}`);
  return Number(text);
}

/** What the text should say, from the plain data. */
function expected(metrics: readonly MetricSnapshot[]): Block[] {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map((metric) => ({
      name: metric.name,
      help: metric.help,
      kind: metric.kind,
      lines:
        metric.kind === "histogram"
          ? metric.samples.flatMap((sample) => histogramLines(metric.name, sample))
          : metric.samples.map(({ labels, value }) => ({ name: metric.name, labels, value: value + 0 })),
    }));
}

function histogramLines(
  name: string,
  { labels, buckets, sum, count }: (MetricSnapshot & { kind: "histogram" })["samples"][number],
): Line[] {
  return [
    ...buckets.map(({ upTo, count: value }) => ({
      name: `${name}_bucket`,
      labels: { ...labels, le: upTo === Infinity ? "+Inf" : String(upTo) },
      value,
    })),
    { name: `${name}_sum`, labels, value: sum + 0 },
    { name: `${name}_count`, labels, value: count },
  ];
}

test("the text has help, type, labels, buckets, sum and count, sorted [observe/prometheus-text]", ({ expect }) => {
  const registry = new MetricsRegistry();
  registry.gauge("b_depth", { help: 'Back\\slash,\nnew line and "quotes"' }).set(Number.NaN);
  const counter = registry.counter("c_total", { help: "", labels: ["name", "zone"] });
  counter.labels({ zone: "eu", name: 'a"\\\n' }).inc(3);
  registry
    .histogram("a_seconds", { help: "Seconds", labels: ["name"], buckets: [0.1, 1] })
    .labels({ name: "x" })
    .observe(0.5);
  expect(registry.text()).toBe(
    [
      "# HELP a_seconds Seconds",
      "# TYPE a_seconds histogram",
      'a_seconds_bucket{name="x",le="0.1"} 0',
      'a_seconds_bucket{name="x",le="1"} 1',
      'a_seconds_bucket{name="x",le="+Inf"} 1',
      'a_seconds_sum{name="x"} 0.5',
      'a_seconds_count{name="x"} 1',
      '# HELP b_depth Back\\\\slash,\\nnew line and "quotes"',
      "# TYPE b_depth gauge",
      "b_depth NaN",
      "# HELP c_total ",
      "# TYPE c_total counter",
      'c_total{name="a\\"\\\\\\n",zone="eu"} 3',
      "",
    ].join("\n"),
  );
});

test("numbers are spelled as Prometheus reads them [observe/prometheus-text]", ({ expect }) => {
  const gauge = new MetricsRegistry();
  const value = gauge.gauge("x", { help: "" });
  const spelled = (number: number): string => {
    value.set(number);
    return gauge.text().split("\n").at(-2) ?? "";
  };
  expect([Infinity, -Infinity, Number.NaN, 1e21, 1.5e-7, -2].map(spelled)).toEqual([
    "x +Inf",
    "x -Inf",
    "x NaN",
    "x 1e+21",
    "x 1.5e-7",
    "x -2",
  ]);
});

test("the content type names the format and its version [observe/prometheus-text]", ({ expect }) => {
  expect(prometheusContentType).toBe("text/plain; version=0.0.4; charset=utf-8");
});

const metricName = fc.stringMatching(/^[a-zA-Z_:][a-zA-Z0-9_:]{0,8}$/);
const labelName = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,5}$/).filter((name) => name !== "le");
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom('"', "\\", "\n", "n", ",", "{", "}", "\r", "\ud800") }),
);
const declaration = fc.record({
  kind: fc.constantFrom("counter" as const, "gauge" as const, "histogram" as const),
  name: metricName,
  help: anyText,
  labels: fc.uniqueArray(labelName, { minLength: 1, maxLength: 3 }),
  buckets: fc.uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { maxLength: 4 }),
  children: fc.array(fc.record({ values: fc.array(anyText, { minLength: 3, maxLength: 3 }), number: fc.double() }), {
    maxLength: 4,
  }),
});

function fill(
  registry: MetricsRegistry,
  { kind, name, help, labels, buckets, children }: typeof declaration extends fc.Arbitrary<infer T> ? T : never,
): void {
  const declared = {
    help,
    labels: labels as [string, ...string[]],
    buckets: [...new Set(buckets.map((bound) => bound + 0))].sort((a, b) => a - b),
  };
  for (const { values, number } of children) {
    const at = Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""]));
    const finite = Number.isFinite(number) ? number : 1;
    if (kind === "counter") registry.counter(name, declared).labels(at).inc(Math.abs(finite));
    else if (kind === "gauge") registry.gauge(name, declared).labels(at).set(number);
    else registry.histogram(name, declared).labels(at).observe(finite);
  }
}

test("whatever is put in, the text reads back to it [observe/prometheus-text]", ({ expect }) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(declaration, { selector: ({ name }) => name.replace(/_(?:bucket|sum|count)$/, ""), maxLength: 4 }),
      (declarations) => {
        const registry = new MetricsRegistry();
        for (const each of declarations) fill(registry, each);
        const text = registry.text();
        expect(text.isWellFormed()).toBe(true);
        expect(parse(text)).toEqual(expected(registry.collect()));
      },
    ),
    { numRuns: 300 },
  );
});

test("the order does not depend on the order of declaration and use [observe/scrape-order-stable]", ({ expect }) => {
  const order = fc.shuffledSubarray(["b", "a", "c"], { minLength: 3 });
  const textOf = (names: readonly string[], values: readonly string[]): string => {
    const registry = new MetricsRegistry();
    for (const name of names) {
      const family = registry.counter(name, { help: "", labels: ["x", "y"] });
      for (const x of values) for (const y of values) family.labels({ x, y }).inc();
    }
    return registry.text();
  };
  fc.assert(
    fc.property(order, order, (names, values) => {
      expect(textOf(names, values)).toBe(textOf(["a", "b", "c"], ["a", "b", "c"]));
    }),
  );
});
