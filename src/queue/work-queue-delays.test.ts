import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { takeAll } from "./take-all.fixture.ts";
import { WorkQueue } from "./work-queue.ts";

test("no delay adds at once [queue/zero-delay-adds-at-once]", ({ expect }) => {
  using queue = new WorkQueue({ clock: new VirtualClock() });
  queue.addAfter("a", 0);
  queue.addAfter("b", -5);
  expect(takeAll(queue)).toEqual(["a", "b"]);
});

test("a delayed key is ready at its time and not before [queue/delay-exact, queue/size-excludes-delayed]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 50);
  await clock.advance(49.999);
  expect([queue.size, queue.delayed]).toEqual([0, 1]);
  await clock.advance(0.001);
  expect([queue.size, queue.delayed, clock.pending]).toEqual([1, 0, 0]);
});

test("a delay may be longer than a platform timer [queue/delay-beyond-timer-range]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 2 ** 40);
  await clock.advance(2 ** 40 - 1);
  expect(queue.size).toBe(0);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(["a"]);
});

test("of several delays the earliest wins, in either order [queue/earliest-delay-wins]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 50);
  queue.addAfter("a", 30);
  queue.addAfter("b", 30);
  queue.addAfter("b", 50);
  await clock.advance(30);
  expect(takeAll(queue)).toEqual(["a", "b"]);
  await clock.advance(100);
  expect(takeAll(queue)).toEqual([]);
});

test("a key that comes due while in work comes out once more [queue/due-is-a-plain-add]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.addAfter("a", 10);
  await clock.advance(10);
  expect(queue.size).toBe(0);
  queue.add("a");
  lease.done();
  expect(takeAll(queue)).toEqual(["a"]);
});

test("a key given back before its delay ends waits for it", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.addAfter("a", 10);
  lease.done();
  expect([queue.size, queue.delayed]).toEqual([0, 1]);
  await clock.advance(10);
  expect(takeAll(queue)).toEqual(["a"]);
});

test("keys due at one moment become ready in the order of their adds [queue/same-moment-in-order]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  const keys = Array.from({ length: 100 }, (_, index) => `k${(index * 37) % 100}`);
  for (const key of keys) queue.addAfter(key, 10);
  await clock.advance(10);
  expect(takeAll(queue)).toEqual(keys);
});

test("delayed keys become ready in the order of their times [queue/delayed-in-due-order]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  for (const delay of [40, 10, 30, 20]) queue.addAfter(`in ${delay}`, delay);
  await clock.advance(100);
  expect(takeAll(queue)).toEqual(["in 10", "in 20", "in 30", "in 40"]);
});

test("a plain add makes a delayed key ready and cancels the delay [queue/add-replaces-delay]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 10);
  queue.add("a");
  expect(takeAll(queue)).toEqual(["a"]);
  expect(clock.pending).toBe(0);
  await clock.advance(20);
  expect(takeAll(queue)).toEqual([]);
});

test("ten thousand delayed adds block nobody and need one timer [queue/add-after-never-blocks]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  for (let i = 0; i < 10_000; i++) queue.addAfter(`k${i}`, 10_000 - i);
  expect([queue.delayed, clock.pending]).toEqual([10_000, 1]);
  await clock.advance(10_000);
  expect(takeAll(queue)).toHaveLength(10_000);
});

test("the wall clock may jump [queue/clock-jumps]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 1000);
  clock.jump(3_600_000);
  await clock.advance(999);
  expect(queue.size).toBe(0);
  clock.jump(-7_200_000);
  await clock.advance(1);
  expect(queue.size).toBe(1);
});

test("the shutdown drops delays and refuses new ones [queue/delays-dropped-at-shutdown, queue/delay-refused-when-shut-down]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.add("worked");
  const lease = queue.tryTake()!;
  queue.addAfter("worked", 10);
  queue.addAfter("a", 10);
  queue.shutDown();
  queue.addAfter("b", 10);
  expect([queue.delayed, clock.pending]).toEqual([0, 0]);
  lease.done();
  await clock.advance(20);
  expect(takeAll(queue)).toEqual([]);
});

const debounce = { quietMs: 10, maxMs: 25 } as const;

test("a debounced key waits until it is quiet [queue/debounce-waits-for-quiet]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addDebounced("a", debounce);
  await clock.advance(9);
  queue.addDebounced("a", debounce);
  await clock.advance(9);
  expect(queue.size).toBe(0);
  await clock.advance(1);
  expect(takeAll(queue)).toEqual(["a"]);
});

test("a debounced key that is never quiet is ready all the same [queue/debounce-bounded]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  const ready: number[] = [];
  for (let now = 0; now < 60; now += 5) {
    queue.addDebounced("a", debounce);
    await clock.advance(5);
    if (takeAll(queue).length > 0) ready.push(now + 5);
  }
  expect(ready).toEqual([25, 50]);
});

test("debouncing postpones no other delay [queue/debounce-keeps-earlier]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 5);
  queue.addDebounced("a", debounce);
  queue.addDebounced("b", debounce);
  queue.addAfter("b", 5);
  queue.addDebounced("b", debounce);
  await clock.advance(5);
  expect(takeAll(queue)).toEqual(["a", "b"]);
  queue.addDebounced("c", { quietMs: 0, maxMs: 10 });
  expect(takeAll(queue)).toEqual(["c"]);
});

test("a debounced key that was added plainly is debounced afresh the next time", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addDebounced("a", { quietMs: 10, maxMs: 15 });
  queue.add("a");
  const lease = queue.tryTake()!;
  await clock.advance(10);
  queue.addAfter("a", 100);
  queue.addDebounced("a", { quietMs: 10, maxMs: 15 });
  lease.done();
  await clock.advance(9);
  expect(queue.size).toBe(0);
  await clock.advance(1);
  expect(queue.size).toBe(1);
});
