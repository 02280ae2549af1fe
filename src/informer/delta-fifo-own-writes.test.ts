import assert from "node:assert/strict";
import { test } from "vitest";
import type { DeltaFifo } from "./delta-fifo.ts";
import { queue } from "./delta-queue.fixture.ts";
import { identityOf } from "./identity.ts";
import type { ObjectState } from "./identity.ts";
import type { Absence } from "./own-states.ts";
import { OwnStates } from "./own-states.ts";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

test("an own write is told at once, and its event changes nothing [informer/early-write]", async ({ expect }) => {
  const { fifo, drain } = queue();
  fifo.replace([note("a", "5")], "6");
  await drain();
  fifo.early(note("a", "10"));
  fifo.early(note("new", "11"));
  expect(await drain()).toEqual(["shop/a: Updated a@10", "shop/new: Added new@11"]);
  fifo.update(note("a", "10"));
  fifo.add(note("new", "11"));
  expect(await drain()).toEqual([]);
  fifo.update(note("a", "10"));
  fifo.update(note("new", "12"));
  expect(await drain()).toEqual(["shop/a: Sync a@10", "shop/new: Updated new@12"]);
});

test("the event of each of several own writes tells nothing, and that of somebody else's in between is heard [informer/early-write]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "5"));
  for (const version of ["10", "12", "13"]) fifo.early(note("a", version));
  expect(await drain()).toEqual(["shop/a: Updated a@10, Updated a@12, Updated a@13"]);
  fifo.update(note("a", "10"));
  expect(await drain()).toEqual([]);
  fifo.update(note("a", "11"));
  expect(await drain()).toEqual(["shop/a: Sync a@13"]);
  fifo.update(note("a", "12"));
  fifo.update(note("a", "13"));
  expect([await drain(), fifo.unconfirmed("shop/a")]).toEqual([[], undefined]);
});

test("an own write does not make events of other objects old [informer/early-write]", async ({ expect }) => {
  const { fifo, drain } = queue();
  fifo.replace([], "5");
  fifo.early(note("mine", "10"));
  fifo.add(note("other", "7"));
  expect(await drain()).toEqual(["shop/mine: Added mine@10", "shop/other: Added other@7"]);
});

test("a late answer neither rolls back nor brings back [informer/late-answer]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "5"), note("b", "5"), note("c", "5"));
  fifo.update(note("a", "9"));
  fifo.delete(note("b", "10"));
  fifo.add(note("b", "11", { uid: "second" }));
  fifo.delete(note("c", "12"));
  await drain();
  fifo.early(note("a", "8"));
  fifo.early(note("b", "8"));
  fifo.early(note("c", "8"));
  expect(await drain()).toEqual([]);
});

test("a late answer does not bring back what a restored server does not have [informer/late-answer]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "90"));
  fifo.replace([], "50");
  fifo.early(note("a", "100"));
  expect(await drain()).toEqual(["shop/a: Deleted a@90?"]);
  fifo.add(note("a", "60"));
  fifo.early(note("a", "61"));
  expect(await drain()).toEqual(["shop/a: Added a@60, Updated a@61"]);
});

test("versions without an order make nothing early [informer/late-answer]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "x1"));
  fifo.early(note("a", "x2"));
  fifo.early(note("b", "x3"));
  fifo.hide(identityOf(note("a", "x1")));
  fifo.hide(identityOf(note("b", "x3")));
  fifo.add(note("b", "x4"));
  expect(await drain()).toEqual(["shop/b: Added b@x4"]);
});

test("an own write that names another UID is the end of the old object [informer/early-write]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "5"));
  fifo.early(note("a", "10", { uid: "second" }));
  fifo.delete(note("a", "9"));
  expect(await drain()).toEqual(["shop/a: Deleted a@5?, Added a@10, Sync a@10"]);
});

test("a list ends only what is no newer than itself, and rolls no own write back [informer/list-keeps-newer]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace([note("old", "3"), note("a", "4")], "5");
  await drain();
  fifo.early(note("a", "20"));
  fifo.early(note("mine", "21"));
  fifo.replace([note("a", "8")], "10");
  expect(await drain()).toEqual([
    "shop/a: Updated a@20, Sync a@20",
    "shop/mine: Added mine@21",
    "shop/old: Deleted old@3?",
  ]);
  fifo.replace([note("a", "20")], "30");
  expect(await drain()).toEqual(["shop/mine: Deleted mine@21?", "shop/a: Replaced a@20"]);
});

test("a restored server is believed also about own writes [informer/list-authoritative]", async ({ expect }) => {
  const { fifo, drain } = queue();
  fifo.replace([note("a", "4")], "15");
  await drain();
  fifo.early(note("a", "20"));
  fifo.early(note("mine", "21"));
  fifo.replace([note("a", "3")], "10");
  expect(await drain()).toEqual(["shop/a: Updated a@20, Replaced a@3", "shop/mine: Added mine@21, Deleted mine@21?"]);
});

test("an own write that the stream passes over ends: it is not in the collection [informer/early-not-confirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace([note("a", "1")], "5");
  await drain();
  fifo.early(note("stray", "10"));
  fifo.early(note("a", "12"));
  fifo.progress("10");
  fifo.update(note("a", "12"));
  expect(await drain()).toEqual(["shop/stray: Added stray@10, Deleted stray@10?", "shop/a: Updated a@12"]);
  fifo.early(note("stray", "20", { uid: "second" }));
  fifo.progress("21");
  fifo.progress("3");
  expect(await drain()).toEqual(["shop/stray: Added stray@20, Deleted stray@20?"]);
});

test("an own delete ends an object at once and once, until its end is told [informer/own-delete-hides]", async ({
  expect,
}) => {
  const { fifo, drain, store } = queue(note("a", "5"));
  fifo.replace([note("a", "5")], "6");
  await drain();
  fifo.hide(identityOf(note("a", "5")));
  expect(await drain()).toEqual(["shop/a: Deleted a@5?"]);
  fifo.update(note("a", "5"));
  fifo.early(note("a", "5"));
  fifo.replace([note("a", "5")], "8");
  fifo.delete(note("a", "9"));
  fifo.update(note("a", "8"));
  expect(await drain()).toEqual([]);
  fifo.add(note("a", "10", { uid: "second" }));
  expect(await drain()).toEqual(["shop/a: Added a@10"]);
  expect(store.size).toBe(1);
});

test("what was hidden comes back when it is being deleted only, with a newer object, or a read that found it [informer/own-delete-comes-back]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "5"), note("b", "5"), note("c", "5"), note("d", "5"));
  for (const name of ["a", "b", "c", "d"]) fifo.hide(identityOf(note(name, "5")));
  await drain();
  // Somebody has changed it before it was deleted.
  fifo.update(note("a", "6"));
  expect(await drain()).toEqual([]);
  // Something holds it back.
  fifo.update(note("a", "7", { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }));
  fifo.early(note("b", "9", { uid: "second" }));
  fifo.reveal(note("c", "5"));
  fifo.delete(note("d", "8"));
  fifo.reveal(note("d", "5"));
  expect(await drain()).toEqual(["shop/a: Updated a@7", "shop/b: Added b@9", "shop/c: Added c@5"]);
});

test("an own delete that is answered late hides nothing [informer/late-answer]", async ({ expect }) => {
  const { fifo, drain } = queue(note("a", "5"), note("b", "5"));
  fifo.delete(note("a", "7"));
  fifo.delete(note("b", "8"));
  fifo.add(note("b", "9", { uid: "second" }));
  fifo.hide(identityOf(note("a", "5")));
  fifo.hide(identityOf(note("b", "5")));
  fifo.add(note("a", "10", { uid: "second" }));
  expect(await drain()).toEqual(["shop/a: Deleted a@7, Added a@10", "shop/b: Deleted b@8, Added b@9"]);
});

test("what was made and deleted before the stream told of it is never told [informer/own-delete-unseen]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace([], "5");
  fifo.hide(identityOf(note("a", "7")));
  fifo.add(note("a", "7"));
  fifo.delete(note("a", "8"));
  expect(await drain()).toEqual([]);
});

test("own writes before the first list do not count as that [informer/synced-after-processing]", async ({ expect }) => {
  const { fifo, drain } = queue();
  fifo.early(note("mine", "9"));
  expect([await drain(), fifo.hasSynced]).toEqual([["shop/mine: Added mine@9"], false]);
  fifo.replace([], "5");
  expect([await drain(), fifo.hasSynced]).toEqual([[], true]);
});

test("a bookmark of exactly the version of an own write has passed it [informer/early-not-confirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace([], "5");
  fifo.early(note("stray", "10"));
  fifo.progress("9");
  expect(await drain()).toEqual(["shop/stray: Added stray@10"]);
  fifo.progress("10");
  expect(await drain()).toEqual(["shop/stray: Deleted stray@10?"]);
});

test("own deletes whose end is never told are forgotten, the oldest first [informer/own-deletes-bounded]", ({
  expect,
}) => {
  const own = new OwnStates({ maxEnded: 1, maxHidden: 2 });
  for (const key of ["a", "b", "a", "c"]) own.hide({ key, uid: key, resourceVersion: "5" }, "deleted");
  const isHidden = (key: string): boolean => own.hides({ key, uid: key, resourceVersion: "5" }, note(key, "5"));
  expect([isHidden("a"), isHidden("b"), isHidden("c")]).toEqual([true, false, true]);
});

test("an answer that has left the collection ends only what is older than itself [informer/late-answer]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "9"), note("b", "9"));
  for (const version of ["5", "9"]) fifo.leave(identityOf(note("a", version)));
  fifo.leave(identityOf(note("nobody", "12")));
  fifo.leave(identityOf(note("b", "12")));
  fifo.update(note("b", "11"));
  expect(await drain()).toEqual(["shop/b: Deleted b@9?"]);
});

/** What a read found of what own writes told under the key. */
function confirmed(fifo: DeltaFifo<Note>, key: string, live: Note | Absence): void {
  const asked = fifo.unconfirmed(key);
  assert(asked !== undefined);
  fifo.confirm(key, asked, live);
}

test("what a read found of what own writes told counts, also where it is older [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace(
    ["same", "newer", "older", "other", "gone"].map((name) => note(name, "5")),
    "6",
  );
  for (const name of ["same", "newer", "older", "other", "gone"]) fifo.early(note(name, "10"));
  await drain();
  confirmed(fifo, "shop/same", note("same", "10"));
  confirmed(fifo, "shop/newer", note("newer", "12"));
  confirmed(fifo, "shop/older", note("older", "8"));
  confirmed(fifo, "shop/other", note("other", "9", { uid: "second" }));
  confirmed(fifo, "shop/gone", "gone");
  expect(await drain()).toEqual([
    "shop/newer: Updated newer@12",
    "shop/older: Updated older@8",
    "shop/other: Deleted other@10?, Added other@9",
    "shop/gone: Deleted gone@10?",
  ]);
  // The stream of a restored server tells what was read: nothing new. What goes on from there is.
  fifo.update(note("older", "8"));
  fifo.add(note("other", "9", { uid: "second" }));
  expect(await drain()).toEqual([]);
  fifo.update(note("older", "9"));
  expect(await drain()).toEqual(["shop/older: Updated older@9"]);
});

test("what a read did not find does not come back with what a late stream tells of it [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue();
  fifo.replace([], "6");
  fifo.early(note("a", "10"));
  confirmed(fifo, "shop/a", "gone");
  await drain();
  fifo.add(note("a", "10"));
  fifo.update(note("a", "11"));
  fifo.update(note("a", "12", { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }));
  fifo.delete(note("a", "13"));
  expect(await drain()).toEqual([]);
  fifo.add(note("a", "14", { uid: "second" }));
  expect(await drain()).toEqual(["shop/a: Added a@14"]);
});

test("what a read found of what own deletes hid comes back, or what has taken its name [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "5"), note("b", "5"), note("c", "5"));
  for (const name of ["a", "b", "c"]) fifo.hide(identityOf(note(name, "5")));
  await drain();
  confirmed(fifo, "shop/a", note("a", "5"));
  confirmed(fifo, "shop/b", note("b", "9", { uid: "second" }));
  confirmed(fifo, "shop/c", "gone");
  expect(await drain()).toEqual(["shop/a: Added a@5", "shop/b: Added b@9"]);
  expect(fifo.unconfirmed("shop/c")).toMatchObject({ uid: "uid-c" });
});

test("what a read found does not count when something newer was told meanwhile [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "5"), note("b", "5"));
  for (const name of ["a", "b"]) fifo.early(note(name, "10"));
  const [a, b] = ["shop/a", "shop/b"].map((key) => fifo.unconfirmed(key)!) as [ObjectState, ObjectState];
  fifo.early(note("a", "11"));
  fifo.update(note("b", "10"));
  await drain();
  fifo.confirm("shop/a", a, "gone");
  fifo.confirm("shop/b", b, note("b", "9"));
  expect(await drain()).toEqual([]);
});

test("what waits under a key can be processed out of turn once the first list was [informer/own-write-early]", async ({
  expect,
}) => {
  const { fifo, drain, process } = queue();
  fifo.replace([note("a", "1"), note("b", "2")], "5");
  fifo.early(note("b", "10"));
  fifo.flush("shop/b", process);
  expect(fifo.size).toBe(2);
  expect(await drain()).toEqual(["shop/a: Replaced a@1", "shop/b: Replaced b@2, Updated b@10"]);
  fifo.update(note("a", "6"));
  fifo.update(note("a", "7"));
  fifo.early(note("b", "11"));
  fifo.flush("shop/b", process);
  fifo.flush("shop/nobody", process);
  expect(await drain()).toEqual(["shop/b: Updated b@11", "shop/a: Updated a@6, Updated a@7"]);
});

test("what a read found outside of the collection comes back with a newer state, told or listed [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const { fifo, drain } = queue(note("a", "5"), note("b", "5"));
  for (const name of ["a", "b"]) {
    fifo.early(note(name, "10"));
    confirmed(fifo, `shop/${name}`, "left");
  }
  await drain();
  fifo.update(note("a", "12"));
  expect(await drain()).toEqual(["shop/a: Updated a@12"]);
  fifo.replace([note("a", "12"), note("b", "13")], "20");
  expect(await drain()).toContain("shop/b: Replaced b@13");
});
