import { describe, expectTypeOf, test } from "vitest";
import { ObserveError } from "./errors.ts";
import type { ObserveErrorCode } from "./errors.ts";
import type { Logger } from "./logger.ts";
import type { Counter, LabelValues, MetricFamily } from "./metrics.ts";
import { MetricsRegistry } from "./metrics-registry.ts";
import { silentLogger } from "./silent-logger.ts";

function codeOf(attempt: () => unknown): ObserveErrorCode | "none" {
  try {
    attempt();
    return "none";
  } catch (error) {
    if (ObserveError.is(error)) return error.code;
    throw error;
  }
}

/** A logger that keeps messages and fields. */
function keeping(): { logger: Logger; records: unknown[] } {
  const records: unknown[] = [];
  const keep = (message: unknown, fields: unknown): void => void records.push([message, fields]);
  return { logger: { ...silentLogger, warn: keep, error: keep }, records };
}

function valueOf(registry: MetricsRegistry, name: string): unknown {
  return registry.collect().find((metric) => metric.name === name)?.samples;
}

describe("a counter", () => {
  test("counts by one or by a given amount [observe/counter-only-grows]", ({ expect }) => {
    const counter = new MetricsRegistry().counter("adds_total", { help: "Adds" });
    counter.inc();
    counter.inc(2.5);
    counter.inc(0);
    expect(counter.value).toBe(3.5);
  });

  test.for([-1, Number.NaN, Infinity, -Infinity])(
    "refuses %d and keeps its value [observe/counter-only-grows]",
    (amount, { expect }) => {
      const counter = new MetricsRegistry().counter("adds_total", { help: "Adds" });
      counter.inc();
      expect(codeOf(() => counter.inc(amount))).toBe("SETPOINT_METRIC_INVALID");
      expect(counter.value).toBe(1);
    },
  );
});

test("a gauge is set and moved both ways, to any number [observe/gauge-any-number]", ({ expect }) => {
  const gauge = new MetricsRegistry().gauge("depth", { help: "Depth" });
  gauge.set(4);
  gauge.add(-5.5);
  expect(gauge.value).toBe(-1.5);
  gauge.set(Number.NaN);
  expect(gauge.value).toBeNaN();
});

describe("a histogram", () => {
  test("counts a value in the first bucket that is not below it, and all in the last [observe/histogram-buckets]", ({
    expect,
  }) => {
    const registry = new MetricsRegistry();
    const histogram = registry.histogram("seconds", { help: "Seconds", buckets: [1, 2, 4] });
    for (const value of [0.5, 1, 1.5, 4, 4.1, -3]) histogram.observe(value);
    expect(valueOf(registry, "seconds")).toEqual([
      {
        labels: {},
        buckets: [
          { upTo: 1, count: 3 },
          { upTo: 2, count: 4 },
          { upTo: 4, count: 5 },
          { upTo: Infinity, count: 6 },
        ],
        sum: 8.1,
        count: 6,
      },
    ]);
  });

  test.for([Number.NaN, Infinity, -Infinity])(
    "refuses %d and keeps its counts [observe/histogram-buckets]",
    (value, { expect }) => {
      const registry = new MetricsRegistry();
      const histogram = registry.histogram("seconds", { help: "Seconds", buckets: [1] });
      expect(codeOf(() => histogram.observe(value))).toBe("SETPOINT_METRIC_INVALID");
      expect(valueOf(registry, "seconds")).toMatchObject([{ sum: 0, count: 0 }]);
    },
  );

  test.for([[[2, 1]], [[1, 1]], [[Number.NaN]], [[Infinity, 1]], [[-Infinity]]] as const)(
    "refuses the buckets %j [observe/invalid-declaration-refused]",
    ([buckets], { expect }) => {
      const registry = new MetricsRegistry();
      expect(codeOf(() => registry.histogram("seconds", { help: "", buckets }))).toBe("SETPOINT_METRIC_INVALID");
      expect(codeOf(() => registry.counter("seconds", { help: "" }))).toBe("none");
    },
  );
});

describe("declaring", () => {
  test("the same metric twice gives the same one [observe/same-declaration-same-metric]", ({ expect }) => {
    const registry = new MetricsRegistry();
    const options = { help: "Adds", labels: ["name"] } as const;
    expect(registry.counter("adds_total", options)).toBe(registry.counter("adds_total", options));
    expect(registry.gauge("depth", { help: "" })).toBe(registry.gauge("depth", { help: "" }));
    const buckets = { help: "", buckets: [1, 2, Infinity] };
    expect(registry.histogram("seconds", buckets)).toBe(registry.histogram("seconds", { help: "", buckets: [1, 2] }));
  });

  test.for([
    ["kind", (registry) => registry.gauge("x", { help: "x", labels: ["a", "b"] })],
    ["help", (registry) => registry.counter("x", { help: "y", labels: ["a", "b"] })],
    ["labels", (registry) => registry.counter("x", { help: "x", labels: ["a"] })],
    ["order of labels", (registry) => registry.counter("x", { help: "x", labels: ["b", "a"] })],
    ["buckets", (registry) => registry.histogram("h", { help: "h", buckets: [1, 3] })],
    ["a histogram over a counter's name", (registry) => registry.histogram("taken", { help: "" })],
    ["a counter over a histogram's sum", (registry) => registry.counter("h_sum", { help: "" })],
  ] as const satisfies readonly (readonly [string, (registry: MetricsRegistry) => unknown])[])(
    "a name again with another declaration is a conflict: %s [observe/conflicting-declaration-refused]",
    ([, declare], { expect }) => {
      const registry = new MetricsRegistry();
      registry.counter("x", { help: "x", labels: ["a", "b"] });
      registry.histogram("h", { help: "h", buckets: [1, 2] });
      registry.counter("taken_count", { help: "" });
      const before = registry.text();
      expect(codeOf(() => declare(registry))).toBe("SETPOINT_METRIC_CONFLICT");
      expect(registry.text()).toBe(before);
    },
  );

  test.for(["", "1a", "a-b", "a b", "é", "a\n", "__proto__ "])(
    "a metric named %j is refused [observe/invalid-declaration-refused]",
    (name, { expect }) => {
      expect(codeOf(() => new MetricsRegistry().counter(name, { help: "" }))).toBe("SETPOINT_METRIC_INVALID");
    },
  );

  test.for(["", "1a", "a-b", "a:b", "__name__", "__proto__", "a\n"])(
    "a label named %j is refused [observe/invalid-declaration-refused]",
    (label, { expect }) => {
      const registry = new MetricsRegistry();
      expect(codeOf(() => registry.counter("x", { help: "", labels: [label] }))).toBe("SETPOINT_METRIC_INVALID");
    },
  );

  test("a label twice, and `le` on a histogram, are refused [observe/invalid-declaration-refused]", ({ expect }) => {
    const registry = new MetricsRegistry();
    expect(codeOf(() => registry.gauge("x", { help: "", labels: ["a", "a"] }))).toBe("SETPOINT_METRIC_INVALID");
    expect(codeOf(() => registry.histogram("x", { help: "", labels: ["le"] }))).toBe("SETPOINT_METRIC_INVALID");
    expect(codeOf(() => registry.gauge("x", { help: "", labels: ["le"] }))).toBe("none");
  });
});

describe("labels", () => {
  test("the same values give the same child, other values another [observe/labels-make-children]", ({ expect }) => {
    const family = new MetricsRegistry().counter("x", { help: "", labels: ["a", "b"] });
    expect(family.labels({ a: "1", b: "2" })).toBe(family.labels({ b: "2", a: "1" }));
    expect(family.labels({ a: "1", b: "2" })).not.toBe(family.labels({ a: "2", b: "1" }));
    expect(family.labels({ a: "1:", b: "" })).not.toBe(family.labels({ a: "1", b: ":" }));
  });

  test("values that look alike in UTF-8 are one child [observe/labels-make-children]", ({ expect }) => {
    const family = new MetricsRegistry().counter("x", { help: "", labels: ["a"] });
    expect(family.labels({ a: "\ud800" })).toBe(family.labels({ a: "\udfff" }));
  });

  test("an unknown or missing label does not compile [observe/labels-checked]", ({ expect }) => {
    const family = new MetricsRegistry().counter("x", { help: "", labels: ["a", "b"] });
    expectTypeOf(family).toEqualTypeOf<MetricFamily<Counter, "a" | "b">>();
    expectTypeOf<LabelValues<"a" | "b">>().toEqualTypeOf<{ readonly a: string; readonly b: string }>();
    expectTypeOf(new MetricsRegistry().counter("y", { help: "" })).toEqualTypeOf<Counter>();
    expect(family).toBeDefined();
  });

  test.for([
    ["missing", { a: "1" }],
    ["inherited", Object.create({ a: "1", constructor: "2" })],
    ["unknown", { a: "1", constructor: "2", b: "3" }],
    ["not a string", { a: "1", constructor: 2 }],
  ] as const)("a label that is %s throws and makes no child [observe/labels-checked]", ([, values], { expect }) => {
    const registry = new MetricsRegistry();
    const family: MetricFamily<Counter, string> = registry.counter("x", { help: "", labels: ["a", "constructor"] });
    expect(codeOf(() => family.labels(values as LabelValues<string>))).toBe("SETPOINT_METRIC_INVALID");
    expect(valueOf(registry, "x")).toEqual([]);
  });

  test("a removed child is exposed no more, and a new one begins at zero [observe/child-removed]", ({ expect }) => {
    const registry = new MetricsRegistry();
    const family = registry.counter("x", { help: "", labels: ["a"] });
    const old = family.labels({ a: "1" });
    old.inc();
    family.labels({ a: "2" }).inc();
    expect(family.remove({ a: "1" })).toBe(true);
    expect(family.remove({ a: "1" })).toBe(false);
    old.inc();
    expect(valueOf(registry, "x")).toEqual([{ labels: { a: "2" }, value: 1 }]);
    expect(family.labels({ a: "1" }).value).toBe(0);
  });
});

describe("too many children [observe/too-many-children-share-one]", () => {
  test("share one labelled other; that is counted, and logged once for each metric", ({ expect }) => {
    const { logger, records } = keeping();
    const registry = new MetricsRegistry({ maxChildren: 2, logger });
    const family = registry.counter("x", { help: "", labels: ["a", "b"] });
    for (const a of ["1", "2", "3", "4", "3"]) family.labels({ a, b: "z" }).inc();
    expect(valueOf(registry, "x")).toEqual([
      { labels: { a: "1", b: "z" }, value: 1 },
      { labels: { a: "2", b: "z" }, value: 1 },
      { labels: { a: "other", b: "other" }, value: 3 },
    ]);
    expect(valueOf(registry, "setpoint_metrics_overflow_total")).toEqual([{ labels: { metric: "x" }, value: 3 }]);
    expect(records).toMatchObject([[expect.stringContaining("too many children"), { metric: "x", maxChildren: 2 }]]);
  });

  test("make room again when one is removed", ({ expect }) => {
    const registry = new MetricsRegistry({ maxChildren: 1 });
    const family = registry.gauge("x", { help: "", labels: ["a"] });
    family.labels({ a: "1" });
    family.remove({ a: "1" });
    family.labels({ a: "2" }).set(7);
    expect(valueOf(registry, "x")).toEqual([{ labels: { a: "2" }, value: 7 }]);
  });

  test("are counted for any number of metrics", ({ expect }) => {
    const registry = new MetricsRegistry({ maxChildren: 1 });
    for (const name of ["x", "y", "z"]) {
      const family = registry.gauge(name, { help: "", labels: ["a"] });
      family.labels({ a: "1" });
      family.labels({ a: "2" });
    }
    expect(valueOf(registry, "setpoint_metrics_overflow_total")).toHaveLength(3);
  });

  test.for([0, -1, Number.NaN])("can't be fewer than one: %d", (maxChildren, { expect }) => {
    expect(codeOf(() => new MetricsRegistry({ maxChildren }))).toBe("SETPOINT_METRIC_INVALID");
  });
});

describe("a scrape", () => {
  test("runs the collect callbacks first, until they are disposed [observe/collect-before-scrape]", ({ expect }) => {
    const registry = new MetricsRegistry();
    const gauge = registry.gauge("age", { help: "Age" });
    let age = 0;
    const collecting = registry.onCollect(() => gauge.set((age += 1)));
    expect(registry.text()).toContain("\nage 1\n");
    expect(valueOf(registry, "age")).toEqual([{ labels: {}, value: 2 }]);
    collecting[Symbol.dispose]();
    expect(registry.text()).toContain("\nage 2\n");
  });

  test("survives a callback that throws, and says so in the log [observe/scrape-survives-callback]", ({ expect }) => {
    const { logger, records } = keeping();
    const registry = new MetricsRegistry({ logger });
    const gauge = registry.gauge("age", { help: "Age" });
    const failure = new Error("no age");
    registry.onCollect(() => {
      throw failure;
    });
    registry.onCollect(() => gauge.set(5));
    expect(registry.text()).toContain("\nage 5\n");
    expect(records).toEqual([["A metrics callback failed", { error: failure }]]);
  });

  test("gives plain data that does not change any more [observe/snapshot-is-plain-data]", ({ expect }) => {
    const registry = new MetricsRegistry();
    const counter = registry.counter("x", { help: "Help", labels: ["a"] }).labels({ a: "1" });
    const snapshot = registry.collect();
    counter.inc();
    expect(structuredClone(snapshot)).toEqual([
      expect.objectContaining({ name: "setpoint_metrics_overflow_total", samples: [] }),
      { kind: "counter", name: "x", help: "Help", labels: ["a"], samples: [{ labels: { a: "1" }, value: 0 }] },
    ]);
  });

  test("of one registry shows nothing of another [observe/registries-share-nothing]", ({ expect }) => {
    const [one, other] = [new MetricsRegistry(), new MetricsRegistry()];
    one.counter("x", { help: "" }).inc();
    expect(other.text()).toBe("");
    expect(other.gauge("x", { help: "another" }).value).toBe(0);
  });
});

test("an error is recognised by its code, also from another copy of the package [observe/errors-by-code]", ({
  expect,
}) => {
  const foreign = Object.assign(new Error("from elsewhere"), { code: "SETPOINT_METRIC_INVALID" });
  expect(ObserveError.is(foreign)).toBe(true);
  expect(ObserveError.is(foreign, "SETPOINT_METRIC_CONFLICT")).toBe(false);
  expect(ObserveError.is(new Error("other"))).toBe(false);
  expect(ObserveError.is({ code: "SETPOINT_METRIC_INVALID" })).toBe(false);
});
