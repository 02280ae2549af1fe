import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { BucketLimiter } from "./bucket-limiter.ts";
import { defaultControllerLimiter, defaultItemLimiter } from "./default-limiters.ts";
import { QueueError } from "./errors.ts";
import { ExponentialLimiter } from "./exponential-limiter.ts";
import { FastSlowLimiter } from "./fast-slow-limiter.ts";
import { MaxOfLimiter } from "./max-of-limiter.ts";
import { MaxWaitLimiter } from "./max-wait-limiter.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { TokenBucket } from "./token-bucket.ts";

function waits(limiter: RateLimiter, times: number, key: string = "a"): number[] {
  return Array.from({ length: times }, () => limiter.when(key));
}

test("each failure doubles the wait of its key only [queue/exponential-doubles, queue/exponential-per-key]", ({
  expect,
}) => {
  const limiter = new ExponentialLimiter({ initialMs: 1, maxMs: 1000 });
  expect(waits(limiter, 5)).toEqual([1, 2, 4, 8, 16]);
  expect(waits(limiter, 2, "b")).toEqual([1, 2]);
});

test("a forgotten key starts with the base again [queue/exponential-forgets, queue/retries-counted]", ({ expect }) => {
  const limiter = new ExponentialLimiter({ initialMs: 1, maxMs: 1000 });
  waits(limiter, 5);
  expect(limiter.retries("a")).toBe(5);
  limiter.forget("a");
  limiter.forget("unknown");
  expect([limiter.retries("a"), limiter.when("a")]).toEqual([0, 1]);
});

test("no wait is above the longest, however often it failed [queue/exponential-capped]", ({ expect }) => {
  const limiter = new ExponentialLimiter({ initialMs: 1, maxMs: 100 });
  expect(waits(limiter, 2000).every((wait) => wait <= 100)).toBe(true);
  expect(limiter.when("a")).toBe(100);
  expect(new ExponentialLimiter({ initialMs: 200, maxMs: 100 }).when("a")).toBe(100);
});

test("waits are spread only when asked, and never above the longest [queue/exponential-jitter]", ({ expect }) => {
  const limiter = new ExponentialLimiter({ initialMs: 8, maxMs: 100, jitter: 0.5, random: seededRandom(1) });
  const spread = waits(limiter, 4);
  spread.slice(0, 3).forEach((wait, failures) => {
    expect(wait).toBeGreaterThan(8 * 2 ** failures);
    expect(wait).toBeLessThan(12 * 2 ** failures);
  });
  const longest = waits(limiter, 20);
  expect(Math.min(...longest)).toBeGreaterThan(66);
  expect(Math.max(...longest)).toBeLessThanOrEqual(100);
  expect(new Set(longest).size).toBe(20);
});

test("the first tries are fast, the others slow [queue/fast-then-slow]", ({ expect }) => {
  const limiter = new FastSlowLimiter({ fastMs: 5, slowMs: 10_000, fastTries: 3 });
  expect(waits(limiter, 5)).toEqual([5, 5, 5, 10_000, 10_000]);
  expect(limiter.retries("a")).toBe(5);
  limiter.forget("a");
  expect([limiter.when("a"), limiter.retries("a")]).toEqual([5, 1]);
});

test("one bucket serves all keys and promises the future without bound [queue/bucket-shared]", ({ expect }) => {
  const limiter = new BucketLimiter({ perSecond: 10, burst: 3, clock: new VirtualClock() });
  expect(["a", "b", "c", "a", "b"].map((key) => limiter.when(key))).toEqual([0, 0, 0, 100, 200]);
  waits(limiter, 995);
  expect(limiter.when("a")).toBeCloseTo(99_800);
});

test("the bucket refills up to its burst [queue/bucket-refills]", async ({ expect }) => {
  const clock = new VirtualClock();
  const bucket = new TokenBucket({ perSecond: 10, burst: 2, clock });
  expect([bucket.reserve(), bucket.reserve(), bucket.tryTake()]).toEqual([0, 0, false]);
  await clock.advance(100);
  expect([bucket.tryTake(), bucket.tryTake()]).toEqual([true, false]);
  await clock.advance(60_000);
  expect([bucket.tryTake(), bucket.tryTake(), bucket.tryTake()]).toEqual([true, true, false]);
});

test("a bucket remembers no key [queue/bucket-remembers-no-key]", ({ expect }) => {
  const limiter = new BucketLimiter({ perSecond: 10, burst: 1, clock: new VirtualClock() });
  waits(limiter, 3);
  limiter.forget("a");
  expect([limiter.retries("a"), limiter.when("a")]).toEqual([0, 300]);
});

test("the longest wait counts, and every member counts [queue/max-of-asks-all]", ({ expect }) => {
  const slow = new ExponentialLimiter({ initialMs: 1, maxMs: 3 });
  const steps = new FastSlowLimiter({ fastMs: 2, slowMs: 5, fastTries: 3 });
  const limiter = new MaxOfLimiter([slow, steps]);
  expect(waits(limiter, 5)).toEqual([2, 2, 3, 5, 5]);
  expect([slow.retries("a"), steps.retries("a")]).toEqual([5, 5]);
  expect(new MaxOfLimiter([]).when("a")).toBe(0);
});

test("forgetting reaches every member [queue/max-of-forgets-all]", ({ expect }) => {
  const members = [
    new ExponentialLimiter({ initialMs: 1, maxMs: 9 }),
    new FastSlowLimiter({ fastMs: 1, slowMs: 2, fastTries: 1 }),
  ];
  const limiter = new MaxOfLimiter(members);
  members[0]!.when("a");
  waits(limiter, 2);
  expect(limiter.retries("a")).toBe(3);
  limiter.forget("a");
  expect(members.map((member) => member.retries("a"))).toEqual([0, 0]);
});

test("a cap shortens the wait while the limiter counts on [queue/max-wait-caps]", ({ expect }) => {
  const inner = new ExponentialLimiter({ initialMs: 1, maxMs: 1000 });
  const limiter = new MaxWaitLimiter(inner, 5);
  expect(waits(limiter, 5)).toEqual([1, 2, 4, 5, 5]);
  expect([limiter.retries("a"), inner.when("a")]).toEqual([5, 32]);
  limiter.forget("a");
  expect(inner.retries("a")).toBe(0);
});

test("the default of a controller [queue/default-controller-limiter]", ({ expect }) => {
  const limiter = defaultControllerLimiter(new VirtualClock());
  expect(waits(limiter, 3)).toEqual([5, 10, 20]);
  const others = Array.from({ length: 97 }, (_, index) => limiter.when(`k${index}`));
  expect(new Set(others)).toEqual(new Set([5]));
  expect([limiter.when("x"), limiter.when("y")]).toEqual([100, 200]);
  expect(waits(limiter, 40, "z").at(-1)).toBe(1_000_000);
});

test("the default for items [queue/default-item-limiter]", ({ expect }) => {
  const limiter = defaultItemLimiter();
  expect(waits(limiter, 3)).toEqual([1, 2, 4]);
  expect(waits(limiter, 40).at(-1)).toBe(1_000_000);
});

test("options that cannot work are refused by name", ({ expect }) => {
  const clock = new VirtualClock();
  const refused: [RegExp, () => unknown][] = [
    [/initialMs/, () => new ExponentialLimiter({ initialMs: -1, maxMs: 1 })],
    [/maxMs/, () => new ExponentialLimiter({ initialMs: 1, maxMs: Number.NaN })],
    [/jitter/, () => new ExponentialLimiter({ initialMs: 1, maxMs: 1, jitter: Infinity })],
    [/jitter/, () => new ExponentialLimiter({ initialMs: 1, maxMs: 1, jitter: 1 })],
    [/fastTries/, () => new FastSlowLimiter({ fastMs: 1, slowMs: 1, fastTries: 1.5 })],
    [/perSecond/, () => new TokenBucket({ perSecond: 0, burst: 1, clock })],
    [/burst/, () => new TokenBucket({ perSecond: 1, burst: 0, clock })],
    [/MaxWaitLimiter/, () => new MaxWaitLimiter(defaultItemLimiter(), Number.NaN)],
  ];
  for (const [place, attempt] of refused) {
    expect(attempt).toThrow(place);
    expect(attempt).toThrow(expect.objectContaining({ code: "SETPOINT_QUEUE_OPTION" }));
  }
  expect(QueueError.is(new Error("other"))).toBe(false);
  expect(QueueError.is(new QueueError("SETPOINT_QUEUE_KEY", "x"), "SETPOINT_QUEUE_DELAY")).toBe(false);
});
