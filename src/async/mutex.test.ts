import { getEventListeners } from "node:events";
import fc from "fast-check";
import { test } from "vitest";
import { Mutex } from "./mutex.ts";
import { nextTurn } from "./turn.ts";

test("those who wait get the lock one at a time, in the order in which they asked", async ({ expect }) => {
  const mutex = new Mutex();
  const log: string[] = [];
  const work = (id: number): Promise<void> =>
    mutex.run(async () => {
      log.push(`${id} in`);
      await nextTurn();
      log.push(`${id} out`);
    });
  await Promise.all([1, 2, 3].map(work));
  expect(log).toEqual(["1 in", "1 out", "2 in", "2 out", "3 in", "3 out"]);
  expect(mutex.isLocked).toBe(false);
});

test("run gives the result, passes on what is thrown, and frees the lock either way", async ({ expect }) => {
  const mutex = new Mutex();
  const failure = new Error("failed");
  expect(await mutex.run(() => 5)).toBe(5);
  await expect(mutex.run(() => Promise.reject(failure))).rejects.toBe(failure);
  const throwing = mutex.run(() => {
    throw failure;
  });
  await expect(throwing).rejects.toBe(failure);
  expect(mutex.isLocked).toBe(false);
});

test("giving the lock back twice frees it once", async ({ expect }) => {
  const mutex = new Mutex();
  const first = await mutex.lock();
  const second = mutex.lock();
  first[Symbol.dispose]();
  using _held = await second;
  first[Symbol.dispose]();
  expect(mutex.isLocked).toBe(true);
});

test("an aborted waiter rejects with the reason, gives up its place and leaves no listener", async ({ expect }) => {
  const mutex = new Mutex();
  const stop = new AbortController();
  const order: string[] = [];
  const held = await mutex.lock();
  const aborted = mutex.lock(stop.signal);
  const next = mutex.lock().then((lock) => {
    order.push("next");
    return lock;
  });
  stop.abort("enough");
  await expect(aborted).rejects.toBe("enough");
  expect([order, getEventListeners(stop.signal, "abort").length]).toEqual([[], 0]);
  held[Symbol.dispose]();
  (await next)[Symbol.dispose]();
  expect([order, mutex.isLocked]).toEqual([["next"], false]);
});

test("an aborted signal is refused even when the lock is free", async ({ expect }) => {
  const mutex = new Mutex();
  await expect(mutex.run(() => expect.unreachable(), AbortSignal.abort("before"))).rejects.toBe("before");
  expect(mutex.isLocked).toBe(false);
});

test("a lock that was granted is never lost, also when its signal is aborted in the same moment", async ({
  expect,
}) => {
  const mutex = new Mutex();
  const stop = new AbortController();
  const held = await mutex.lock();
  const granted = mutex.lock(stop.signal);
  held[Symbol.dispose]();
  stop.abort();
  (await granted)[Symbol.dispose]();
  expect(mutex.isLocked).toBe(false);
});

test("never two holders and never a lost lock, whoever gives up when", async ({ expect }) => {
  const visitor = fc.record({ turns: fc.nat(3), abortAfter: fc.option(fc.nat(6), { nil: undefined }) });
  await fc.assert(
    fc.asyncProperty(fc.array(visitor, { maxLength: 12 }), async (visitors) => {
      const mutex = new Mutex();
      let holders = 0;
      const served: number[] = [];
      const visits = visitors.map(async ({ turns, abortAfter }, id) => {
        const stop = new AbortController();
        const visit = mutex.run(async () => {
          served.push(id);
          expect((holders += 1)).toBe(1);
          for (let turn = 0; turn < turns; turn += 1) await nextTurn();
          holders -= 1;
        }, stop.signal);
        const outcome = visit.then(
          () => true,
          () => false,
        );
        for (let turn = 0; turn < (abortAfter ?? 0); turn += 1) await nextTurn();
        if (abortAfter !== undefined) stop.abort();
        return outcome;
      });
      const outcomes = await Promise.all(visits);
      expect(served).toEqual([...outcomes.keys()].filter((id) => outcomes[id]));
      visitors.forEach(({ abortAfter }, id) => abortAfter === undefined && expect(outcomes[id]).toBe(true));
      expect(mutex.isLocked).toBe(false);
    }),
  );
});
