import { describe, test } from "vitest";
import { watchBatch } from "./defaults.ts";
import { Feed, follow } from "./feed.ts";
import { MemoryStore } from "./memory-store.ts";
import { commitOf, thing, told, untilTold } from "./store.fixture.ts";
import type { Change } from "./store.ts";

describe("a feed that is iterated", () => {
  test("tells the next value when it is asked for, and then ends [apiserver/store-log]", async ({ expect }) => {
    const steps: string[] = [];
    const feed = new Feed<number>(async (tell) => {
      for (const value of [1, 2]) {
        steps.push(`tell ${value}`);
        await tell(value);
      }
      steps.push("end");
    });
    expect(steps).toEqual([]);
    for await (const value of feed) steps.push(`read ${value}`);
    expect(steps).toEqual(["tell 1", "read 1", "tell 2", "read 2", "end"]);
  });

  test("gives what was told before it failed, and then throws the failure [apiserver/store-log]", async ({
    expect,
  }) => {
    const feed = new Feed<number>(async (tell) => {
      void tell(1);
      throw new Error("broken");
    });
    const values = feed[Symbol.asyncIterator]();
    expect(await values.next()).toEqual({ value: 1, done: false });
    await expect(values.next()).rejects.toThrow("broken");
    expect(await values.next()).toEqual({ value: undefined, done: true });
  });

  test("ends what tells when it is left early, whatever that waits for [apiserver/watch-leaves-nothing]", async ({
    expect,
  }) => {
    const ended: string[] = [];
    const slow = new Feed<number>(async (tell, left) => {
      await tell(1);
      ended.push(`taken, ${left?.aborted === true ? "left" : "read"}`);
    });
    for await (const _value of slow) break;
    const idle = new Feed<number>(async (tell, left) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      left?.addEventListener("abort", () => resolve());
      void tell(1);
      await promise;
      ended.push("idle, left");
    });
    for await (const _value of idle) break;
    expect(ended).toEqual(["taken, left", "idle, left"]);
  });
});

describe("a store that is followed", () => {
  test("tells everybody at once, each in order, and waits for those who are busy [apiserver/store-log]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const stop = new AbortController();
    const [quick, slow]: [string[], string[]] = [[], []];
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const range = { collection: "things", since: 1, signal: stop.signal };
    const quickly = (changes: readonly Change[]): undefined => void quick.push(changes.map(told).join());
    const slowly = (changes: readonly Change[]): Promise<void> => {
      slow.push(changes.map(told).join());
      return taken;
    };
    const following = [follow(store.watch(range), quickly), follow(store.watch(range), slowly)];
    for (const name of ["x", "y", "z"]) {
      await store.commit(commitOf("put", thing(name), 0));
      await untilTold();
    }
    expect(quick).toEqual(["put a/x@2", "put a/y@3", "put a/z@4"]);
    expect(slow).toEqual(["put a/x@2"]);
    stop.abort();
    await store.commit(commitOf("put", thing("late"), 0));
    take();
    await Promise.all(following);
    expect(slow).toEqual(["put a/x@2", "put a/y@3,put a/z@4"]);
    expect(quick).toHaveLength(3);
  });

  test("tells what is written in one turn in one batch, the same one to those who want the same [apiserver/store-batch]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const stop = new AbortController();
    const heard = ["a", undefined, undefined, "b", "a"].map((namespace) => {
      const batches: (readonly Change[])[] = [];
      const range = { collection: "things", namespace, since: 1, signal: stop.signal };
      const ended = follow(store.watch(range), (changes) => void batches.push(changes));
      return { batches, ended };
    });
    for (const [name, namespace] of [
      ["x", "a"],
      ["y", "b"],
      ["z", "a"],
    ] as const) {
      await store.commit(commitOf("put", thing(name, namespace), 0));
    }
    await untilTold();
    expect(heard.map(({ batches }) => batches.map((batch) => batch.map(told).join()))).toEqual([
      ["put a/x@2,put a/z@4"],
      ["put a/x@2,put b/y@3,put a/z@4"],
      ["put a/x@2,put b/y@3,put a/z@4"],
      ["put b/y@3"],
      ["put a/x@2,put a/z@4"],
    ]);
    expect(heard[2]?.batches[0]).toBe(heard[1]?.batches[0]);
    stop.abort();
    await Promise.all(heard.map(({ ended }) => ended));
  });

  test("tells a full batch before the end of a turn, which may never come [apiserver/store-batch]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const stop = new AbortController();
    let heard = 0;
    const range = { collection: "things", since: 1, signal: stop.signal };
    const following = follow(store.watch(range), (changes) => void (heard += changes.length));
    for (let number = 0; number < 2 * watchBatch.changes; number++) {
      await store.commit(commitOf("put", thing(`x${number}`), 0));
    }
    await Promise.resolve();
    expect(heard).toBeGreaterThan(watchBatch.changes);
    await untilTold();
    expect(heard).toBe(2 * watchBatch.changes);
    stop.abort();
    await following;
  });

  test("tells nothing to whoever has left, also not a full batch [apiserver/store-batch]", async ({ expect }) => {
    const store = new MemoryStore();
    const [stop, left] = [new AbortController(), new AbortController()];
    let heard = 0;
    const range = { collection: "things", since: 1, signal: stop.signal };
    const following = follow(store.watch(range), (changes) => void (heard += changes.length), left.signal);
    const commits = Array.from({ length: watchBatch.changes }, (_, number) =>
      store.commit(commitOf("put", thing(`x${number}`), 0)),
    );
    left.abort();
    await Promise.all([following, ...commits]);
    await untilTold();
    expect(heard).toBe(0);
  });

  test("tells nobody what was written after its end, also in a batch of somebody else [apiserver/store-batch]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const [ended, other] = [new AbortController(), new AbortController()];
    const followBusy = ({ signal }: AbortController): { heard: string[]; take: () => void; done: Promise<void> } => {
      const heard: string[] = [];
      const { promise, resolve: take } = Promise.withResolvers<void>();
      const range = { collection: "things", since: 1, signal };
      const done = follow(store.watch(range), (changes) => {
        heard.push(...changes.map(told));
        return heard.length === 1 ? promise : undefined;
      });
      return { heard, take, done };
    };
    const [first, second] = [followBusy(ended), followBusy(other)];
    await store.commit(commitOf("put", thing("x"), 0));
    await untilTold();
    await store.commit(commitOf("put", thing("y"), 0));
    ended.abort();
    await store.commit(commitOf("put", thing("z"), 0));
    await untilTold();
    second.take();
    await untilTold();
    first.take();
    await first.done;
    expect(first.heard).toEqual(["put a/x@2", "put a/y@3"]);
    expect(second.heard).toEqual(["put a/x@2", "put a/y@3", "put a/z@4"]);
    other.abort();
    await second.done;
  });

  test("tells everything to somebody who was busy when others were told less, and who is alone now [apiserver/store-batch]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const [gone, stop] = [new AbortController(), new AbortController()];
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const heard: string[] = [];
    const range = { collection: "things", namespace: "b", since: 1 };
    const other = follow(store.watch({ ...range, signal: gone.signal }), () => undefined);
    const slow = follow(store.watch({ ...range, signal: stop.signal }), (changes) => {
      heard.push(changes.map(told).join());
      return taken;
    });
    const put = async (name: string, namespace: string): Promise<void> => {
      await store.commit(commitOf("put", thing(name, namespace), 0));
      await untilTold();
    };
    await put("x", "b");
    await put("y", "a");
    gone.abort();
    await other;
    await put("z", "b");
    take();
    await untilTold();
    expect(heard).toEqual(["put b/x@2", "put b/z@4"]);
    stop.abort();
    await slow;
  });

  test("whoever leaves or ends while it is told, and then fails, leaves no failure that nobody hears of [apiserver/store-log]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const [ended, left] = [new AbortController(), new AbortController()];
    const failing = (by: AbortController): ((changes: readonly Change[]) => Promise<void> | undefined) => {
      let count = 0;
      return () => {
        count++;
        if (count === 1) return undefined;
        by.abort();
        return Promise.reject(new Error("broken"));
      };
    };
    const range = { collection: "things", since: 1 };
    const other = new AbortController();
    const leaving = follow(store.watch({ ...range, signal: other.signal }), failing(left), left.signal);
    const ending = expect(follow(store.watch({ ...range, signal: ended.signal }), failing(ended))).rejects.toThrow(
      "broken",
    );
    for (const name of ["x", "y"]) {
      await store.commit(commitOf("put", thing(name), 0));
      await untilTold();
    }
    await Promise.all([leaving, ending]);
    other.abort();
  });

  test("tells nothing more to whoever fails, and everything to the others [apiserver/store-log]", async ({
    expect,
  }) => {
    const store = new MemoryStore();
    const stop = new AbortController();
    const seen: string[] = [];
    let calls = 0;
    const range = { collection: "things", since: 1, signal: stop.signal };
    const failing = follow(store.watch(range), () => {
      calls++;
      throw new Error("no more");
    });
    const other = follow(store.watch(range), (changes) => void seen.push(...changes.map(told)));
    for (const name of ["x", "y"]) await store.commit(commitOf("put", thing(name), 0));
    await expect(failing).rejects.toThrow("no more");
    stop.abort();
    await other;
    expect(calls).toBe(1);
    expect(seen).toEqual(["put a/x@2", "put a/y@3"]);
  });
});
