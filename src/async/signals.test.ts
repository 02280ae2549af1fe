import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, test } from "vitest";
import { abortable, linkSignals, onAbort } from "./signals.ts";
import { nextTurn } from "./turn.ts";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;
const reasons = [new Error("stop"), "text", 0, null, false, { any: "object" }];

describe("onAbort", () => {
  test.for(reasons)("calls back once with exactly the reason %o", (reason, { expect }) => {
    const controller = new AbortController();
    const calls: unknown[] = [];
    onAbort(controller.signal, (given) => calls.push(given));
    expect(calls).toEqual([]);
    controller.abort(reason);
    controller.abort("again");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toBe(reason);
    expect(listeners(controller.signal)).toBe(0);
  });

  test("calls back at once when the signal is aborted already", ({ expect }) => {
    const calls: unknown[] = [];
    onAbort(AbortSignal.abort("before"), (given) => calls.push(given));
    expect(calls).toEqual(["before"]);
  });

  test("never calls back after it was disposed of, or without a signal", ({ expect }) => {
    const controller = new AbortController();
    {
      using _listening = onAbort(controller.signal, () => expect.unreachable());
      expect(listeners(controller.signal)).toBe(1);
    }
    expect(listeners(controller.signal)).toBe(0);
    controller.abort();
    onAbort(undefined, () => expect.unreachable())[Symbol.dispose]();
  });
});

describe("linkSignals", () => {
  test.for(reasons)(
    "passes on exactly the reason %o, from any of its signals, and then listens to none",
    (reason, { expect }) => {
      for (const aborted of [0, 1]) {
        const controllers = [new AbortController(), new AbortController()];
        using scope = linkSignals(...controllers.map(({ signal }) => signal), undefined);
        expect(controllers.map(({ signal }) => listeners(signal))).toEqual([1, 1]);
        controllers[aborted]?.abort(reason);
        expect(scope.signal.aborted).toBe(true);
        expect(scope.signal.reason).toBe(reason);
        controllers[1 - aborted]?.abort("too late");
        expect(scope.signal.reason).toBe(reason);
        expect(controllers.map(({ signal }) => listeners(signal))).toEqual([0, 0]);
      }
    },
  );

  test("is aborted from the beginning, with the first reason, when one of its signals is", ({ expect }) => {
    const { signal: before } = new AbortController();
    const { signal: after } = new AbortController();
    const reason = new Error("first");
    using scope = linkSignals(before, AbortSignal.abort(reason), AbortSignal.abort("second"), after);
    expect(scope.signal.aborted).toBe(true);
    expect(scope.signal.reason).toBe(reason);
    expect([listeners(before), listeners(after)]).toEqual([0, 0]);
  });

  test("can be aborted by itself without touching those it follows", ({ expect }) => {
    const parent = new AbortController();
    using scope = linkSignals(parent.signal);
    scope.abort("own");
    expect([scope.signal.reason, parent.signal.aborted, listeners(parent.signal)]).toEqual(["own", false, 0]);
  });

  test("leaving the block takes the listeners off and does not abort", ({ expect }) => {
    const parent = new AbortController();
    const after = ((): AbortSignal => {
      using scope = linkSignals(parent.signal, parent.signal);
      return scope.signal;
    })();
    expect(listeners(parent.signal)).toBe(0);
    parent.abort();
    expect(after.aborted).toBe(false);
  });

  test("a million compositions with one long-lived parent leave no listener and the heap flat", async ({ expect }) => {
    setFlagsFromString("--expose_gc");
    const collect = runInNewContext("gc") as () => void;
    const parent = new AbortController();
    const other = new AbortController();
    const compose = (times: number): void => {
      for (let round = 0; round < times; round += 1) {
        using scope = linkSignals(parent.signal, other.signal);
        if (scope.signal.aborted) expect.unreachable();
      }
    };
    const heapAfter = async (times: number): Promise<number> => {
      compose(times);
      await nextTurn();
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(100_000);
    const after = await heapAfter(900_000);
    expect([listeners(parent.signal), listeners(other.signal)]).toEqual([0, 0]);
    // One byte for each composition would already be 900 KB.
    expect(after - before).toBeLessThan(900_000);
  }, 120_000);
});

describe("abortable", () => {
  test("follows the promise, whether it resolves or rejects, and leaves no listener", async ({ expect }) => {
    const { signal } = new AbortController();
    const failure = new Error("failed");
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(abortable(Promise.reject(failure), signal)).rejects.toBe(failure);
    await expect(abortable(Promise.resolve(2), undefined)).resolves.toBe(2);
    expect(listeners(signal)).toBe(0);
  });

  test("rejects with the reason as soon as the signal is aborted, however the promise ends later", async ({
    expect,
  }) => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<void>();
    const waiting = abortable(promise, controller.signal);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    // Would end the test run as an unhandled rejection if nobody looked after it.
    reject(new Error("late"));
    await nextTurn();
    expect(listeners(controller.signal)).toBe(0);
  });

  test("rejects when the signal was aborted before, even if the promise has a value", async ({ expect }) => {
    await expect(abortable(Promise.resolve(1), AbortSignal.abort("before"))).rejects.toBe("before");
    await expect(abortable(Promise.reject(new Error("unseen")), AbortSignal.abort("before"))).rejects.toBe("before");
  });
});
