import { getEventListeners } from "node:events";
import { test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { DeltaFifo } from "./delta-fifo.ts";
import { queue } from "./delta-queue.fixture.ts";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

test("a consumer gets all deltas of a key together, keys in the order of their first delta [informer/fifo-order]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.add(note("a", "1"));
  fifo.add(note("b", "2"));
  fifo.update(note("a", "3"));
  fifo.delete(note("a", "4"));
  fifo.add(note("a", "5", { uid: "second" }));
  expect(fifo.size).toBe(2);
  expect(await drain()).toEqual(["shop/a: Added a@1, Updated a@3, Deleted a@4, Added a@5", "shop/b: Added b@2"]);
});

test("a key that was popped queues behind the others when something new happens [informer/fifo-order]", async ({
  expect,
}) => {
  const { fifo, process, drain } = queue();
  fifo.add(note("a", "1"));
  fifo.add(note("b", "2"));
  await fifo.pop(process);
  fifo.update(note("a", "3"));
  expect(await drain()).toEqual(["shop/a: Added a@1", "shop/b: Added b@2", "shop/a: Updated a@3"]);
});

test("what is not there is not deleted, and of two ends in a row one is told, rather the one that was seen [informer/fifo-one-end]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "1"), note("b", "2"), note("c", "3"));
  fifo.delete(note("nobody", "4"));
  fifo.delete(note("a", "5"));
  fifo.delete(note("a", "6"));
  fifo.replace([note("c", "3")], "10");
  fifo.delete(note("b", "11"));
  expect(await drain()).toEqual(["shop/a: Deleted a@5", "shop/b: Deleted b@11", "shop/c: Replaced c@3"]);
});

test("a replace ends what is queued or known and not listed, and then tells what is listed [informer/fifo-replace-ends-missing]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("known", "1"), note("both", "2"));
  fifo.add(note("queued", "5"));
  fifo.update(note("both", "6"));
  fifo.replace([note("new", "7")], "10");
  expect(await drain()).toEqual([
    "shop/queued: Added queued@5, Deleted queued@5?",
    "shop/both: Updated both@6, Deleted both@6?",
    "shop/known: Deleted known@1?",
    "shop/new: Replaced new@7",
  ]);
});

test("another UID under the same key is the end of the old object and a new one [informer/recreated-is-delete-then-add]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "1"), note("b", "2"));
  fifo.update(note("a", "5", { uid: "second" }));
  fifo.replace([note("a", "6", { uid: "third" }), note("b", "7", { uid: "second" })], "10");
  expect(await drain()).toEqual([
    "shop/a: Deleted a@1?, Added a@5, Deleted a@5?, Added a@6",
    "shop/b: Deleted b@2?, Added b@7",
  ]);
});

test("the end of an object that was never seen ends the one that was [informer/recreated-is-delete-then-add]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "1"));
  fifo.delete(note("a", "9", { uid: "second" }));
  expect(await drain()).toEqual(["shop/a: Deleted a@1?"]);
});

test("an older state never follows a newer one: the newer is told again [informer/monotonic]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "10"));
  fifo.update(note("a", "9"));
  fifo.update(note("a", "11"));
  fifo.add(note("a", "10", { uid: "older" }));
  fifo.delete(note("a", "9"));
  expect(await drain()).toEqual(["shop/a: Sync a@10, Updated a@11, Sync a@11, Sync a@11"]);
});

test("a state that is told twice is the same object both times [informer/monotonic]", async ({ expect }) => {
  const known = note("a", "10");
  const { fifo, drain, store } = queue(known);
  fifo.update(note("a", "10"));
  expect(await drain()).toEqual(["shop/a: Sync a@10"]);
  expect(store.get("shop/a")).toBe(known);
});

test("versions are compared as numbers [informer/monotonic]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "9"));
  fifo.update(note("a", "10"));
  expect(await drain()).toEqual(["shop/a: Updated a@10"]);
});

test("a late event does not bring back what has ended [informer/no-resurrection]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "10"));
  fifo.delete(note("a", "12"));
  fifo.update(note("a", "11"));
  expect(await drain()).toEqual(["shop/a: Deleted a@12"]);
  fifo.add(note("a", "9"));
  fifo.replace([], "20");
  fifo.add(note("never", "19"));
  expect(await drain()).toEqual([]);
});

test("a list is believed also where it is older [informer/list-authoritative]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "10"));
  fifo.update(note("a", "12"));
  fifo.replace([note("a", "5")], "6");
  fifo.update(note("a", "7"));
  expect(await drain()).toEqual(["shop/a: Updated a@12, Replaced a@5, Updated a@7"]);
});

test("a resync tells every known object again that has nothing queued [informer/resync-only-idle-keys]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "1"), note("b", "2"));
  fifo.update(note("a", "3"));
  fifo.add(note("new", "4"));
  fifo.resync();
  fifo.resync();
  expect(await drain()).toEqual(["shop/a: Updated a@3", "shop/new: Added new@4", "shop/b: Sync b@2"]);
});

test("has synced when the last object of the first list was processed, not when it was taken [informer/synced-after-processing]", async ({
  expect,
}) => {
  const { fifo } = queue();
  expect(fifo.hasSynced).toBe(false);
  fifo.replace([note("a", "1"), note("b", "2")], "5");
  fifo.add(note("later", "6"));
  const seen: boolean[] = [];
  const process = (): void => void seen.push(fifo.hasSynced);
  await fifo.pop(process);
  expect(fifo.hasSynced).toBe(false);
  await fifo.pop(process);
  expect(fifo.hasSynced).toBe(true);
  fifo.replace([note("c", "7")], "8");
  expect(fifo.hasSynced).toBe(true);
  expect(seen).toEqual([false, false]);
});

test("an empty first list is synced at once, and so is a queue that began with a change [informer/synced-after-processing]", ({
  expect,
}) => {
  const [empty, changed] = [queue().fifo, queue().fifo];
  empty.replace([], "5");
  changed.add(note("a", "1"));
  expect([empty.hasSynced, changed.hasSynced]).toEqual([true, true]);
});

test("a processor that throws is done with its key [informer/fifo-processor-failure]", async ({ expect }) => {
  const { fifo } = queue();
  fifo.replace([note("a", "1")], "5");
  const failing = fifo.pop(() => {
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  expect([fifo.size, fifo.hasSynced]).toEqual([0, true]);
});

test("popping waits; an aborted pop takes nothing and leaves nothing behind [informer/fifo-pop-waits]", async ({
  expect,
}) => {
  const { fifo, process, drain } = queue();
  const stop = new AbortController();
  const waiting = fifo.pop(process, stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  const next = fifo.pop(process);
  fifo.add(note("a", "1"));
  expect(await next).toBe(true);
  fifo.add(note("b", "2"));
  await expect(fifo.pop(process, stop.signal)).rejects.toThrow("enough");
  expect(await drain()).toEqual(["shop/a: Added a@1", "shop/b: Added b@2"]);
});

test("a closed queue is drained and then ends [informer/fifo-close-drains]", async ({ expect }) => {
  const { fifo, process } = queue();
  fifo.add(note("a", "1"));
  fifo.close();
  expect(await fifo.pop(process)).toBe(true);
  expect(await fifo.pop(process)).toBe(false);
  fifo.add(note("b", "2"));
  expect([await fifo.pop(process), await fifo.pop(process)]).toEqual([true, false]);
  const open = queue();
  const waiting = open.fifo.pop(open.process);
  open.fifo.close();
  expect(await waiting).toBe(false);
});

test("a full queue has no room until half of it is processed; an aborted wait rejects [informer/fifo-back-pressure]", async ({
  expect,
}) => {
  const fifo = new DeltaFifo<Note>(new Map(), { maxQueued: 4 });
  for (const name of ["a", "b", "c"]) fifo.add(note(name, "1"));
  expect(fifo.room()).toBeUndefined();
  fifo.update(note("a", "2"));
  const stop = new AbortController();
  const left = fifo.room(stop.signal);
  let isThere = false;
  const room = fifo.room()?.then(() => (isThere = true));
  stop.abort(new Error("enough"));
  await expect(left).rejects.toThrow("enough");
  expect(fifo.drain(() => void 0, 0)).toBe(0);
  await nextTurn();
  expect(isThere).toBe(false);
  expect(fifo.drain(() => void 0, 1)).toBe(1);
  await room;
  expect([isThere, fifo.size, fifo.room()]).toEqual([true, 2, undefined]);
});

test("closing makes room: nobody waits for what is not processed any more [informer/fifo-back-pressure]", async ({
  expect,
}) => {
  const fifo = new DeltaFifo<Note>(new Map(), { maxQueued: 1 });
  fifo.add(note("a", "1"));
  const room = fifo.room();
  fifo.close();
  await room;
  expect([fifo.size, fifo.room()]).toEqual([1, undefined]);
});

test("draining takes what is there, up to a number, without waiting [informer/fifo-drain]", ({ expect }) => {
  const { fifo } = queue();
  fifo.replace([note("a", "1"), note("b", "2"), note("c", "3")], "5");
  const told: string[] = [];
  expect(fifo.drain((key) => void told.push(key), 2)).toBe(2);
  expect([fifo.drain((key) => void told.push(key), 9), fifo.hasSynced]).toEqual([1, true]);
  expect(told).toEqual(["shop/a", "shop/b", "shop/c"]);
});

test("an object without a name is refused and changes nothing [informer/fifo-needs-key]", ({ expect }) => {
  const { fifo } = queue(note("known", "1"));
  const nameless = note("", "9");
  const puts = [
    () => fifo.add(nameless),
    () => fifo.delete(nameless),
    () => fifo.early(nameless),
    () => fifo.replace([note("a", "2"), nameless], "9"),
  ];
  for (const put of puts) expect(put).toThrow(/take the key of an object/);
  expect([fifo.size, fifo.hasSynced]).toEqual([0, false]);
});

test("what comes out of order and has not ended is taken; what a list or a bookmark has passed is not [informer/out-of-order]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace([], "2");
  fifo.add(note("a", "5"));
  fifo.add(note("b", "4"));
  fifo.delete(note("unseen", "6"));
  fifo.add(note("unseen", "3"));
  expect(await drain()).toEqual(["shop/a: Added a@5", "shop/b: Added b@4"]);
  fifo.progress("8");
  fifo.add(note("c", "7"));
  expect(await drain()).toEqual([]);
});

test("a queue that would never have room is refused [informer/fifo-back-pressure]", ({ expect }) => {
  for (const maxQueued of [0, -1, 0.5, Number.NaN])
    expect(() => new DeltaFifo<Note>(new Map(), { maxQueued })).toThrow(/maxQueued/);
});
