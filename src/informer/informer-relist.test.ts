import { test } from "vitest";
import { queue } from "./delta-queue.fixture.ts";
import { encoded } from "./encoded-note.fixture.ts";
import { inform, recorder } from "./informing.fixture.ts";
import { listOf, note, refusal } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

test("what a list tells again unchanged stays the object that it was, also in handlers [informer/relist-keeps-objects]", async ({
  expect,
}) => {
  for (const given of [(object: Note): Note => object, encoded]) {
    const { clock, stop, informer, start } = inform({
      lists: [
        listOf("10", given(note("a", "7")), given(note("b", "8"))),
        listOf("50", given(note("a", "7")), given(note("b", "20"))),
      ],
      watches: [[{ waitMs: 5_000 }, refusal("Expired")]],
    });
    const { calls, handler } = recorder();
    informer.addHandler(handler);
    const running = start();
    await clock.advance(1_000);
    const first = informer.lister.get("shop/a");
    await clock.advance(10_000);
    expect(calls.slice(2)).toEqual(["again a@7", "update b@8 b@20"]);
    expect(informer.lister.get("shop/a")).toBe(first);
    stop.abort();
    await running;
  }
});

test("of a restored server what is in the bytes counts, as it gives a version twice [informer/relist-keeps-objects]", async ({
  expect,
}) => {
  const { clock, stop, informer, start } = inform({
    lists: [
      listOf("10", encoded(note("a", "7")), encoded(note("b", "8"))),
      listOf("9", encoded({ ...note("a", "7"), text: "other" }), encoded(note("b", "8"))),
    ],
    watches: [[{ waitMs: 5_000 }, refusal("Expired")]],
  });
  const { calls, handler } = recorder();
  informer.addHandler(handler);
  const running = start();
  await clock.advance(10_000);
  expect(calls.slice(2)).toEqual(["update a@7 other", "again b@8"]);
  stop.abort();
  await running;
});

test("what a list tells again unchanged can be found before the list replaces what is known [informer/relist-keeps-objects]", async ({
  expect,
}) => {
  const known = encoded(note("a", "7"));
  const { fifo, drain, store } = queue(known, note("plain", "8"));
  expect(fifo.held(encoded(note("a", "7")))).toBe(known);
  const others = [
    encoded(note("a", "9")),
    encoded(note("a", "7", { text: "other" })),
    encoded(note("a", "7", { uid: "second" })),
    encoded(note("new", "7")),
    note("plain", "8"),
  ];
  for (const other of others) expect(fifo.held(other)).toBe(other);
  fifo.replace([known], "10");
  expect(await drain()).toEqual(["shop/plain: Deleted plain@8?", "shop/a: Replaced a@7"]);
  expect(store.get("shop/a")).toBe(known);
});
