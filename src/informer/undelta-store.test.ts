import { test } from "vitest";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { UndeltaStore } from "./undelta-store.ts";

test("each write pushes the whole state once, and no read does [informer/undelta-pushes]", ({ expect }) => {
  const pushed: string[] = [];
  const store = new UndeltaStore<Note>((objects) => pushed.push(objects.map(({ text }) => text).join(" ")));
  store.add(note("a", "1"));
  store.add(note("b", "2"));
  store.update(note("a", "3"));
  store.delete(note("b", "4"));
  store.replace([note("c", "5"), note("d", "6")]);
  expect(pushed.splice(0)).toEqual(["a@1", "a@1 b@2", "a@3 b@2", "a@3", "c@5 d@6"]);
  expect([store.size, store.keys(), store.list().length]).toEqual([2, ["shop/c", "shop/d"], 2]);
  expect(store.get("shop/c")).toBe(store.get({ namespace: "shop", name: "c" }));
  expect(pushed).toEqual([]);
});

test("what was pushed does not change with later writes [informer/undelta-pushes]", ({ expect }) => {
  const pushed: (readonly Note[])[] = [];
  const store = new UndeltaStore<Note>((objects) => pushed.push(objects));
  store.add(note("a", "1"));
  store.delete(note("a", "2"));
  expect(pushed.map(({ length }) => length)).toEqual([1, 0]);
});
