import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { parseSelector, selectorFromLabels } from "../model/index.ts";
import { encodedOf, scanObject } from "../wire/index.ts";
import { encoded } from "./encoded-note.fixture.ts";
import { IndexedStore } from "./indexed-store.ts";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

function store(): IndexedStore<Note> {
  return new IndexedStore<Note>({
    onIndexError: (error) => {
      throw error;
    },
  });
}

const placed = (name: string, namespace: string, labels: Record<string, string>): Note =>
  note(name, "1", { text: `${name} in ${namespace}`, metadata: { namespace, labels } });

test("an object that came as bytes is given as one view while somebody has it, and is counted [informer/entry-holds-bytes]", ({
  expect,
}) => {
  const notes = store();
  const given = encoded(note("a", "1"));
  notes.set("shop/a", given);
  expect(notes.get("shop/a")).toBe(given);
  expect(notes.list()[0]).toBe(given);
  expect(notes.bytes).toBe(encodedOf(given)?.bytes.byteLength);
  notes.set("shop/a", note("a", "2"));
  expect(notes.bytes).toBe(0);
  notes.set("shop/b", encoded(note("b", "3")));
  notes.delete("shop/b");
  expect(notes.bytes).toBe(0);
});

test("a view that nobody has any more costs nothing, and another is made when it is asked for [informer/entry-holds-bytes]", async ({
  expect,
}) => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const notes = store();
  const watched = ((): WeakRef<Note> => {
    const given = encoded(note("a", "1"));
    notes.set("shop/a", given);
    return new WeakRef(given);
  })();
  await nextTurn();
  collectGarbage();
  expect(watched.deref()).toBeUndefined();
  expect(notes.get("shop/a")).toEqual(note("a", "1"));
});

test("bytes are kept in memory of their own, and nothing is lost [informer/entry-holds-bytes]", ({ expect }) => {
  const notes = store();
  const given = note("a", "1", { metadata: { managedFields: [{ manager: "kubectl", fieldsV1: { "f:text": {} } }] } });
  const text = new TextEncoder().encode(`[${JSON.stringify(given)}]`);
  notes.set("shop/a", scanObject(text.subarray(1, -1)).view() as Note);
  text.fill(0);
  expect(notes.get("shop/a")).toEqual(given);
  expect(notes.get("shop/a")).toBe(notes.get("shop/a"));
});

test("an index by path finds texts, numbers, booleans and each of a list, from bytes as from objects [informer/index-by-path]", ({
  expect,
}) => {
  const odd = { ...note("odd", "1"), text: ["x", 7, true, null, {}, "x"] as unknown as string };
  for (const make of [encoded, (object: Note) => object]) {
    const notes = store();
    notes.set("shop/early", make(note("early", "1", { text: "x" })));
    notes.addIndex("text", "text");
    notes.addIndex("finalizer", "metadata.finalizers");
    notes.set("shop/a", make(note("a", "1", { text: "y", metadata: { finalizers: ["f", "g"] } })));
    notes.set("shop/odd", make(odd));
    expect(notes.indexKeys("text", "x")).toEqual(["shop/early", "shop/odd"]);
    expect([...notes.indexValues("text")].sort()).toEqual(["7", "true", "x", "y"]);
    expect(notes.byIndex("finalizer", "g")).toEqual([
      note("a", "1", { text: "y", metadata: { finalizers: ["f", "g"] } }),
    ]);
    notes.set("shop/a", make(note("a", "2")));
    expect(notes.indexValues("finalizer")).toEqual([]);
  }
});

test("a path that is not in the type does not compile [informer/index-by-path]", ({ expect }) => {
  const notes = store();
  // @ts-expect-error: notes have no such field.
  notes.addIndex("wrong", "metadata.nope");
  notes.addIndex("label", ["metadata", "labels", "example.dev/colour"]);
  notes.set("shop/a", note("a", "1", { metadata: { labels: { "example.dev/colour": "red" } } }));
  expect([notes.indexes(), notes.indexKeys("label", "red")]).toEqual([["namespace", "wrong", "label"], ["shop/a"]]);
});

test("keys of an index are sorted; objects that share a value are found once [informer/index-keys-and-sharing]", ({
  expect,
}) => {
  const notes = store();
  notes.addIndex("word", ({ text = "" }) => text.split(" "));
  for (const [name, text] of Object.entries({ c: "red blue", a: "red blue", b: "green" })) {
    notes.set(`shop/${name}`, note(name, "1", { text }));
  }
  expect(notes.indexKeys("word", "red")).toEqual(["shop/a", "shop/c"]);
  expect(notes.indexKeys("word", "none")).toEqual([]);
  const sharing = notes.sharing("word", note("other", "1", { text: "blue red none" }));
  expect(sharing.map(({ metadata }) => metadata.name).sort()).toEqual(["a", "c"]);
});

test("a selection by namespace and labels is what a search finds, whatever indexes there are [informer/select-by-index]", ({
  expect,
}) => {
  const selectors = [
    "colour=red",
    "colour in (red),size!=big",
    "colour in (red,blue)",
    "!colour",
    "size=big,colour=red",
    "colour=green",
  ];
  const colours = [
    { colour: "red", size: "big" },
    { colour: "red" },
    { colour: "blue", size: "big" },
    { colour: "green" },
    {},
  ];
  for (const paths of [
    [],
    [["metadata", "labels", "colour"]],
    [
      ["metadata", "labels", "colour"],
      ["metadata", "labels", "size"],
    ],
  ]) {
    const notes = store();
    for (const path of paths) notes.addIndex(path.join("."), path);
    const objects = colours.flatMap((labels, at) => ["shop", "bank"].map((ns) => placed(`n${at}`, ns, labels)));
    for (const object of objects) notes.set(`${object.metadata.namespace}/${object.metadata.name}`, encoded(object));
    for (const selector of selectors.map((text) => parseSelector(text))) {
      for (const namespace of ["shop", "nowhere", undefined]) {
        const wanted = objects.filter(
          ({ metadata }) =>
            (namespace === undefined || metadata.namespace === namespace) && selector.matches(metadata.labels),
        );
        expect(new Set(notes.select({ namespace, selector }).map(({ text }) => text))).toEqual(
          new Set(wanted.map(({ text }) => text)),
        );
      }
    }
  }
});

test("a selection reads only what the smallest index names [informer/select-by-index]", ({ expect }) => {
  const notes = store();
  notes.addIndex("colour", "metadata.labels.colour");
  const read: string[] = [];
  for (const [at, colour] of ["red", "blue", "blue"].entries()) {
    const metadata = Object.defineProperty({ name: `n${at}`, namespace: "shop" }, "labels", {
      get: () => {
        read.push(`n${at}`);
        return { colour };
      },
      enumerable: true,
    }) as Note["metadata"];
    notes.set(`shop/n${at}`, { metadata });
  }
  read.length = 0;
  expect(notes.select({ namespace: "shop", selector: selectorFromLabels({ colour: "red" }) })).toHaveLength(1);
  expect(read).toEqual(["n0"]);
});

test("iteration goes on while the store changes: what ended is left out, what is new comes last [informer/iterate-without-copy]", ({
  expect,
}) => {
  const notes = store();
  for (const name of ["a", "b", "c"]) notes.set(`shop/${name}`, note(name, "1"));
  const seen: string[] = [];
  for (const { text = "" } of notes.values()) {
    seen.push(text);
    if (text !== "a@1") continue;
    notes.delete("shop/b");
    notes.set("shop/c", note("c", "2"));
    notes.set("shop/d", note("d", "3"));
  }
  expect(seen).toEqual(["a@1", "c@2", "d@3"]);
});

test("an index function is asked about new states only [informer/index-remembers]", ({ expect }) => {
  const notes = store();
  const asked: (string | undefined)[] = [];
  notes.addIndex("text", ({ text = "" }) => {
    asked.push(text);
    return [text];
  });
  notes.set("shop/a", note("a", "1"));
  notes.set("shop/a", note("a", "2"));
  notes.delete("shop/a");
  expect([asked, notes.indexValues("text")]).toEqual([["a@1", "a@2"], []]);
});

test("objects are indexed by namespace from the start, those without one under the empty text [informer/index-namespace]", ({
  expect,
}) => {
  const notes = store();
  notes.set("shop/a", encoded(note("a", "1")));
  notes.set("b", encoded(note("b", "1", { metadata: { namespace: undefined } })));
  expect([notes.indexKeys("namespace", "shop"), notes.indexKeys("namespace", "")]).toEqual([["shop/a"], ["b"]]);
});
