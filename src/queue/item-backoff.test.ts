import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { ItemBackoff } from "./item-backoff.ts";
import type { ItemBackoffOptions } from "./item-backoff.ts";

function backoff(options?: Partial<ItemBackoffOptions>): { readonly clock: VirtualClock; readonly items: ItemBackoff } {
  const clock = new VirtualClock();
  return { clock, items: new ItemBackoff({ initialMs: 10, maxMs: 100, clock, random: seededRandom(1), ...options }) };
}

test("waits double up to the longest [queue/item-backoff-grows, queue/item-backoff-capped]", ({ expect }) => {
  const { items } = backoff();
  expect(Array.from({ length: 6 }, () => items.next("a"))).toEqual([10, 20, 40, 80, 100, 100]);
  expect([items.get("a"), items.get("b")]).toEqual([100, 0]);
});

test("the jitter lengthens each step, never beyond the longest [queue/item-backoff-grows, queue/item-backoff-capped]", ({
  expect,
}) => {
  const { items } = backoff({ jitter: 1 });
  const first = items.next("a");
  const second = items.next("a");
  expect(first).toBeGreaterThan(10);
  expect(first).toBeLessThan(20);
  expect(second / first).toBeGreaterThan(2);
  expect(second / first).toBeLessThan(3);
  const { items: tight } = backoff({ initialMs: 90, jitter: 5 });
  expect(tight.next("a")).toBe(100);
});

test("after a long silence it starts over [queue/item-backoff-starts-over]", async ({ expect }) => {
  const { clock, items } = backoff();
  items.next("a");
  items.next("a");
  await clock.advance(200);
  expect(items.next("a")).toBe(40);
  await clock.advance(201);
  expect(items.next("a")).toBe(10);
});

test("expired entries stay until collected [queue/item-backoff-collects]", async ({ expect }) => {
  const { clock, items } = backoff();
  items.next("old");
  await clock.advance(150);
  items.next("young");
  await clock.advance(51);
  expect(items.size).toBe(2);
  items.collect();
  expect([items.size, items.get("young")]).toEqual([1, 10]);
  items.forget("young");
  expect(items.size).toBe(0);
});

test("the caller may decide what has expired [queue/item-backoff-expiry-replaceable]", async ({ expect }) => {
  const { clock, items } = backoff({ hasExpired: (idleMs) => idleMs >= 5 });
  items.next("a");
  items.next("a");
  await clock.advance(5);
  expect(items.next("a")).toBe(10);
});

test("an event is held back until the wait has passed since it [queue/item-backoff-since-event]", async ({
  expect,
}) => {
  const { clock, items } = backoff();
  items.next("a");
  const event = clock.monotonic();
  await clock.advance(9);
  expect(items.isWaitingSince("a", event)).toBe(true);
  await clock.advance(1);
  expect(items.isWaitingSince("a", event)).toBe(false);
});

test("an event within the wait after the last step is held back [queue/item-backoff-since-update]", ({ expect }) => {
  const { clock, items } = backoff();
  items.next("a");
  const updated = clock.monotonic();
  expect([items.isWaitingAt("a", updated + 9), items.isWaitingAt("a", updated + 10)]).toEqual([true, false]);
});

test("the unknown and the expired are free [queue/item-backoff-unknown-is-free]", async ({ expect }) => {
  const { clock, items } = backoff();
  items.next("a");
  await clock.advance(500);
  const now = clock.monotonic();
  expect(["a", "b"].flatMap((key) => [items.isWaitingSince(key, now), items.isWaitingAt(key, now)])).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
