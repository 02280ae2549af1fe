import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { takeAll } from "./take-all.fixture.ts";
import { WorkQueue } from "./work-queue.ts";

test("the higher number goes first, each priority in order [queue/higher-priority-first, queue/fifo-within-priority]", ({
  expect,
}) => {
  using queue = new WorkQueue();
  const priorities = [0, -100, 5, 0, 2 ** 31 - 1, -100, -(2 ** 31), 5];
  priorities.forEach((priority, index) => queue.add(`${priority} #${index}`, { priority }));
  expect(takeAll(queue)).toEqual([
    `${2 ** 31 - 1} #4`,
    "5 #2",
    "5 #7",
    "0 #0",
    "0 #3",
    "-100 #1",
    "-100 #5",
    `${-(2 ** 31)} #6`,
  ]);
});

test("of several adds the highest priority counts [queue/highest-priority-kept]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a", { priority: 5 });
  queue.add("b", { priority: 4 });
  queue.add("a", { priority: 1 });
  expect(queue.tryTake()?.priority).toBe(5);
});

test("a delayed key keeps the earlier time and takes the higher priority [queue/earlier-time-kept]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("a", 10, { priority: 1 });
  queue.addAfter("a", 20, { priority: 7 });
  queue.addAfter("a", 15, { priority: 3 });
  await clock.advance(10);
  expect(queue.tryTake()?.priority).toBe(7);
});

test("a raised key joins the end of its new priority [queue/raised-joins-end]", ({ expect }) => {
  using queue = new WorkQueue();
  for (const key of ["low", "raised", "last"]) queue.add(key);
  queue.add("high", { priority: 1 });
  queue.add("raised", { priority: 1 });
  expect(takeAll(queue)).toEqual(["high", "raised", "low", "last"]);
});

test("a delayed add of a ready key still raises it", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  queue.add("b");
  queue.addAfter("b", 1000, { priority: 1 });
  expect(takeAll(queue)).toEqual(["b", "a"]);
});

test("a key added again while in work comes with that priority [queue/priority-of-re-add]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a", { priority: 9 });
  const lease = queue.tryTake()!;
  queue.add("a", { priority: 1 });
  queue.add("a", { priority: 2 });
  queue.add("b", { priority: 3 });
  lease.done();
  const leases = [queue.tryTake()!, queue.tryTake()!];
  expect(leases.map(({ key, priority }) => [key, priority])).toEqual([
    ["b", 3],
    ["a", 2],
  ]);
});

test("a key of higher priority passes lower ones when it is due [queue/due-passes-lower]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock });
  queue.addAfter("high", 10, { priority: 1 });
  queue.add("low");
  await clock.advance(10);
  expect(takeAll(queue)).toEqual(["high", "low"]);
});

test("a lease tells the priority [queue/lease-tells-priority]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a", { priority: -3 });
  expect(queue.tryTake()?.priority).toBe(-3);
});

/** Adds one high key before each take, and says after how many takes the low one came out. */
async function takesUntilLow(queue: WorkQueue, options: { clock: VirtualClock; stepMs: number }): Promise<number> {
  queue.add("low", { priority: -100 });
  for (let takes = 1; takes <= 1000; takes++) {
    queue.add(`high ${takes}a`);
    queue.add(`high ${takes}b`);
    const lease = queue.tryTake()!;
    lease.done();
    if (lease.key === "low") return takes;
    await options.clock.advance(options.stepMs);
  }
  return Infinity;
}

test("a steady stream of higher keys starves nobody [queue/nothing-starves]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock, aging: { afterMs: 100, share: 4 } });
  expect(await takesUntilLow(queue, { clock, stepMs: 10 })).toBe(11);
});

test("aged keys get their share and no more [queue/nothing-starves]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock, aging: { afterMs: 100, share: 4 } });
  for (let i = 0; i < 20; i++) queue.add(`low ${i}`);
  for (let i = 0; i < 20; i++) queue.add(`high ${i}`, { priority: 1 });
  await clock.advance(100);
  const taken = takeAll(queue).slice(0, 16);
  expect(taken.filter((key) => key.startsWith("low"))).toEqual(["low 0", "low 1", "low 2", "low 3"]);
});

test("before keys have aged the order is strict [queue/fresh-keys-strict]", async ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({ clock, aging: { afterMs: 100, share: 1 } });
  for (let i = 0; i < 20; i++) queue.add(`low ${i}`);
  // Nobody was passed over before the first higher key came: ages count from then.
  await clock.advance(1000);
  for (let i = 0; i < 20; i++) queue.add(`high ${i}`, { priority: 1 });
  await clock.advance(99);
  expect(
    takeAll(queue)
      .slice(0, 20)
      .every((key) => key.startsWith("high")),
  ).toBe(true);
});

test("tenants of one priority take turns [queue/tenants-take-turns]", ({ expect }) => {
  using queue = new WorkQueue({ tenantOf: (key) => key.split("/")[0]! });
  for (let i = 0; i < 4; i++) queue.add(`busy/${i}`);
  queue.add("quiet/0");
  queue.add("busy/high", { priority: 1 });
  queue.add("other/0");
  queue.add("quiet/1");
  expect(takeAll(queue)).toEqual([
    "busy/high",
    "busy/0",
    "quiet/0",
    "other/0",
    "busy/1",
    "quiet/1",
    "busy/2",
    "busy/3",
  ]);
});

test("a tenant that had its turn waits for the others when it returns [queue/tenants-take-turns]", ({ expect }) => {
  using queue = new WorkQueue({ tenantOf: (key) => key[0]! });
  queue.add("a1");
  queue.tryTake()!.done();
  queue.add("b1");
  queue.add("a2");
  expect(takeAll(queue)).toEqual(["b1", "a2"]);
});

test("a tenant whose lane was left comes back whole [queue/tenants-take-turns]", ({ expect }) => {
  using queue = new WorkQueue({ tenantOf: (key) => key[0]! });
  for (const key of ["b1", "b2", "b3", "b4", "a1"]) queue.add(key);
  const taken = Array.from({ length: 4 }, () => queue.tryTake()!.key);
  expect(taken).toEqual(["b1", "a1", "b2", "b3"]);
  queue.add("a2");
  expect(takeAll(queue)).toEqual(["b4", "a2"]);
});

test("tenants and priorities may come and go in great number", ({ expect }) => {
  using queue = new WorkQueue({ tenantOf: (key) => key });
  const keys = Array.from({ length: 300 }, (_, index) => `t${index}`);
  for (let round = 0; round < 3; round++) {
    keys.forEach((key, index) => queue.add(key, { priority: index % 100 }));
    const taken = takeAll(queue);
    const priorities = taken.map((key) => Number(key.slice(1)) % 100);
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
    expect(new Set(taken).size).toBe(300);
  }
});
