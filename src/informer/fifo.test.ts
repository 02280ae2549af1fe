import { test } from "vitest";
import { Fifo } from "./fifo.ts";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

async function drained(fifo: Fifo<Note>): Promise<readonly string[]> {
  const told: string[] = [];
  while (fifo.size > 0) await fifo.pop((key, { text }) => void told.push(`${key} ${text}`));
  return told;
}

test("gives the last state of each object, in the order in which they first came [informer/plain-fifo-last-state]", async ({
  expect,
}) => {
  const fifo = new Fifo<Note>();
  fifo.add(note("a", "1"));
  fifo.add(note("b", "2"));
  fifo.update(note("a", "3"));
  expect([fifo.size, fifo.keys(), fifo.get("shop/a")?.text]).toEqual([2, ["shop/a", "shop/b"], "a@3"]);
  expect(await drained(fifo)).toEqual(["shop/a a@3", "shop/b b@2"]);
});

test("what is deleted, or not in a replacement, is not given [informer/plain-fifo-deletes]", async ({ expect }) => {
  const fifo = new Fifo<Note>();
  for (const name of ["a", "b", "c"]) fifo.add(note(name, "1"));
  fifo.delete(note("a", "2"));
  fifo.delete(note("nobody", "2"));
  expect(fifo.list().map(({ text }) => text)).toEqual(["b@1", "c@1"]);
  fifo.replace([note("c", "5"), note("d", "5")]);
  expect(await drained(fifo)).toEqual(["shop/c c@5", "shop/d d@5"]);
});

test("has synced when what the first replacement left to do is processed, and stays so [informer/plain-fifo-synced]", async ({
  expect,
}) => {
  const fifo = new Fifo<Note>();
  expect(fifo.hasSynced).toBe(false);
  fifo.replace([note("a", "1"), note("b", "1")]);
  fifo.delete(note("b", "2"));
  fifo.add(note("later", "3"));
  const next = (): Promise<boolean> => fifo.pop(() => void 0);
  await next();
  expect(fifo.hasSynced).toBe(false);
  await next();
  expect(fifo.hasSynced).toBe(true);
  fifo.replace([note("c", "4")]);
  expect(fifo.hasSynced).toBe(true);
  const [empty, changed] = [new Fifo<Note>(), new Fifo<Note>()];
  empty.replace([]);
  changed.add(note("a", "1"));
  expect([empty.hasSynced, changed.hasSynced]).toEqual([true, true]);
});

test("a plain queue waits for an object, and ends when it is closed and empty [informer/plain-fifo-waits]", async ({
  expect,
}) => {
  const fifo = new Fifo<Note>();
  const given: string[] = [];
  const waiting = fifo.pop((key) => void given.push(key));
  fifo.add(note("a", "1"));
  fifo.delete(note("a", "2"));
  fifo.add(note("b", "3"));
  expect([await waiting, given]).toEqual([true, ["shop/b"]]);
  const last = fifo.pop(() => void 0);
  fifo.close();
  expect(await last).toBe(false);
});
