import { getEventListeners } from "node:events";
import { test } from "vitest";
import { WaitQueue } from "./wait-queue.ts";

test("those who wait come out in order, without those who gave up at the front, in the middle or at the end", async ({
  expect,
}) => {
  const queue = new WaitQueue<string, number>();
  const stop = new AbortController();
  const waits = Array.from({ length: 7 }, (_, item) =>
    queue.wait(item, [0, 1, 3, 6].includes(item) ? stop.signal : undefined),
  );
  expect(getEventListeners(stop.signal, "abort").length).toBe(4);
  stop.abort("enough");
  expect(queue.size).toBe(3);
  const late = queue.wait(7);
  const items: number[] = [];
  for (let waiter = queue.shift(); waiter !== undefined; waiter = queue.shift()) {
    items.push(waiter.item);
    waiter.resolve(`served ${waiter.item}`);
  }
  expect([items, queue.size]).toEqual([[2, 4, 5, 7], 0]);
  expect(await late).toBe("served 7");
  const outcomes = await Promise.allSettled(waits);
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([false, false, true, false, true, true, false]);
  expect(getEventListeners(stop.signal, "abort").length).toBe(0);
});

test("an empty queue can be used again", async ({ expect }) => {
  const queue = new WaitQueue<number>();
  expect(queue.shift()).toBeUndefined();
  for (const value of [1, 2]) {
    const waiting = queue.wait(undefined);
    queue.shift()?.resolve(value);
    expect([await waiting, queue.shift()]).toEqual([value, undefined]);
  }
});
