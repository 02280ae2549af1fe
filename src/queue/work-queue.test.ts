import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expectTypeOf, test } from "vitest";
import { nextTurn, VirtualClock } from "../async/index.ts";
import { QueueError } from "./errors.ts";
import { takeAll } from "./take-all.fixture.ts";
import { WorkQueue } from "./work-queue.ts";

test("keys come out in the order in which they went in [queue/first-in-first-out]", ({ expect }) => {
  using queue = new WorkQueue();
  for (const key of ["c", "a", "b"]) queue.add(key);
  expect(takeAll(queue)).toEqual(["c", "a", "b"]);
});

test("a ready key is not added twice and keeps its place [queue/deduplicates-before-take]", ({ expect }) => {
  using queue = new WorkQueue();
  for (const key of ["a", "b", "a", "a"]) queue.add(key);
  expect(queue.size).toBe(2);
  expect(takeAll(queue)).toEqual(["a", "b"]);
});

test("a key added while in work comes out afterwards, behind the ready ones [queue/re-add-while-working]", ({
  expect,
}) => {
  using queue = new WorkQueue();
  queue.add("a");
  const lease = queue.tryTake()!;
  queue.add("a");
  queue.add("b");
  expect(queue.tryTake()?.key).toBe("b");
  expect(queue.tryTake()).toBeUndefined();
  queue.add("c");
  lease.done();
  expect(takeAll(queue)).toEqual(["c", "a"]);
});

test("many adds while in work are one more run [queue/many-re-adds-one-run]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const lease = queue.tryTake()!;
  for (let i = 0; i < 5; i++) queue.add("a");
  lease.done();
  expect(takeAll(queue)).toEqual(["a"]);
});

test("a key in work is handed to nobody else [queue/never-two-leases]", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const first = await queue.take();
  queue.add("a");
  let second: string | undefined;
  const waiting = queue.take().then((lease) => (second = lease!.key));
  await nextTurn();
  expect(second).toBeUndefined();
  first!.done();
  await waiting;
  expect(second).toBe("a");
});

test("the size counts ready keys only [queue/size-counts-ready]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  queue.add("b");
  queue.tryTake();
  queue.add("a");
  expect([queue.size, queue.working]).toEqual([1, 1]);
});

test("takers wait and are served in the order in which they came [queue/take-waits]", async ({ expect }) => {
  using queue = new WorkQueue();
  const taken: string[] = [];
  const takers = [1, 2].map(async (taker) => taken.push(`${taker} got ${(await queue.take())!.key}`));
  await nextTurn();
  queue.add("a");
  queue.add("b");
  await Promise.all(takers);
  expect(taken).toEqual(["1 got a", "2 got b"]);
});

test("an aborted taker gets the reason, the next one the key [queue/abort-loses-nothing]", async ({ expect }) => {
  using queue = new WorkQueue();
  const stop = new AbortController();
  const aborted = queue.take(stop.signal);
  const patient = queue.take();
  stop.abort(new Error("enough"));
  queue.add("a");
  await expect(aborted).rejects.toThrow("enough");
  expect((await patient)!.key).toBe("a");
  queue.add("b");
  await expect(queue.take(stop.signal)).rejects.toThrow("enough");
  expect(queue.size).toBe(1);
});

test("giving back twice frees nobody else's lease and queues nothing [queue/give-back-once]", ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const first = queue.tryTake()!;
  queue.add("a");
  first.done();
  first.done();
  const second = queue.tryTake()!;
  first[Symbol.dispose]();
  queue.add("a");
  expect(queue.tryTake()).toBeUndefined();
  second.done();
  expect(takeAll(queue)).toEqual(["a"]);
});

test("a block gives its key back, also when it throws", async ({ expect }) => {
  using queue = new WorkQueue();
  queue.add("a");
  const work = async (): Promise<void> => {
    using _lease = await queue.take();
    throw new Error("failed");
  };
  await expect(work()).rejects.toThrow("failed");
  expect(queue.working).toBe(0);
});

test("a key that was given back can be collected [queue/released-is-collectable]", async ({ expect }) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  using queue = new WorkQueue<{ name: string }>({ identity: ({ name }) => name });
  const use = (): WeakRef<{ name: string }> => {
    const key = { name: "a" };
    queue.add(key);
    queue.tryTake()!.done();
    return new WeakRef(key);
  };
  const kept = use();
  await nextTurn();
  collect();
  expect(kept.deref()).toBeUndefined();
});

test("keys with the same identity are the same key [queue/compared-by-value]", ({ expect }) => {
  interface Key {
    readonly namespace: string;
    readonly name: string;
  }
  using queue = new WorkQueue<Key>({ identity: ({ namespace, name }) => `${namespace}/${name}` });
  queue.add({ namespace: "x", name: "a" });
  queue.add({ namespace: "x", name: "a" });
  const [left, right] = ["x/", "b"];
  using strings = new WorkQueue();
  strings.add(`${left}${right}`);
  strings.add(["x", "b"].join("/"));
  expect(takeAll(queue)).toEqual([{ namespace: "x", name: "a" }]);
  expect(takeAll(strings)).toEqual(["x/b"]);
});

test("also where the identity of one key is the text of another [queue/compared-by-value]", ({ expect }) => {
  using queue = new WorkQueue<string>({ identity: (key) => key.slice(1) });
  for (const key of ["ab", "ab", "b", "b", "xb"]) queue.add(key);
  expect(takeAll(queue)).toEqual(["ab", "b"]);
});

test("a key that is no string needs an identity [queue/identity-required]", ({ expect }) => {
  expectTypeOf<ConstructorParameters<typeof WorkQueue<{ name: string }>>>().not.toEqualTypeOf<[]>();
  // @ts-expect-error: the options are required for keys that are no strings.
  using queue = new WorkQueue<{ name: string }>();
  expect(() => queue.add({ name: "a" })).toThrow(expect.objectContaining({ code: "SETPOINT_QUEUE_KEY" }));
  expect(queue.size).toBe(0);
});

test("priority and tenant decide the order [queue/order-by-options]", ({ expect }) => {
  using queue = new WorkQueue({ tenantOf: (key) => key[0]! });
  for (const key of ["a1", "a2", "b1"]) queue.add(key);
  queue.add("a3", { priority: 1 });
  expect(takeAll(queue)).toEqual(["a3", "a1", "b1", "a2"]);
});

test("what is refused changes nothing [queue/bad-input-changes-nothing]", ({ expect }) => {
  const clock = new VirtualClock();
  using queue = new WorkQueue({
    clock,
    tenantOf: (key) => {
      if (key === "tenantless") throw new Error("no tenant");
      return "";
    },
  });
  const refused: [string, () => void][] = [
    ["SETPOINT_QUEUE_DELAY", () => queue.addAfter("a", Number.NaN)],
    ["SETPOINT_QUEUE_DELAY", () => queue.addAfter("a", Infinity)],
    ["SETPOINT_QUEUE_DELAY", () => queue.addRateLimited("a", { afterMs: Number.NaN })],
    ["SETPOINT_QUEUE_DELAY", () => queue.addDebounced("a", { quietMs: Number.NaN, maxMs: 1 })],
    ["SETPOINT_QUEUE_PRIORITY", () => queue.add("a", { priority: 0.5 })],
    ["SETPOINT_QUEUE_PRIORITY", () => queue.addAfter("a", 1, { priority: 2 ** 31 })],
    ["SETPOINT_QUEUE_PRIORITY", () => queue.addRateLimited("a", { priority: Number.NaN })],
    ["SETPOINT_QUEUE_KEY", () => queue.add(7 as unknown as string)],
  ];
  for (const [code, attempt] of refused) expect(attempt, code).toThrow(expect.objectContaining({ code }));
  expect(() => queue.add("tenantless")).toThrow("no tenant");
  expect([queue.size, queue.delayed, queue.retries("a"), clock.pending]).toEqual([0, 0, 0, 0]);
  expect(() => new WorkQueue({ aging: { afterMs: 1, share: 0 } })).toThrow(QueueError);
});

test("keys named like parts of every object are ordinary keys", ({ expect }) => {
  using queue = new WorkQueue();
  const keys = ["__proto__", "constructor", "prototype", "toString", "", "🗝", "\u0000"];
  for (const key of [...keys, ...keys]) queue.add(key);
  expect(takeAll(queue)).toEqual(keys);
});

test("thousands of keys come, go and come back", ({ expect }) => {
  using queue = new WorkQueue();
  const keys = Array.from({ length: 5000 }, (_, index) => `namespace-${index % 7}/object-${index}`);
  for (let round = 0; round < 3; round++) {
    for (const key of keys) queue.add(key);
    expect(takeAll(queue)).toEqual(keys);
  }
});
