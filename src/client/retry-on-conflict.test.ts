import { describe, test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import type { StatusReason } from "../model/index.ts";
import { ApplyConflictError } from "./apply-conflict-error.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

function refusal(reason: StatusReason, status: number): ApiError {
  return new ApiError("no", { status, reason, method: "PUT", path: "/" });
}

const conflict = refusal("Conflict", 409);

/** Work that fails with each of these, one after the other, and then succeeds. */
function failing(...failures: readonly unknown[]): {
  readonly work: () => Promise<string>;
  readonly runs: () => number;
} {
  let runs = 0;
  const work = async (): Promise<string> => {
    const failure = failures[runs++];
    if (failure !== undefined) throw failure;
    return "done";
  };
  return { work, runs: () => runs };
}

describe("retryOnConflict", () => {
  const random = seededRandom("retries");

  test("does the work again after each conflict, with a pause, and gives what it gives [client/retry-on-conflict]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const { work, runs } = failing(conflict, new Error("wrapped", { cause: conflict }));
    const result = retryOnConflict(work, { clock, random });
    await clock.advance(0);
    expect(runs()).toBe(1);
    await clock.runUntilIdle();
    expect(await result).toBe("done");
    expect(clock.monotonic()).toBeGreaterThanOrEqual(20);
    expect(clock.monotonic()).toBeLessThan(25);
  });

  test("gives up after the last attempt with its conflict [client/retry-on-conflict]", async ({ expect }) => {
    for (const attempts of [undefined, 2]) {
      const clock = new VirtualClock();
      const { work, runs } = failing(...Array.from({ length: 9 }, () => conflict));
      const failure = retryOnConflict(work, { clock, random, attempts }).catch((error: unknown) => error);
      await clock.runUntilIdle();
      expect(await failure).toBe(conflict);
      expect(runs()).toBe(attempts ?? 5);
    }
  });

  test.for([
    refusal("AlreadyExists", 409),
    refusal("NotFound", 404),
    new ApplyConflictError(conflict),
    new Error("mine"),
  ])("throws at once what trying again does not help (%#) [client/retry-on-conflict]", async (failure, { expect }) => {
    const { work, runs } = failing(failure);
    expect(await retryOnConflict(work).catch((error: unknown) => error)).toBe(failure);
    expect(runs()).toBe(1);
  });

  test("ends with the reason of an abort, also in the pause [client/retry-on-conflict]", async ({ expect }) => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const { work, runs } = failing(conflict);
    const failure = retryOnConflict(work, { clock, random, signal: stop.signal }).catch((error: unknown) => error);
    await clock.advance(0);
    stop.abort("enough");
    expect(await failure).toBe("enough");
    expect(runs()).toBe(1);
    expect(await retryOnConflict(work, { signal: stop.signal }).catch((error: unknown) => error)).toBe("enough");
    expect(runs()).toBe(1);
  });
});
