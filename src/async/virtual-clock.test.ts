import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, test } from "vitest";
import { ClockRunawayError, InvalidArgumentError } from "./errors.ts";
import { nextTurn } from "./turn.ts";
import { VirtualClock } from "./virtual-clock.ts";

describe("reading", () => {
  test("wall time begins where asked, monotonic time at zero, and both stand still by themselves", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: 1000 });
    await nextTurn();
    expect([clock.now(), clock.monotonic()]).toEqual([1000, 0]);
    expect(new VirtualClock().now()).toBe(Date.parse("2026-01-01T00:00:00Z"));
  });

  test("a jump moves wall time and neither monotonic time nor any timer", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 1000 });
    const firedAt: number[] = [];
    clock.setTimeout(() => firedAt.push(clock.monotonic(), clock.now()), 10);
    clock.jump(3_600_000);
    clock.jump(-3_600_500);
    expect([clock.now(), clock.monotonic()]).toEqual([500, 0]);
    await clock.advance(9);
    clock.setWallTime(7_000_000);
    expect(firedAt).toEqual([]);
    await clock.advance(1);
    expect(firedAt).toEqual([10, 7_000_001]);
  });

  test.for([NaN, Infinity, -Infinity])("%d is refused as a time", async (value, { expect }) => {
    const clock = new VirtualClock({ startMs: 5 });
    const refusal = expect.objectContaining({ code: "SETPOINT_INVALID_ARGUMENT" });
    expect(() => new VirtualClock({ startMs: value })).toThrow(refusal);
    expect(() => clock.jump(value)).toThrow(refusal);
    expect(() => clock.setWallTime(value)).toThrow(refusal);
    await expect(clock.advance(value)).rejects.toSatisfy(InvalidArgumentError.is);
    await expect(clock.advanceTo(value)).rejects.toSatisfy(InvalidArgumentError.is);
    expect([clock.now(), clock.monotonic()]).toEqual([5, 0]);
  });

  test("time never goes back by advancing", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: 100 });
    await expect(clock.advance(-1)).rejects.toSatisfy(InvalidArgumentError.is);
    await expect(clock.advanceTo(99)).rejects.toSatisfy(InvalidArgumentError.is);
    await clock.advanceTo(100);
    await clock.advanceTo(150);
    expect([clock.now(), clock.monotonic()]).toEqual([150, 50]);
  });
});

describe("timers", () => {
  test.for([0, -5, NaN, -Infinity])(
    "a delay of %d is due at once and runs with the next move",
    async (delayMs, { expect }) => {
      const clock = new VirtualClock();
      let runs = 0;
      clock.setTimeout(() => (runs += 1), delayMs);
      await nextTurn();
      expect(runs).toBe(0);
      await clock.advance(0);
      expect([runs, clock.monotonic()]).toEqual([1, 0]);
    },
  );

  test("an infinite delay never fires and is not pending; one beyond 2^31 ms is exact", async ({ expect }) => {
    const clock = new VirtualClock();
    using _never = clock.setTimeout(() => expect.unreachable(), Infinity);
    const firedAt: number[] = [];
    clock.setTimeout(() => firedAt.push(clock.monotonic()), 2 ** 40);
    expect(clock.pending).toBe(1);
    await clock.advance(2 ** 40 - 1);
    expect(firedAt).toEqual([]);
    await clock.advance(2 ** 40);
    expect(firedAt).toEqual([2 ** 40]);
  });

  test("a cancelled timer does not run, also when a timer of the same moment cancels it", async ({ expect }) => {
    const clock = new VirtualClock();
    clock.setTimeout(() => later.cancel(), 5);
    const later = clock.setTimeout(() => expect.unreachable(), 5);
    {
      using _timer = clock.setTimeout(() => expect.unreachable(), 1);
    }
    expect(clock.pending).toBe(2);
    await clock.advance(10);
    later.cancel();
    expect(clock.pending).toBe(0);
  });

  test("promises settle fully between two timers, also those that hop through the task queue", async ({ expect }) => {
    const clock = new VirtualClock();
    const log: string[] = [];
    const work = async (): Promise<void> => {
      for (let step = 0; step < 1000; step += 1) await Promise.resolve();
      log.push("promises");
      await nextTurn();
      log.push("turn");
    };
    clock.setTimeout(() => void work(), 1);
    clock.setTimeout(() => log.push("timer"), 1);
    await clock.advance(1);
    expect(log).toEqual(["promises", "turn", "timer"]);
  });

  test("more turns settle longer chains through the task queue", async ({ expect }) => {
    const clock = new VirtualClock({ settleTurns: 12 });
    const log: string[] = [];
    const work = async (): Promise<void> => {
      for (let hop = 0; hop < 10; hop += 1) await nextTurn();
      log.push("hops");
    };
    clock.setTimeout(() => void work(), 1);
    clock.setTimeout(() => log.push("timer"), 1);
    await clock.advance(1);
    expect(log).toEqual(["hops", "timer"]);
  });

  test("a timer that a promise is about to make when time is moved still counts from before the move", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const firedAt: number[] = [];
    const begin = async (): Promise<void> => {
      for (let step = 0; step < 100; step += 1) await Promise.resolve();
      clock.setTimeout(() => firedAt.push(clock.monotonic()), 5);
    };
    void begin();
    await clock.advance(10);
    expect(firedAt).toEqual([5]);
  });

  test("a loop of sleeps runs at each of its times within one move", async ({ expect }) => {
    const clock = new VirtualClock();
    const times: number[] = [];
    const loop = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(10);
        times.push(clock.monotonic());
      }
    };
    void loop();
    await clock.advance(35);
    expect(times).toEqual([10, 20, 30]);
    expect(clock.monotonic()).toBe(35);
  });

  test("moves that overlap run one after the other", async ({ expect }) => {
    const clock = new VirtualClock();
    const times: number[] = [];
    clock.setTimeout(() => void clock.advance(5).then(() => times.push(clock.monotonic())), 1);
    await Promise.all([
      clock.advance(2).then(() => times.push(clock.monotonic())),
      clock.advance(3).then(() => times.push(clock.monotonic())),
    ]);
    await clock.advance(0);
    expect(times).toEqual([2, 5, 10]);
  });
});

describe("callbacks that throw", () => {
  test("reject the move after it has ended as it would have", async ({ expect }) => {
    const clock = new VirtualClock();
    const failure = new Error("broken");
    const times: number[] = [];
    clock.setTimeout(() => {
      throw failure;
    }, 1);
    clock.setTimeout(() => times.push(clock.monotonic()), 2);
    await expect(clock.advance(5)).rejects.toBe(failure);
    expect([times, clock.monotonic(), clock.pending]).toEqual([[2], 5, 0]);
    await clock.advance(1);
    expect(clock.monotonic()).toBe(6);
  });

  test("are all reported when there are several", async ({ expect }) => {
    const clock = new VirtualClock();
    const failures = [new Error("first"), undefined];
    for (const failure of failures) {
      clock.setTimeout(() => {
        throw failure;
      }, 1);
    }
    await expect(clock.advance(1)).rejects.toMatchObject({ name: "AggregateError", errors: failures });
  });
});

describe("sleeping and timing out", () => {
  test("an aborted sleep rejects with the reason and leaves neither timer nor listener", async ({ expect }) => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(10, stop.signal);
    expect([clock.pending, getEventListeners(stop.signal, "abort").length]).toEqual([1, 1]);
    stop.abort("enough");
    await expect(sleeping).rejects.toBe("enough");
    await expect(clock.sleep(10, stop.signal)).rejects.toBe("enough");
    expect([clock.pending, getEventListeners(stop.signal, "abort").length]).toEqual([0, 0]);
  });

  test("a sleep that ended leaves no listener", async ({ expect }) => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(10, stop.signal);
    await clock.advance(10);
    await sleeping;
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  test("a time-out aborts its signal with a TimeoutError at its time and is not pending before", async ({ expect }) => {
    const clock = new VirtualClock();
    const signal = clock.timeout(10);
    expect([clock.pending, clock.timeout(Infinity).aborted]).toEqual([0, false]);
    await clock.advance(9);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.reason).toBeInstanceOf(DOMException);
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
  });
});

describe("running without a given time", () => {
  test("runNext runs one timer at its time and says whether there was one", async ({ expect }) => {
    const clock = new VirtualClock();
    const times: number[] = [];
    for (const delayMs of [7, 3, 3]) clock.setTimeout(() => times.push(clock.monotonic()), delayMs);
    expect(await clock.runNext()).toBe(true);
    expect([times, clock.monotonic()]).toEqual([[3], 3]);
    expect([await clock.runNext(), await clock.runNext(), await clock.runNext()]).toEqual([true, true, false]);
    expect([times, clock.monotonic()]).toEqual([[3, 3, 7], 7]);
  });

  test("runUntilIdle runs all timers, also new ones, and does not wait for time-outs", async ({ expect }) => {
    const clock = new VirtualClock();
    const early = clock.timeout(4);
    const late = clock.timeout(1000);
    const sleeping = clock.sleep(5).then(() => clock.sleep(5));
    await clock.runUntilIdle();
    await sleeping;
    expect([early.aborted, late.aborted, clock.monotonic()]).toEqual([true, false, 10]);
  });

  test("runUntilIdle gives up on timers that never end", async ({ expect }) => {
    const clock = new VirtualClock();
    const again = (): void => void clock.setTimeout(again, 10);
    again();
    await expect(clock.runUntilIdle({ limit: 50 })).rejects.toSatisfy(ClockRunawayError.is);
    expect(clock.monotonic()).toBe(510);
    await clock.advance(10);
    expect(clock.monotonic()).toBe(520);
  });

  test("advancing gives up on timers that never let time pass", async ({ expect }) => {
    const clock = new VirtualClock({ settleTurns: 0 });
    const again = (): void => void clock.setTimeout(again, 0);
    clock.setTimeout(again, 5);
    await expect(clock.advance(10)).rejects.toSatisfy(ClockRunawayError.is);
    expect(clock.monotonic()).toBe(5);
  });

  test("advancing runs any number of timers as long as they let time pass", async ({ expect }) => {
    const clock = new VirtualClock({ settleTurns: 0 });
    let runs = 0;
    const again = (): void => {
      runs += 1;
      clock.setTimeout(() => clock.setTimeout(again, 1), 0);
    };
    again();
    await clock.advance(120_000);
    expect(runs).toBe(120_001);
  });
});

interface Plan {
  readonly delayMs: number;
  readonly children: readonly Plan[];
}

const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    delayMs: fc.integer({ min: -1, max: 12 }),
    children: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(tie("plan"), { maxLength: 3 }) },
    ),
  }),
}));

/** What must happen, by looking through all pending timers for the earliest each time. */
function expectedRuns(plans: readonly Plan[], untilMs: number): { plan: Plan; at: number }[] {
  const pending = plans.map((plan) => ({ plan, at: Math.max(0, plan.delayMs) }));
  const runs: { plan: Plan; at: number }[] = [];
  for (;;) {
    const at = Math.min(...pending.map((timer) => timer.at));
    const index = pending.findIndex((timer) => timer.at === at);
    const [timer] = index < 0 || at > untilMs ? [] : pending.splice(index, 1);
    if (timer === undefined) return runs;
    runs.push(timer);
    pending.push(...timer.plan.children.map((child) => ({ plan: child, at: at + Math.max(0, child.delayMs) })));
  }
}

test("timers run in order of due time and then of creation, each at its time, whatever the steps", async ({
  expect,
}) => {
  const steps = fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 10 }), steps, fc.boolean(), async (plans, steps, isAsync) => {
      const clock = new VirtualClock({ startMs: 1_000_000 });
      const runs: { plan: Plan; at: number }[] = [];
      const run = (plan: Plan): void => {
        runs.push({ plan, at: clock.monotonic() });
        expect(clock.now()).toBe(1_000_000 + clock.monotonic());
        for (const child of plan.children) start(child);
      };
      const start = (plan: Plan): void => {
        if (isAsync) void clock.sleep(plan.delayMs).then(() => run(plan));
        else clock.setTimeout(() => run(plan), plan.delayMs);
      };
      for (const plan of plans) start(plan);
      for (const step of steps) await clock.advance(step);
      const untilMs = steps.reduce((sum, step) => sum + step, 0);
      expect(clock.monotonic()).toBe(untilMs);
      const expected = steps.length === 0 ? [] : expectedRuns(plans, untilMs);
      expect(runs.map(({ at }) => at)).toEqual(expected.map(({ at }) => at));
      // By identity: equal plans must not be taken for each other.
      expect(runs.findIndex(({ plan }, index) => plan !== expected[index]?.plan)).toBe(-1);
    }),
  );
});
