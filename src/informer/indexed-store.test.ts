import fc from "fast-check";
import { test } from "vitest";
import { selectorFromLabels, everything, nothing } from "../model/index.ts";
import { InformerError } from "./errors.ts";
import { IndexedStore } from "./indexed-store.ts";
import type { IndexFailure } from "./indexed-store.ts";
import { Lister } from "./lister.ts";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

function store() {
  const failures: IndexFailure[] = [];
  const made = new IndexedStore<Note>({ onIndexError: (_error, failure) => failures.push(failure) });
  return { store: made, failures };
}

const words = ({ text = "" }: Note): readonly string[] => text.split(" ").filter((word) => word !== "");

const saying = (name: string, text: string, labels: Record<string, string> = {}): Note =>
  note(name, "1", { text, metadata: { labels } });

test("an object is found under each of its values, and only under those of its last state [informer/index-multi-valued]", ({
  expect,
}) => {
  const { store: notes } = store();
  notes.addIndex("word", words);
  const [first, second] = [saying("a", "red blue red"), saying("b", "blue")];
  notes.set("shop/a", first);
  notes.set("shop/b", second);
  expect(notes.byIndex("word", "blue")).toEqual([first, second]);
  expect(notes.byIndex("word", "red")).toEqual([first]);
  notes.set("shop/a", saying("a", "green"));
  expect(notes.indexValues("word")).toEqual(["blue", "green"]);
  notes.delete("shop/b");
  notes.delete("shop/nobody");
  expect(notes.byIndex("word", "blue")).toEqual([]);
  expect(notes.indexValues("word")).toEqual(["green"]);
});

test("an index gives the object of the last write, also when its value did not change [informer/index-multi-valued]", ({
  expect,
}) => {
  const { store: notes } = store();
  notes.addIndex("word", words);
  notes.set("shop/a", saying("a", "red"));
  const current = saying("a", "red");
  notes.set("shop/a", current);
  expect(notes.byIndex("word", "red")[0]).toBe(current);
});

test("after any writes an index holds what a search finds [informer/index-equals-search]", () => {
  const word = fc.constantFrom("red", "blue", "green", "__proto__", "constructor");
  const write = fc.record({ name: fc.constantFrom("a", "b", "c"), words: fc.option(fc.array(word, { maxLength: 3 })) });
  fc.assert(
    fc.property(fc.array(write), (writes) => {
      const { store: notes } = store();
      notes.addIndex("word", words);
      for (const { name, words: said } of writes) {
        if (said === null) notes.delete(`shop/${name}`);
        else notes.set(`shop/${name}`, saying(name, said.join(" ")));
      }
      const values = new Set(notes.list().flatMap(words));
      const isSame = [...values].every((value) => {
        const found = new Set(notes.byIndex("word", value));
        return notes.list().every((object) => found.has(object) === words(object).includes(value));
      });
      return isSame && notes.indexValues("word").length === values.size;
    }),
  );
});

test("an index added late knows what is there; a name can't be taken twice [informer/index-added-late]", ({
  expect,
}) => {
  const { store: notes } = store();
  notes.set("shop/a", saying("a", "red"));
  notes.addIndex("word", words);
  expect(notes.byIndex("word", "red")).toHaveLength(1);
  expect(() => notes.addIndex("word", words)).toThrow(InformerError);
  expect(() => notes.byIndex("sound", "red")).toThrow(/look into the index "sound": expected one of namespace, word/);
});

test("an index function that fails is reported; the object stays, outside of that index [informer/index-failure-contained]", ({
  expect,
}) => {
  const { store: notes, failures } = store();
  notes.addIndex("bad", ({ text }) => {
    if (text === "boom") throw new Error("boom");
    return text === "list" ? ("not a list" as unknown as string[]) : ["fine"];
  });
  notes.set("shop/a", saying("a", "ok"));
  notes.set("shop/a", saying("a", "boom"));
  expect(notes.byIndex("bad", "fine")).toEqual([]);
  expect(notes.get("shop/a")?.text).toBe("boom");
  expect(notes.byIndex("namespace", "shop")).toHaveLength(1);
  notes.set("shop/b", saying("b", "list"));
  expect(failures).toEqual([
    { index: "bad", key: "shop/a" },
    { index: "bad", key: "shop/b" },
  ]);
  notes.set("shop/a", saying("a", "ok"));
  expect(notes.byIndex("bad", "fine")).toHaveLength(1);
});

test("reads by key in either form, and gives nothing for what is not there [informer/read-by-key]", ({ expect }) => {
  const { store: notes } = store();
  const object = saying("a", "red");
  notes.set("shop/a", object);
  expect(notes.get("shop/a")).toBe(object);
  expect(notes.get({ namespace: "shop", name: "a" })).toBe(object);
  expect(notes.get("a")).toBeUndefined();
  expect(notes.get("__proto__")).toBeUndefined();
  expect([notes.size, notes.keys()]).toEqual([1, ["shop/a"]]);
});

test("an answer is of one moment: later writes do not change it [informer/snapshot]", ({ expect }) => {
  const { store: notes } = store();
  notes.set("shop/a", saying("a", "red"));
  const answers = [notes.list(), notes.byIndex("namespace", "shop"), notes.keys(), notes.indexValues("namespace")];
  notes.set("bank/b", note("b", "2", { metadata: { namespace: "bank" } }));
  notes.delete("shop/a");
  expect(answers.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
});

test("a lister chooses by namespace and by labels [informer/lister-selects]", ({ expect }) => {
  const { store: notes } = store();
  const lister = new Lister(notes);
  const red = saying("a", "", { colour: "red" });
  const blue = saying("b", "", { colour: "blue" });
  const elsewhere = note("a", "3", { metadata: { namespace: "bank", labels: { colour: "red" } } });
  const bare = note("c", "4", { metadata: { namespace: undefined } });
  for (const object of [red, blue]) notes.set(`shop/${object.metadata.name}`, object);
  notes.set("bank/a", elsewhere);
  notes.set("c", bare);
  const selector = selectorFromLabels({ colour: "red" });
  expect(lister.list()).toEqual([red, blue, elsewhere, bare]);
  expect(lister.list({ selector: everything() })).toHaveLength(4);
  expect(lister.list({ selector: nothing() })).toEqual([]);
  expect(lister.list({ selector })).toEqual([red, elsewhere]);
  expect(lister.list({ namespace: "shop", selector })).toEqual([red]);
  expect(lister.list({ namespace: "nowhere" })).toEqual([]);
  expect(lister.list({ namespace: "" })).toEqual([bare]);
  expect(lister.namespace("bank").list()).toEqual([elsewhere]);
  expect(lister.namespace("shop").list({ selector })).toEqual([red]);
  expect(lister.namespace("bank").get("a")).toBe(elsewhere);
  expect(lister.get("shop/nobody")).toBeUndefined();
});
