import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import { configDefaults } from "./defaults.ts";
import { RenewedCredentials } from "./renewed-credentials.ts";
import { SharedWork } from "./shared-work.ts";

/** Credentials that live for a time and are numbered. */
function numbered(clock: VirtualClock, lifeMs: number): { source: RenewedCredentials; fail: (error?: Error) => void } {
  let number = 0;
  let failure: Error | undefined;
  const renew = async (): Promise<{ credential: { authorization: string }; endsAtMs: number }> => {
    if (failure !== undefined) throw failure;
    return { credential: { authorization: String(++number) }, endsAtMs: clock.now() + lifeMs };
  };
  const source = new RenewedCredentials({ renew, canRenew: () => true, clock, log: silentLogger });
  return { source, fail: (error) => (failure = error) };
}

test("a credential is renewed before its end, at half of its life if that is short [config/renewed-early]", async ({
  expect,
}) => {
  for (const [lifeMs, renewedAfterMs] of [
    [3_600_000, 3_600_000 - configDefaults.renewalMs],
    [10_000, 5_000],
  ] as const) {
    const clock = new VirtualClock();
    const { source } = numbered(clock, lifeMs);
    expect((await source.current({})).authorization).toBe("1");
    await clock.advance(renewedAfterMs - 1);
    expect((await source.current({})).authorization).toBe("1");
    await clock.advance(1);
    expect((await source.current({})).authorization).toBe("2");
  }
});

test("if it can't be renewed, the old one is used until its end [config/renewed-early]", async ({ expect }) => {
  const clock = new VirtualClock();
  const { source, fail } = numbered(clock, 10_000);
  const first = await source.current({});
  fail(new Error("away"));
  await clock.advance(9_999);
  expect(await source.current({})).toBe(first);
  expect(source.refused(first)).toBe(true);
  await expect(source.current({})).rejects.toThrow("away");
  fail();
  const second = await source.current({});
  fail(new Error("away"));
  await clock.advance(10_000);
  await expect(source.current({})).rejects.toThrow("away");
  expect(second.authorization).toBe("2");
});

test("work that must be finished goes on when all have given up, and the next gets its result [config/renewal-finished]", async ({
  expect,
}) => {
  const begun: { readonly signal: AbortSignal; readonly end: (value: string) => void }[] = [];
  const work = new SharedWork<string>(
    (signal) => new Promise<string>((resolve) => void begun.push({ signal, end: resolve })),
    { isFinished: true },
  );
  const impatient = new AbortController();
  const left = work.run(impatient.signal).catch((error: unknown) => error);
  impatient.abort("enough");
  expect(await left).toBe("enough");
  expect(begun[0]?.signal.aborted).toBe(false);
  const next = work.run();
  begun[0]?.end("done");
  expect(await next).toBe("done");
  expect(begun).toHaveLength(1);
  const again = work.run();
  begun[1]?.end("again");
  expect(await again).toBe("again");
});

test("work is shared, and aborted only when all have given up [config/shared-renewal]", async ({ expect }) => {
  const begun: { readonly signal: AbortSignal; readonly end: (value: string) => void }[] = [];
  const work = new SharedWork<string>((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    signal.addEventListener("abort", () => reject(new Error("aborted")));
    begun.push({ signal, end: resolve });
    return promise;
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const results = [work.run(one.signal), work.run(other.signal), work.run()].map((result) =>
    result.catch((error: unknown) => error),
  );
  expect(begun).toHaveLength(1);
  one.abort("one");
  other.abort("other");
  expect(await Promise.all(results.slice(0, 2))).toEqual(["one", "other"]);
  expect(begun[0]?.signal.aborted).toBe(false);
  begun[0]?.end("done");
  expect(await results[2]).toBe("done");

  const last = new AbortController();
  const alone = work.run(last.signal).catch((error: unknown) => error);
  last.abort("last");
  expect(await alone).toBe("last");
  expect(begun[1]?.signal.aborted).toBe(true);
  const again = work.run();
  begun[2]?.end("again");
  expect(await again).toBe("again");
  await expect(work.run(last.signal)).rejects.toBe("last");
  expect(begun).toHaveLength(3);
});
