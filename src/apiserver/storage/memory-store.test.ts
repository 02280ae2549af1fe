import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test } from "vitest";
import { follow, MemoryStore, StoreError } from "./index.ts";
import type { Commit } from "./index.ts";
import { changesSince, commitOf, nextOf, reading, textOf, thing, told, untilTold } from "./store.fixture.ts";

test("an empty store is at revision 1, and each commit of any collection gets the next one [apiserver/store-one-counter]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  expect(store.revision).toBe(1);
  const first = await store.commit(commitOf("put", thing("x"), 0));
  const second = await store.commit(commitOf("put", { collection: "others", namespace: "", name: "y" }, 0));
  const gone = await store.commit(commitOf("delete", thing("x"), first.revision));
  expect([first.revision, second.revision, gone.revision, store.revision]).toEqual([2, 3, 4, 4]);
  expect(await store.get(thing("x"))).toBeUndefined();
});

test("an object is read as it was written, as of the revision it got [apiserver/store-encodes-once]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  let calls = 0;
  const stored = await store.commit({
    ...commitOf("put", thing("x"), 0),
    encode: (revision) => {
      calls += 1;
      return new TextEncoder().encode(`r${revision}`);
    },
  });
  const read = await store.get(thing("x"));
  const { objects } = await store.scan({ collection: "things" });
  expect(calls).toBe(1);
  expect(textOf(read?.bytes)).toBe("r2");
  expect(read?.bytes).toBe(stored.bytes);
  expect(objects[0]?.bytes).toBe(stored.bytes);
});

test("a commit on another revision than the object's is refused and changes nothing [apiserver/store-optimistic]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  await store.commit(commitOf("put", thing("x"), 0));
  const wrong = [
    commitOf("put", thing("x"), 0),
    commitOf("put", thing("x"), 7),
    commitOf("delete", thing("x"), 1),
    commitOf("put", thing("y"), 2),
    commitOf("delete", thing("y"), 0),
  ];
  for (const commit of wrong) {
    const error: unknown = await store.commit(commit).catch((reason: unknown) => reason);
    expect(StoreError.is(error, "SETPOINT_STORE_CONFLICT")).toBe(true);
    expect(StoreError.is(error, "SETPOINT_STORE_EXPIRED")).toBe(false);
  }
  expect(store.revision).toBe(2);
  expect(await changesSince(store, 1)).toEqual(["put a/x@2"]);
});

test("a commit that cannot be encoded changes nothing [apiserver/store-optimistic]", async ({ expect }) => {
  const store = new MemoryStore();
  const broken = {
    ...commitOf("put", thing("x"), 0),
    encode: (): Uint8Array => {
      throw new Error("no");
    },
  };
  await expect(store.commit(broken)).rejects.toThrow("no");
  expect([store.revision, await store.get(thing("x"))]).toEqual([1, undefined]);
});

test("a scan gives its range in byte order with the revision of that state [apiserver/store-order]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  const keys = [thing("b", "a"), thing("a", "a-b"), thing("\u{1F600}", "z"), thing("\uFF5E", "z"), thing("a", "a")];
  for (const key of keys) await store.commit(commitOf("put", key, 0));
  const all = await store.scan({ collection: "things" });
  const one = await store.scan({ collection: "things", namespace: "a" });
  expect(all.objects.map(({ key }) => `${key.namespace}/${key.name}`)).toEqual([
    "a-b/a",
    "a/a",
    "a/b",
    "z/\uFF5E",
    "z/\u{1F600}",
  ]);
  expect(one.objects.map(({ key }) => key.name)).toEqual(["a", "b"]);
  expect([all.revision, (await store.scan({ collection: "none" })).objects]).toEqual([6, []]);
});

test("a scan is not changed by later commits [apiserver/store-order]", async ({ expect }) => {
  const store = new MemoryStore();
  await store.commit(commitOf("put", thing("b"), 0));
  const before = await store.scan({ collection: "things" });
  await store.commit(commitOf("put", thing("a"), 0));
  await store.commit(commitOf("delete", thing("b"), 2));
  expect(before.objects.map(({ key }) => key.name)).toEqual(["b"]);
  expect((await store.scan({ collection: "things" })).objects.map(({ key }) => key.name)).toEqual(["a"]);
});

test("a change carries the state before it [apiserver/store-log]", async ({ expect }) => {
  const store = new MemoryStore();
  await store.commit(commitOf("put", thing("x"), 0));
  await store.commit(commitOf("put", thing("x"), 2));
  await store.commit(commitOf("delete", thing("x"), 3));
  const states: (readonly [string | undefined, string | undefined])[] = [];
  for await (const batch of store.watch({ collection: "things", since: 1, signal: AbortSignal.abort() })) {
    states.push(...batch.map(({ previous, bytes }) => [textOf(previous), textOf(bytes)] as const));
  }
  expect(states).toEqual([
    [undefined, "a/x@2"],
    ["a/x@2", "a/x@3"],
    ["a/x@3", "a/x@4"],
  ]);
});

test("a watch gives what was committed before and after the call, each once, its namespace only [apiserver/store-log]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  const stop = new AbortController();
  await store.commit(commitOf("put", thing("x"), 0));
  await store.commit(commitOf("put", thing("y", "b"), 0));
  const seen: string[] = [];
  const watching = (async () => {
    for await (const batch of store.watch({ collection: "things", namespace: "b", since: 1, signal: stop.signal })) {
      seen.push(batch.map(told).join());
    }
  })();
  await untilTold();
  await Promise.all([
    store.commit(commitOf("put", thing("z", "b"), 0)),
    store.commit(commitOf("put", thing("w"), 0)),
    store.commit(commitOf("delete", thing("y", "b"), 3)),
  ]);
  await untilTold();
  stop.abort();
  await watching;
  expect(seen).toEqual(["put b/y@3", "put b/z@4,delete b/y@6"]);
});

test("a watch from a revision to come is silent until the store has passed it [apiserver/store-log]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  const stop = new AbortController();
  const seen: string[] = [];
  const watching = (async () => {
    for await (const batch of store.watch({ collection: "things", since: 3, signal: stop.signal }))
      seen.push(...batch.map(told));
  })();
  for (const name of ["x", "y", "z"]) {
    await store.commit(commitOf("put", thing(name), 0));
    await untilTold();
  }
  stop.abort();
  await watching;
  expect(seen).toEqual(["put a/z@4"]);
});

test("an aborted watch gives what was committed before the abort, ends and leaves no listener [apiserver/store-abort]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  const stop = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = stop.signal;
  stop.signal.addEventListener = (...all: Parameters<typeof addEventListener>) => {
    listeners += 1;
    addEventListener.apply(stop.signal, all);
  };
  stop.signal.removeEventListener = (...all: Parameters<typeof removeEventListener>) => {
    listeners -= 1;
    removeEventListener.apply(stop.signal, all);
  };
  const watch = reading(store, 1, stop.signal);
  const first = nextOf(watch);
  await untilTold();
  expect(listeners).toBe(1);
  await store.commit(commitOf("put", thing("x"), 0));
  expect(await first).toEqual(["put a/x@2"]);
  const left = reading(store, 1, stop.signal);
  await left.next();
  expect(listeners).toBe(2);
  await left.return?.();
  expect(listeners).toBe(1);
  await store.commit(commitOf("put", thing("y"), 0));
  stop.abort();
  expect(await nextOf(watch)).toEqual(["put a/y@3"]);
  expect(await nextOf(watch)).toBeUndefined();
  expect(listeners).toBe(0);
});

test("the log is bounded, and who needs a dropped change is told so, at the start and in between [apiserver/store-expires]", async ({
  expect,
}) => {
  const store = new MemoryStore({ historySize: 2 });
  const late = reading(store, 1);
  await store.commit(commitOf("put", thing("a"), 0));
  expect(await nextOf(late)).toEqual(["put a/a@2"]);
  for (const name of ["b", "c", "d"]) await store.commit(commitOf("put", thing(name), 0));
  const inBetween: unknown = await nextOf(late).catch((reason: unknown) => reason);
  const atStart: unknown = await changesSince(store, 2).catch((reason: unknown) => reason);
  expect(StoreError.is(inBetween, "SETPOINT_STORE_EXPIRED")).toBe(true);
  expect(StoreError.is(atStart) && atStart.revision).toBe(3);
  expect(await changesSince(store, 3)).toEqual(["put a/c@4", "put a/d@5"]);
});

test("a range is scanned as it was, until the log has forgotten what came after [apiserver/store-past]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  const put = (name: string, expected: number, namespace?: string) =>
    store.commit(commitOf("put", thing(name, namespace), expected));
  await put("b", 0);
  await put("a", 0);
  await put("c", 0, "z");
  await put("b", 2);
  await store.commit(commitOf("delete", thing("a"), 3));
  await put("a", 0);
  const at = async (revision: number, namespace?: string): Promise<readonly unknown[]> => {
    const scan = await store.scan({ collection: "things", namespace }, revision);
    return [scan.revision, ...scan.objects.map(({ bytes, revision: own }) => [textOf(bytes), own])];
  };
  expect(await at(1)).toEqual([1]);
  expect(await at(3)).toEqual([3, ["a/a@3", 3], ["a/b@2", 2]]);
  expect(await at(5)).toEqual([5, ["a/a@3", 3], ["a/b@5", 5], ["z/c@4", 4]]);
  expect(await at(6, "a")).toEqual([6, ["a/b@5", 5]]);
  expect(await at(99)).toEqual([7, ["a/a@7", 7], ["a/b@5", 5], ["z/c@4", 4]]);
  store.compact(5);
  expect(StoreError.is(await at(4).catch((reason: unknown) => reason), "SETPOINT_STORE_EXPIRED")).toBe(true);
  expect(await at(5)).toEqual([5, ["a/a@3", 3], ["a/b@5", 5], ["z/c@4", 4]]);
});

test("compaction forgets changes, but concerns nobody who has seen them [apiserver/store-compacts]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  for (const name of ["a", "b", "c"]) await store.commit(commitOf("put", thing(name), 0));
  const next = nextOf(reading(store, 4));
  store.compact(3);
  expect(StoreError.is(await changesSince(store, 2).catch((reason: unknown) => reason), "SETPOINT_STORE_EXPIRED")).toBe(
    true,
  );
  expect(await changesSince(store, 3)).toEqual(["put a/c@4"]);
  store.compact(100);
  await store.commit(commitOf("put", thing("d"), 0));
  expect(await next).toEqual(["put a/d@5"]);
  expect((await store.scan({ collection: "things" })).objects).toHaveLength(4);
});

/** A commit of so many bytes. */
function sized(name: string, expected: number, bytes: number): Commit {
  return { ...commitOf("put", thing(name), expected), encode: () => new Uint8Array(bytes) };
}

test("the log is bounded in bytes as well, the states before its changes included [apiserver/store-expires]", async ({
  expect,
}) => {
  const store = new MemoryStore({ historyBytes: 1_000 });
  for (const name of ["a", "b", "c"]) await store.commit(sized(name, 0, 400));
  expect(await changesSince(store, 2)).toEqual(["put a/b@3", "put a/c@4"]);
  expect(StoreError.is(await changesSince(store, 1).catch((reason: unknown) => reason))).toBe(true);
  await store.commit(sized("c", 4, 400));
  expect(await changesSince(store, 4)).toEqual(["put a/c@5"]);
  expect(StoreError.is(await changesSince(store, 3).catch((reason: unknown) => reason))).toBe(true);
  await store.commit(sized("d", 0, 5_000));
  expect(await changesSince(store, 5)).toEqual(["put a/d@6"]);
});

test("a dropped change is let go at once [apiserver/store-expires]", async ({ expect }) => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const store = new MemoryStore();
  const states: WeakRef<Uint8Array>[] = [];
  for (let expected = 0; expected < 101;) {
    const bytes = new Uint8Array(1);
    states.push(new WeakRef(bytes));
    expected = (await store.commit({ ...commitOf("put", thing("a"), expected), encode: () => bytes })).revision;
  }
  store.compact(31);
  await untilTold();
  collectGarbage();
  // Of 100 changes 30 are dropped; the state before the first that is kept is needed.
  expect(states.filter((state) => state.deref() === undefined)).toHaveLength(29);
});

test("a dropped change is let go at once also when somebody was told of it [apiserver/store-expires]", async ({
  expect,
}) => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const store = new MemoryStore();
  const stop = new AbortController();
  const following = follow(store.watch({ collection: "things", since: 1, signal: stop.signal }), () => undefined);
  const putOne = async (): Promise<WeakRef<Uint8Array>> => {
    const bytes = new Uint8Array(1);
    await store.commit({ ...commitOf("put", thing("a"), 0), encode: () => bytes });
    await untilTold();
    return new WeakRef(bytes);
  };
  const state = await putOne();
  await store.commit(commitOf("delete", thing("a"), 2));
  await untilTold();
  store.compact(3);
  await untilTold();
  collectGarbage();
  expect(state.deref()).toBeUndefined();
  stop.abort();
  await following;
});

test("a watch takes its changes in batches of a bounded size, also when it is aborted [apiserver/watch-batches]", async ({
  expect,
}) => {
  const store = new MemoryStore();
  for (let count = 0; count < 2_500; count++) await store.commit(sized(`x${count}`, 0, 1));
  const signal = AbortSignal.abort();
  const batches: number[] = [];
  for await (const batch of store.watch({ collection: "things", since: 1, signal })) batches.push(batch.length);
  expect(batches).toEqual([1_000, 1_000, 500]);
  for (let count = 0; count < 5; count++) await store.commit(sized(`y${count}`, 0, 100_000));
  const large: number[] = [];
  for await (const batch of store.watch({ collection: "things", since: 2_501, signal })) large.push(batch.length);
  expect(large).toEqual([2, 2, 1]);
});

test("a watch that is aborted ends, however many changes come while it is read [apiserver/store-abort]", async ({
  expect,
}) => {
  const store = new MemoryStore({ historySize: 2 });
  await store.commit(commitOf("put", thing("a"), 0));
  const watch = reading(store, 1, AbortSignal.abort());
  expect(await nextOf(watch)).toEqual(["put a/a@2"]);
  for (const name of ["b", "c", "d"]) await store.commit(commitOf("put", thing(name), 0));
  expect(await nextOf(watch)).toBeUndefined();
});
