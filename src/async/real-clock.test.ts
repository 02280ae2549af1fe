import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, test, vi } from "vitest";
import { realClock } from "./real-clock.ts";

const longestPlatformDelayMs = 2 ** 31 - 1;

/** Runs statements that know `realClock` in a process of their own and gives what they print once the process has ended by itself. */
async function printedBy(statements: string): Promise<string> {
  const source = `import { realClock } from ${JSON.stringify(new URL("./real-clock.ts", import.meta.url).href)};\n${statements}`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", source], { timeout: 50_000 });
  return stdout.trim();
}

test("now and monotonic are the platform's wall and monotonic time", ({ expect }) => {
  const before = Date.now();
  expect(realClock.now()).toBeGreaterThanOrEqual(before);
  const start = performance.now();
  expect(realClock.monotonic()).toBeGreaterThanOrEqual(start);
});

test("a timer never fires before its delay has passed by the monotonic clock", async ({ expect }) => {
  const elapsed = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const delayMs = index / 7;
      const start = realClock.monotonic();
      await realClock.sleep(delayMs);
      return realClock.monotonic() - start - delayMs;
    }),
  );
  expect(Math.min(...elapsed)).toBeGreaterThanOrEqual(0);
});

test("a pending timer keeps the process alive, a pending time-out of any length does not", async ({ expect }) => {
  const printed = await printedBy(`
    realClock.timeout(3_600_000).addEventListener("abort", () => {});
    realClock.timeout(1e12).addEventListener("abort", () => {});
    realClock.setTimeout(() => {}, Infinity);
    realClock.setTimeout(() => console.log("ran"), 20);
  `);
  expect(printed).toBe("ran");
}, 60_000);

test("a short time-out aborts its signal with a TimeoutError", async ({ expect }) => {
  const signal = realClock.timeout(0.5);
  await expect(realClock.sleep(30_000, signal)).rejects.toMatchObject({ name: "TimeoutError" });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

describe("with the platform's timers in our hands", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("a delay beyond 2^31 ms fires after exactly that time", async ({ expect }) => {
    const delayMs = 2.5 * longestPlatformDelayMs;
    const fired = vi.fn<() => void>();
    realClock.setTimeout(fired, delayMs);
    await vi.advanceTimersByTimeAsync(Math.floor(delayMs) - 1);
    expect(fired).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(fired).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a time-out beyond 2^31 ms aborts its signal with a TimeoutError after exactly that time", async ({
    expect,
  }) => {
    const signal = realClock.timeout(3e9);
    await vi.advanceTimersByTimeAsync(3e9 - 1);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal.reason).toBeInstanceOf(DOMException);
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });

  test("an infinite delay makes no platform timer and never fires", ({ expect }) => {
    using _timer = realClock.setTimeout(() => expect.unreachable(), Infinity);
    expect(realClock.timeout(Infinity).aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.for([0, -1, -Infinity, NaN])(
    "a delay of %d fires soon, but not before the caller has returned",
    async (delayMs, { expect }) => {
      const fired = vi.fn<() => void>();
      realClock.setTimeout(fired, delayMs);
      expect(fired).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(fired).toHaveBeenCalledTimes(1);
    },
  );

  test("cancelling, by name or by leaving the block, ends a timer at any point of its chain", async ({ expect }) => {
    const timer = realClock.setTimeout(() => expect.unreachable(), 3e9);
    {
      using _timer = realClock.setTimeout(() => expect.unreachable(), 10);
    }
    await vi.advanceTimersByTimeAsync(2.5e9);
    timer.cancel();
    timer.cancel();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1e9);
  });

  test("an aborted sleep rejects with the reason and leaves neither timer nor listener", async ({ expect }) => {
    const stop = new AbortController();
    const sleeping = realClock.sleep(1000, stop.signal);
    expect([vi.getTimerCount(), getEventListeners(stop.signal, "abort").length]).toEqual([1, 1]);
    const reason = { why: "enough" };
    stop.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect([vi.getTimerCount(), getEventListeners(stop.signal, "abort").length]).toEqual([0, 0]);
    await expect(realClock.sleep(1000, stop.signal)).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a sleep that ended leaves no listener", async ({ expect }) => {
    const stop = new AbortController();
    const sleeping = realClock.sleep(1000, stop.signal);
    await vi.advanceTimersByTimeAsync(1000);
    await sleeping;
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
});
