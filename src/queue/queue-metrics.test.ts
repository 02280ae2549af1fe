import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { MetricsRegistry } from "../observe/index.ts";
import type { Metrics } from "../observe/index.ts";
import { WorkQueue } from "./work-queue.ts";

interface Counted {
  readonly clock: VirtualClock;
  readonly queue: WorkQueue;
  /** The value of a sample, by its text up to the space. */
  readonly value: (sample: string) => number | undefined;
}

function counted(): Counted {
  const clock = new VirtualClock();
  const registry = new MetricsRegistry();
  const queue = new WorkQueue({ clock, metrics: { registry, name: "q" } });
  const value = (sample: string): number | undefined => {
    const line = registry
      .text()
      .split("\n")
      .find((text) => text.startsWith(`workqueue_${sample} `));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1));
  };
  return { clock, queue, value };
}

const depth = (priority: number | string): string => `depth{name="q",priority="${priority}"}`;

test("without a registry no clock is read for it [queue/metric-only-when-asked]", ({ expect }) => {
  const clock: Clock = new VirtualClock();
  let reads = 0;
  const watched: Clock = { ...clock, monotonic: () => reads++ };
  using queue = new WorkQueue({ clock: watched, limiter: { when: () => 0, forget: () => {}, retries: () => 0 } });
  queue.add("a");
  queue.tryTake()!.done();
  expect(reads).toBe(0);
});

test("every metric exists from the start, under its known name [queue/metric-exists-at-zero, queue/metric-names]", ({
  expect,
}) => {
  const { value } = counted();
  const samples = [
    depth(0),
    'adds_total{name="q"}',
    'retries_total{name="q"}',
    'queue_duration_seconds_count{name="q"}',
    'work_duration_seconds_count{name="q"}',
    'unfinished_work_seconds{name="q"}',
    'longest_running_processor_seconds{name="q"}',
  ];
  expect(samples.map(value)).toEqual(samples.map(() => 0));
});

test("depth and adds count what is accepted [queue/metric-depth, queue/metric-adds]", ({ expect }) => {
  const { queue, value } = counted();
  queue.add("a");
  queue.add("a");
  queue.add("b");
  expect([value(depth(0)), value('adds_total{name="q"}')]).toEqual([2, 2]);
  const lease = queue.tryTake()!;
  queue.add("a");
  queue.add("a");
  expect([value(depth(0)), value('adds_total{name="q"}')]).toEqual([2, 3]);
  lease.done();
  expect(value(depth(0))).toBe(2);
  queue.shutDownNow();
  expect(value(depth(0))).toBe(0);
});

test("depth is told by priority, up to a bound [queue/metric-depth-by-priority]", ({ expect }) => {
  const { queue, value } = counted();
  queue.add("a", { priority: 3 });
  queue.add("a", { priority: 7 });
  expect([value(depth(0)), value(depth(3)), value(depth(7))]).toEqual([0, 0, 1]);
  for (let priority = 100; priority < 140; priority++) queue.add(`k${priority}`, { priority });
  // 0, 3 and 7 are taken: 22 more have a value of their own.
  expect([value(depth(121)), value(depth(122)), value(depth("other"))]).toEqual([1, undefined, 18]);
  while (queue.tryTake() !== undefined);
  expect([value(depth(7)), value(depth("other"))]).toEqual([0, 0]);
});

test("the time until a key is taken is observed [queue/metric-queue-duration]", async ({ expect }) => {
  const { clock, queue, value } = counted();
  queue.add("a");
  await clock.advance(200);
  queue.add("a", { priority: 1 });
  await clock.advance(300);
  queue.tryTake();
  expect(value('queue_duration_seconds_sum{name="q"}')).toBe(0.5);
});

test("for a key added again that time begins with the add [queue/metric-queue-duration-re-add]", async ({ expect }) => {
  const { clock, queue, value } = counted();
  queue.add("a");
  const lease = queue.tryTake()!;
  await clock.advance(100);
  queue.add("a");
  await clock.advance(200);
  lease.done();
  await clock.advance(300);
  queue.tryTake();
  expect(value('queue_duration_seconds_sum{name="q"}')).toBe(0.5);
});

test("the time of the work is observed [queue/metric-work-duration]", async ({ expect }) => {
  const { clock, queue, value } = counted();
  queue.add("a");
  const lease = queue.tryTake()!;
  await clock.advance(250);
  lease.done();
  expect(value('work_duration_seconds_sum{name="q"}')).toBe(0.25);
  expect(value('work_duration_seconds_count{name="q"}')).toBe(1);
});

test("work in progress is told exactly, and zero after the end [queue/metric-work-in-progress, queue/metric-after-the-end]", async ({
  expect,
}) => {
  const { clock, queue, value } = counted();
  const inProgress = (): unknown[] => [
    value('unfinished_work_seconds{name="q"}'),
    value('longest_running_processor_seconds{name="q"}'),
  ];
  queue.add("a");
  const a = queue.tryTake()!;
  await clock.advance(1000);
  queue.add("b");
  const b = queue.tryTake()!;
  await clock.advance(500);
  expect(inProgress()).toEqual([2, 1.5]);
  queue.shutDown();
  a.done();
  b.done();
  expect(inProgress()).toEqual([0, 0]);
});

test("a queue that has ended is asked no more [queue/metric-after-the-end]", ({ expect }) => {
  const registry = new MetricsRegistry();
  let isAsked = false;
  const metrics: Metrics = {
    counter: registry.counter.bind(registry),
    gauge: registry.gauge.bind(registry),
    histogram: registry.histogram.bind(registry),
    onCollect: (callback) => {
      const collecting = registry.onCollect(callback);
      isAsked = true;
      return {
        [Symbol.dispose]: () => {
          isAsked = false;
          collecting[Symbol.dispose]();
        },
      };
    },
  };
  const queue = new WorkQueue({ metrics: { registry: metrics, name: "q" } });
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.shutDown();
  expect(isAsked).toBe(true);
  lease.done();
  expect(isAsked).toBe(false);
});

test("very much work in progress is told too [queue/metric-work-in-progress]", async ({ expect }) => {
  const { clock, queue, value } = counted();
  for (let i = 0; i < 200_000; i++) queue.add(`k${i}`);
  while (queue.tryTake() !== undefined);
  await clock.advance(500);
  expect(value('unfinished_work_seconds{name="q"}')).toBe(100_000);
  expect(value('longest_running_processor_seconds{name="q"}')).toBe(0.5);
});

test("every accepted delayed add is a retry [queue/metric-retries, queue/delay-refused-when-shut-down]", ({
  expect,
}) => {
  const { queue, value } = counted();
  queue.addAfter("a", 10);
  queue.addAfter("b", 0);
  queue.addRateLimited("c");
  queue.add("d");
  queue.addDebounced("e", { quietMs: 1, maxMs: 1 });
  queue.shutDown();
  queue.addAfter("a", 10);
  expect(value('retries_total{name="q"}')).toBe(3);
});

test("durations have ten buckets from ten nanoseconds [queue/metric-buckets]", async ({ expect }) => {
  const { clock, queue, value } = counted();
  queue.add("a");
  await clock.advance(0.5);
  queue.tryTake()!.done();
  const bucket = (bound: string): number | undefined => value(`queue_duration_seconds_bucket{name="q",le="${bound}"}`);
  expect(["1e-8", "0.0001", "0.001", "10", "+Inf"].map(bucket)).toEqual([0, 0, 1, 1, 1]);
});

test("a delayed key counts when it is due, at its priority [queue/metric-follows-due]", async ({ expect }) => {
  const { clock, queue, value } = counted();
  queue.addAfter("a", 10, { priority: 1 });
  queue.addAfter("a", 10, { priority: 2 });
  queue.addAfter("b", 10, { priority: 1 });
  queue.add("b", { priority: 5 });
  expect([value(depth(5)), value('adds_total{name="q"}')]).toEqual([1, 1]);
  await clock.advance(10);
  expect([value(depth(2)), value('adds_total{name="q"}')]).toEqual([1, 2]);
});
