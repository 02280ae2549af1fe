import { isProjected } from "../model/index.ts";
import { test } from "vitest";
import { encoded } from "./encoded-note.fixture.ts";
import { IndexedStore } from "./indexed-store.ts";

import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

function bounded(maxObjects: number, server: Record<string, Note> = {}) {
  const asked: string[] = [];
  const store = new IndexedStore<Note>({
    onIndexError: (error) => {
      throw error;
    },
    bound: {
      maxObjects,
      reread: (key) => {
        asked.push(key);
        return Promise.resolve(server[key]);
      },
    },
  });
  return { store, asked };
}

test("beyond the bound only metadata is kept of what was not used for longest [informer/bounded-keeps-metadata]", ({
  expect,
}) => {
  const { store } = bounded(2);
  store.addIndex("text", "text");
  for (const name of ["a", "b"]) store.set(`shop/${name}`, encoded(note(name, "1")));
  store.get("shop/a");
  store.set("shop/c", encoded(note("c", "1")));
  expect([store.size, store.keys()]).toEqual([3, ["shop/a", "shop/b", "shop/c"]]);
  expect(store.get("shop/b")).toBeUndefined();
  expect(store.list()).toEqual([note("a", "1"), note("c", "1")]);
  expect([...store.values()]).toHaveLength(2);
  expect([store.indexKeys("text", "b@1"), store.byIndex("text", "b@1")]).toEqual([["shop/b"], []]);
  expect(store.state("shop/b")).toMatchObject({ uid: "uid-b", resourceVersion: "1" });
  const last = store.last("shop/b");
  expect(last?.metadata).toEqual(note("b", "1").metadata);
  expect([last && isProjected(last), last?.text]).toEqual([true, undefined]);
});

test("what is not held is read again, once for all who ask, and is held then [informer/bounded-reads-again]", async ({
  expect,
}) => {
  const { store, asked } = bounded(1, { "shop/a": note("a", "4") });
  store.set("shop/a", note("a", "4"));
  store.set("shop/b", note("b", "1"));
  const [first, second] = await Promise.all([store.read("shop/a"), store.read("shop/a")]);
  expect([first?.text, second, asked]).toEqual(["a@4", first, ["shop/a"]]);
  expect([store.get("shop/a"), store.get("shop/b")]).toEqual([first, undefined]);
  expect([await store.read("shop/a"), await store.read("shop/nobody"), asked.length]).toEqual([first, undefined, 1]);
});

test("an answer of another state, older or newer, or of another object is given but not kept [informer/bounded-older-answer]", async ({
  expect,
}) => {
  const server = {
    "shop/a": note("a", "3"),
    "shop/b": note("b", "9", { uid: "second" }),
    "shop/newer": note("newer", "5"),
  };
  const { store } = bounded(1, server);
  store.set("shop/a", note("a", "4"));
  store.set("shop/b", note("b", "4"));
  store.set("shop/newer", note("newer", "4"));
  store.set("shop/c", note("c", "4"));
  expect((await store.read("shop/newer"))?.text).toBe("newer@5");
  expect([store.get("shop/newer"), store.state("shop/newer")?.resourceVersion]).toEqual([undefined, "4"]);
  expect([(await store.read("shop/a"))?.text, (await store.read("shop/b"))?.text]).toEqual(["a@3", "b@9"]);
  expect([store.get("shop/a"), store.get("shop/b"), store.state("shop/a")?.resourceVersion]).toEqual([
    undefined,
    undefined,
    "4",
  ]);
});

test("a bound that is no number of objects is refused [informer/bounded-refused]", ({ expect }) => {
  expect(() => bounded(0)).toThrow(/maxObjects/);
});
