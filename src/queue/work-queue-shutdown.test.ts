import { test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { WorkQueue } from "./work-queue.ts";

test("after the shutdown nothing is added [queue/shutdown-refuses-new]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.shutDown();
  queue.add("a");
  queue.addAfter("b", 0);
  expect([queue.size, queue.isShuttingDown]).toEqual([0, true]);
});

test("what was ready is still handed out, then nothing [queue/shutdown-hands-out-rest, queue/shutdown-ends-takes]", async ({
  expect,
}) => {
  using queue = new WorkQueue();
  queue.add("a");
  queue.add("b");
  queue.shutDown();
  const leases = [await queue.take(), await queue.take(), await queue.take()];
  expect(leases.map((lease) => lease?.key)).toEqual(["a", "b", undefined]);
});

test("the shutdown wakes everybody who waits [queue/shutdown-wakes-takers]", async ({ expect }) => {
  using queue = new WorkQueue();
  const takers = [queue.take(), queue.take()];
  queue.shutDown();
  expect(await Promise.all(takers)).toEqual([undefined, undefined]);
});

test("a key added again before the shutdown still comes out [queue/shutdown-keeps-re-adds]", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  queue.add("b");
  const [a, b] = [queue.tryTake()!, queue.tryTake()!];
  queue.add("a");
  queue.shutDown();
  queue.add("b");
  a.done();
  b.done();
  expect((await queue.take())?.key).toBe("a");
  expect(await queue.take()).toBeUndefined();
});

test("the shutdown waits for nobody and may be repeated [queue/shutdown-repeatable]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.shutDown();
  queue.shutDown();
  lease.done();
  queue.shutDown();
  queue.shutDownNow();
  queue.shutDownNow();
  expect(queue.working).toBe(0);
});

/** Whether the promise has settled once everything that can happen now has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await nextTurn();
  return settled;
}

test("a drain waits for the last lease [queue/drain-waits-for-work]", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  queue.add("b");
  const leases = [queue.tryTake()!, queue.tryTake()!];
  const drained = queue.drain();
  leases[0]!.done();
  expect(await isSettled(drained)).toBe(false);
  leases[1]!.done();
  await drained;
});

test("a drain waits for ready keys [queue/drain-waits-for-ready]", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const drained = queue.drain();
  expect(await isSettled(drained)).toBe(false);
  queue.tryTake()!.done();
  await drained;
});

test("a drain waits for keys added again while in work [queue/drain-waits-for-re-adds]", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.add("a");
  const drained = queue.drain();
  lease.done();
  expect(await isSettled(drained)).toBe(false);
  queue.tryTake()!.done();
  await drained;
});

test("a drain of an idle queue ends at once", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.addAfter("a", 1000);
  await queue.drain();
  expect(queue.delayed).toBe(0);
});

test("an immediate shutdown drops what is ready and ends a drain [queue/shutdown-now-ends-drain]", async ({
  expect,
}) => {
  using queue = new WorkQueue();
  for (const key of ["a", "b", "c"]) queue.add(key);
  const lease = queue.tryTake()!;
  queue.add("a");
  const drained = queue.drain();
  queue.shutDownNow();
  await drained;
  expect([queue.size, await queue.take()]).toEqual([0, undefined]);
  lease.done();
  expect([queue.size, queue.working, queue.tryTake()]).toEqual([0, 0, undefined]);
});

test("a lease that never ends holds a drain until the signal [queue/drain-abortable]", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  queue.tryTake();
  const stop = new AbortController();
  const drained = queue.drain(stop.signal);
  expect(await isSettled(drained.catch(() => {}))).toBe(false);
  stop.abort(new Error("too long"));
  await expect(drained).rejects.toThrow("too long");
});
