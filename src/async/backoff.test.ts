import { getEventListeners } from "node:events";
import fc from "fast-check";
import { test } from "vitest";
import { Backoff } from "./backoff.ts";
import { defaultBackoff } from "./defaults.ts";
import type { Random } from "./random.ts";
import { seededRandom } from "./seeded-random.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Randomness of which `next` is always the same. */
const always = (value: number): Random => ({ ...seededRandom(1), next: () => value });
const nearlyOne = 1 - 2 ** -53;

const steady = { initialMs: 100, maxMs: 1000, factor: 2, jitter: 0 };

function waits(backoff: Backoff, count: number): number[] {
  return Array.from({ length: count }, () => backoff.next());
}

test("without jitter each wait is longer by the factor, up to the maximum", ({ expect }) => {
  const backoff = new Backoff({ ...steady, clock: new VirtualClock(), random: seededRandom(1) });
  expect(waits(backoff, 6)).toEqual([100, 200, 400, 800, 1000, 1000]);
  expect(backoff.attempts).toBe(6);
});

test("the default begins with 0.8 to 1.6 s and ends with 15 to 30 s", ({ expect }) => {
  const clock = new VirtualClock();
  const shortest = waits(new Backoff({ ...defaultBackoff, clock, random: always(0) }), 8);
  const longest = waits(new Backoff({ ...defaultBackoff, clock, random: always(nearlyOne) }), 8).map(Math.round);
  expect(shortest).toEqual([800, 1600, 3200, 6400, 12_800, 15_000, 15_000, 15_000]);
  expect(longest).toEqual([1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000]);
});

test("reset makes the next wait a first one", ({ expect }) => {
  const backoff = new Backoff({ ...steady, clock: new VirtualClock(), random: seededRandom(1) });
  waits(backoff, 3);
  backoff.reset();
  expect([backoff.attempts, backoff.next(), backoff.attempts]).toEqual([0, 100, 1]);
});

test("a long time without a failure resets by itself, whatever the wall clock does", async ({ expect }) => {
  const clock = new VirtualClock();
  const backoff = new Backoff({ ...steady, resetAfterMs: 5000, clock, random: seededRandom(1) });
  await clock.advance(1_000_000);
  expect(waits(backoff, 2)).toEqual([100, 200]);
  await clock.advance(5000);
  clock.jump(1_000_000);
  expect(backoff.next()).toBe(400);
  await clock.advance(5001);
  expect([backoff.next(), backoff.attempts]).toEqual([100, 1]);
});

test("without resetAfterMs it never resets by itself", async ({ expect }) => {
  const clock = new VirtualClock();
  const backoff = new Backoff({ ...steady, clock, random: seededRandom(1) });
  backoff.next();
  await clock.advance(1e12);
  expect(backoff.next()).toBe(200);
});

test("wait sleeps exactly as long as next says", async ({ expect }) => {
  const clock = new VirtualClock();
  const backoff = new Backoff({ ...steady, clock, random: seededRandom(1) });
  const ends: number[] = [];
  const loop = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await backoff.wait();
      ends.push(clock.monotonic());
    }
  };
  void loop();
  await clock.advance(10_000);
  expect(ends).toEqual([100, 300, 700]);
});

test("an aborted wait rejects with the reason and leaves no timer and no listener", async ({ expect }) => {
  const clock = new VirtualClock();
  const backoff = new Backoff({ ...steady, clock, random: seededRandom(1) });
  const stop = new AbortController();
  const waiting = backoff.wait(stop.signal);
  stop.abort("enough");
  await expect(waiting).rejects.toBe("enough");
  await expect(backoff.wait(stop.signal)).rejects.toBe("enough");
  expect([clock.pending, getEventListeners(stop.signal, "abort").length, backoff.attempts]).toEqual([0, 0, 1]);
});

test.for([
  ["initialMs", -1],
  ["initialMs", NaN],
  ["maxMs", Infinity],
  ["factor", 0.5],
  ["jitter", -0.1],
  ["resetAfterMs", -1],
] as const)("%s of %d is refused", ([option, value], { expect }) => {
  const options = { ...steady, [option]: value, clock: new VirtualClock(), random: seededRandom(1) };
  expect(() => new Backoff(options)).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_ARGUMENT", place: `Backoff.${option}` }),
  );
});

test("no wait is above the maximum or below the first, none shrinks without jitter, all keep their jitter", ({
  expect,
}) => {
  const positive = fc.double({ min: 0, max: 1e300, noNaN: true });
  const policy = fc.record({
    initialMs: positive,
    maxMs: positive,
    factor: fc.double({ min: 1, max: 1e300, noNaN: true }),
    jitter: fc.oneof(fc.double({ min: 0, max: 3, noNaN: true }), positive),
  });
  fc.assert(
    fc.property(policy, fc.integer(), (policy, seed) => {
      const clock = new VirtualClock();
      const jittered = waits(new Backoff({ ...policy, clock, random: seededRandom(seed) }), 50);
      const shortest = waits(new Backoff({ ...policy, clock, random: always(0) }), 50);
      const longest = waits(new Backoff({ ...policy, clock, random: always(nearlyOne) }), 50);
      expect(jittered.findIndex((wait, index) => !(wait >= shortest[index]! && wait <= longest[index]!))).toBe(-1);
      expect(Math.max(...longest)).toBeLessThanOrEqual(policy.maxMs);
      expect(Math.min(...shortest)).toBe(shortest[0]);
      expect(shortest).toEqual(shortest.toSorted((a, b) => a - b));
      if (policy.jitter > 1e-9 && shortest[49]! > 1e-300) expect(longest[49]!).toBeGreaterThan(shortest[49]!);
    }),
    { numRuns: 300 },
  );
});
