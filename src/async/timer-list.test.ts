import fc from "fast-check";
import { test } from "vitest";
import { TimerList } from "./timer-list.ts";

test("timers come out by due time and then by creation, without those that were cancelled", ({ expect }) => {
  const request = fc.record({
    dueAt: fc.integer({ min: 0, max: 20 }),
    isCancelled: fc.boolean(),
    isAwaited: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 400, size: "max" }), (requests) => {
      const list = new TimerList();
      const taken: number[] = [];
      const timers = requests.map(({ dueAt, isAwaited }, id) =>
        list.add({ dueAt, isAwaited, callback: () => taken.push(id) }),
      );
      requests.forEach(({ isCancelled }, id) => isCancelled && timers[id]?.cancel());
      const left = requests.map((request, id) => ({ ...request, id })).filter(({ isCancelled }) => !isCancelled);
      expect(list.awaited).toBe(left.filter(({ isAwaited }) => isAwaited).length);
      for (let run = list.take(); run !== undefined; run = list.take()) run();
      expect(taken).toEqual(left.toSorted((a, b) => a.dueAt - b.dueAt || a.id - b.id).map(({ id }) => id));
      for (const timer of timers) timer.cancel();
      expect([list.awaited, list.peek(), list.made]).toEqual([0, undefined, requests.length]);
    }),
  );
});

test("timers that are cancelled long before they are due do not pile up", ({ expect }) => {
  const list = new TimerList();
  const callback = (): void => {};
  for (let round = 0; round < 100_000; round += 1) list.add({ dueAt: 1e9 + round, isAwaited: true, callback }).cancel();
  expect([list.awaited, list.size < 200]).toEqual([0, true]);
});
