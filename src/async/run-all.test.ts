import { getEventListeners } from "node:events";
import { test } from "vitest";
import { runAll, type RunAllOptions } from "./run-all.ts";
import { abortable } from "./signals.ts";
import { nextTurn } from "./turn.ts";

function started(): { stop: AbortController; stopErrors: unknown[]; options: RunAllOptions } {
  const stop = new AbortController();
  const stopErrors: unknown[] = [];
  return { stop, stopErrors, options: { signal: stop.signal, onStopError: (error) => void stopErrors.push(error) } };
}

/** Waits until told to stop, and then rejects with the reason, as awaited calls do. */
const untilStopped = (signal: AbortSignal): Promise<void> => abortable(new Promise<void>(() => {}), signal);

test("it returns when every task has ended, also when some end early", async ({ expect }) => {
  const { options, stopErrors, stop } = started();
  const log: string[] = [];
  await runAll(
    [
      () => void log.push("sync"),
      async () => void log.push("async"),
      async () => {
        for (let turn = 0; turn < 3; turn += 1) await nextTurn();
        log.push("late");
      },
    ],
    options,
  );
  await runAll([], options);
  expect([log, stopErrors, getEventListeners(stop.signal, "abort").length]).toEqual([["sync", "async", "late"], [], 0]);
});

test("the first failure aborts the others with itself as the reason, all are awaited, then it is thrown", async ({
  expect,
}) => {
  const { options, stopErrors, stop } = started();
  const failure = new Error("first");
  const log: unknown[] = [];
  const running = runAll(
    [
      async (signal) => {
        await untilStopped(signal).catch((reason: unknown) => log.push(reason));
        await nextTurn();
        log.push("cleaned up");
      },
      untilStopped,
      async () => {
        await nextTurn();
        throw failure;
      },
    ],
    options,
  ).finally(() => log.push("ended"));
  await expect(running).rejects.toBe(failure);
  expect(log[0]).toBe(failure);
  expect(log.slice(1)).toEqual(["cleaned up", "ended"]);
  expect([stopErrors, getEventListeners(stop.signal, "abort").length]).toEqual([[], 0]);
});

test("errors while stopping are reported and do not mask the first", async ({ expect }) => {
  const { options, stopErrors } = started();
  const failure = new Error("first");
  const later = new Error("while stopping");
  const running = runAll(
    [
      (signal) =>
        untilStopped(signal).catch(() => {
          throw later;
        }),
      () => Promise.reject(failure),
    ],
    options,
  );
  await expect(running).rejects.toBe(failure);
  expect(stopErrors).toEqual([later]);
});

test("an abort from outside stops the tasks with its reason and is no failure", async ({ expect }) => {
  const { options, stop, stopErrors } = started();
  const seen: unknown[] = [];
  const running = runAll(
    [
      untilStopped,
      async (signal) => {
        await untilStopped(signal).catch(() => {});
        seen.push(signal.reason);
        await nextTurn();
        seen.push("cleaned up");
      },
    ],
    options,
  );
  const reason = { why: "shutdown" };
  stop.abort(reason);
  await expect(running).resolves.toBeUndefined();
  expect(seen[0]).toBe(reason);
  expect([seen[1], stopErrors, getEventListeners(stop.signal, "abort").length]).toEqual(["cleaned up", [], 0]);
});

test("errors after an abort from outside are reported, and it still returns normally", async ({ expect }) => {
  const { options, stop, stopErrors } = started();
  const later = new Error("while stopping");
  const running = runAll([(signal) => untilStopped(signal).catch(() => Promise.reject(later))], options);
  stop.abort();
  await expect(running).resolves.toBeUndefined();
  expect(stopErrors).toEqual([later]);
});

test("a task that throws at once counts, and those after it are not begun", async ({ expect }) => {
  const { options } = started();
  const failure = new Error("at once");
  const begun: string[] = [];
  const running = runAll(
    [
      (signal) => {
        begun.push("first");
        return untilStopped(signal);
      },
      () => {
        throw failure;
      },
      () => void begun.push("third"),
    ],
    options,
  );
  await expect(running).rejects.toBe(failure);
  expect(begun).toEqual(["first"]);
});

test("nothing is begun when the signal was aborted before", async ({ expect }) => {
  const { options, stop } = started();
  stop.abort();
  await runAll([() => expect.unreachable()], options);
});

test("a task may fail with undefined", async ({ expect }) => {
  const { options, stopErrors } = started();
  const outcome = await runAll([untilStopped, () => Promise.reject(undefined)], options).then(
    () => "returned",
    (error: unknown) => ["thrown", error],
  );
  expect([outcome, stopErrors]).toEqual([["thrown", undefined], []]);
});

test("a report that throws is a failure, but never masks the first one nor leaves a task behind", async ({
  expect,
}) => {
  const broken = new Error("report broke");
  const failure = new Error("first");
  const log: string[] = [];
  const failing = (signal: AbortSignal): Promise<void> =>
    untilStopped(signal).catch(() => Promise.reject(new Error("later")));
  const slow = async (signal: AbortSignal): Promise<void> => {
    await untilStopped(signal).catch(() => {});
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    log.push("ended");
  };
  const onStopError = (): never => {
    throw broken;
  };
  const stop = new AbortController();
  const stopped = runAll([failing, slow], { signal: stop.signal, onStopError });
  stop.abort();
  await expect(stopped).rejects.toBe(broken);
  expect(log).toEqual(["ended"]);
  const { signal } = new AbortController();
  await expect(runAll([failing, slow, () => Promise.reject(failure)], { signal, onStopError })).rejects.toBe(failure);
  expect(log).toEqual(["ended", "ended"]);
});
