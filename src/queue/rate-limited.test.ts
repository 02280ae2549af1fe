import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ExponentialLimiter } from "./exponential-limiter.ts";
import { takeAll } from "./take-all.fixture.ts";
import { WorkQueue } from "./work-queue.ts";

function retrying(): { readonly clock: VirtualClock; readonly queue: WorkQueue } {
  const clock = new VirtualClock();
  return { clock, queue: new WorkQueue({ clock, limiter: new ExponentialLimiter({ initialMs: 10, maxMs: 1000 }) }) };
}

test("a failed key waits as long as the limiter says [queue/rate-limited-uses-limiter]", async ({ expect }) => {
  const { clock, queue } = retrying();
  queue.addRateLimited("a");
  await clock.advance(10);
  expect(takeAll(queue)).toEqual(["a"]);
  queue.addRateLimited("a");
  await clock.advance(19);
  expect(takeAll(queue)).toEqual([]);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(["a"]);
});

test("a key that is not forgotten starts high at its next failure [queue/unforgotten-starts-high]", async ({
  expect,
}) => {
  const { clock, queue } = retrying();
  for (let i = 0; i < 3; i++) queue.addRateLimited("a");
  await clock.advance(10);
  expect(takeAll(queue)).toEqual(["a"]);
  queue.addRateLimited("a");
  await clock.advance(79);
  expect(takeAll(queue)).toEqual([]);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(["a"]);
});

test("every rate-limited add counts a failure [queue/rate-limited-always-counts]", ({ expect }) => {
  const { queue } = retrying();
  queue.add("a");
  queue.addRateLimited("a");
  queue.shutDown();
  queue.addRateLimited("a");
  expect(queue.retries("a")).toBe(2);
});

test("the smaller of the limiter's wait and the given one counts [queue/rate-limited-after-smaller]", async ({
  expect,
}) => {
  const { clock, queue } = retrying();
  queue.addRateLimited("sooner", { afterMs: 5 });
  queue.addRateLimited("later", { afterMs: 500 });
  await clock.advance(5);
  expect(takeAll(queue)).toEqual(["sooner"]);
  await clock.advance(5);
  expect(takeAll(queue)).toEqual(["later"]);
});

test("keys do not lengthen each other's wait [queue/rate-limits-are-per-key]", async ({ expect }) => {
  const { clock, queue } = retrying();
  for (const key of ["a", "b", "c"]) queue.addRateLimited(key);
  await clock.advance(10);
  expect(takeAll(queue)).toEqual(["a", "b", "c"]);
});

test("forgetting a key does not give it back [queue/forget-only-limiter]", ({ expect }) => {
  const { queue } = retrying();
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.addRateLimited("a");
  queue.forget("a");
  expect([queue.retries("a"), queue.working, queue.delayed]).toEqual([0, 1, 1]);
  lease.done();
  expect(queue.working).toBe(0);
});
