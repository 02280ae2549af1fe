import { inspect, isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { edit } from "../../model/index.ts";
import type { EncodedObject } from "../encoded-object.ts";
import { DecodeError } from "../errors.ts";
import { encodedOf, viewOf } from "../view.ts";
import { createProtobufCodec } from "./codec.ts";
import { fullMetadata, fullWidget, smallTables } from "./small-tables.fixture.ts";

type Fields = Readonly<Record<string, unknown>>;

const codec = createProtobufCodec(smallTables);
const kind = { apiVersion: "demo.dev/v1", kind: "Widget" };
const whole = { ...fullWidget, metadata: fullMetadata };

/** The message of an object, without its envelope. */
function messageOf(object: object): Uint8Array {
  const list = { apiVersion: "demo.dev/v1", kind: "WidgetList", items: [object] };
  return codec.decodeList(codec.encode(list)).items[0] as Uint8Array;
}

function open(object: object): EncodedObject {
  return codec.open(messageOf(object), kind);
}

/** Objects with some fields, some metadata, and zeros. */
const widgets = fc
  .tuple(
    fc.subarray(Object.entries(fullWidget)),
    fc.subarray(Object.entries(fullMetadata)),
    fc.subarray(["text", "always", "pointer"]),
  )
  .map(([fields, metadata, empty]) => ({
    ...Object.fromEntries(fields),
    ...Object.fromEntries(empty.map((name) => [name, ""])),
    ...kind,
    metadata: Object.fromEntries(metadata),
  }));

/** Whether an object that stays bytes says at every path, and of its metadata, what the whole object says. */
function agrees(encoded: EncodedObject, object: Fields): boolean {
  const metadata = object["metadata"] as Partial<typeof fullMetadata>;
  const { name, namespace, uid, resourceVersion, generation, deletionTimestamp } = encoded;
  const { labels = {}, ownerReferences = [], finalizers = [], ...rest } = metadata;
  const { creationTimestamp: _, managedFields: _managed, ...texts } = rest;
  const found = { name, namespace, uid, resourceVersion, generation, deletionTimestamp };
  return (
    isDeepStrictEqual(encoded.view(), object) &&
    isDeepStrictEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(texts))) &&
    isDeepStrictEqual([encoded.labels, encoded.ownerReferences], [labels, ownerReferences]) &&
    encoded.hasFinalizers === finalizers.length > 0 &&
    pathsOf(object).every(({ path, value }) => isDeepStrictEqual(encoded.read(path), value))
  );
}

function pathsOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    { path: [...path, name], value: member as unknown },
    ...pathsOf(member, [...path, name]),
  ]);
}

test("an object that stays bytes says what decoding all of it says [wire/protobuf-open]", () => {
  fc.assert(
    fc.property(widgets, (widget) => {
      const bytes = messageOf(widget);
      const { metadata, ...fields } = codec.decode(bytes, kind);
      const { managedFields: _, ...compact } = metadata as Partial<typeof fullMetadata>;
      return (
        JSON.stringify(codec.open(bytes, kind).view()) === JSON.stringify(codec.decode(bytes, kind)) &&
        agrees(codec.open(bytes, kind), codec.decode(bytes, kind)) &&
        agrees(codec.open(codec.encode(widget)), codec.decode(codec.encode(widget))) &&
        isDeepStrictEqual(codec.open(bytes, kind).compact().view(), { ...fields, metadata: compact })
      );
    }),
    { numRuns: 300 },
  );
});

test("a path that leads nowhere is undefined, also through a list [wire/protobuf-open]", ({ expect }) => {
  for (const path of [
    ["none"],
    ["part", "none"],
    ["parts", "0"],
    ["text", "length"],
    ["kind", "length"],
    ["tree", "x"],
  ]) {
    expect(open(whole).read(path), path.join(".")).toBeUndefined();
  }
  expect(open(kind).read(["part", "size"])).toBe(0);
  expect(open(kind).read(["pointer"])).toBeUndefined();
});

test("a view of protobuf behaves as the plain object, but can't be written to [wire/protobuf-view]", ({ expect }) => {
  const object = codec.decode(messageOf(whole), kind);
  const view = open(whole).view() as unknown as typeof whole;
  expect({ ...view }).toStrictEqual(object);
  expect(view).toEqual(object);
  expect(structuredClone(view)).toStrictEqual(object);
  expect(inspect(view, { depth: 9 })).toBe(inspect(object, { depth: 9 }));
  expect(Object.getPrototypeOf(view.metadata)).toBe(Object.prototype);
  expect(viewOf(view)).toBe(view);
  for (const level of [view, view.metadata, view.metadata.labels, view.metadata.managedFields, view.tree, view.parts]) {
    expect(Object.isFrozen(level)).toBe(true);
    expect(Reflect.set(level, "name", "other")).toBe(false);
  }
  const changed = edit(view, (draft) => {
    (draft.metadata as { name: string }).name = "green";
  });
  expect(changed).toEqual({ ...object, metadata: { ...fullMetadata, name: "green" } });
  expect(changed.tree).toBe(view.tree);
  expect(changed.metadata.managedFields).toBe(view.metadata.managedFields);
});

/** A tree of some branches, each with a name that may be long. */
function treesOf(branch: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const fields = {
    name: fc.string({ minLength: 1, maxLength: 90 }),
    children: fc.array(branch, { minLength: 1, maxLength: 3 }),
    extra: fc.oneof(fc.constant(true), branch),
    items: fc.oneof(branch, fc.array(branch, { minLength: 1, maxLength: 2 })),
  };
  return fc.record(fields, { requiredKeys: [] });
}

test("what is large in a view is a view itself, and keeps every promise of one [wire/protobuf-view]", () => {
  fc.assert(
    fc.property(
      treesOf(treesOf(fc.constant({}))),
      fc.dictionary(fc.string(), fc.record({ size: fc.nat() })),
      (root, partMap) => {
        const widget = {
          ...fullWidget,
          root,
          tree: root,
          partMap: { ...partMap, x: { size: 7 } },
          metadata: fullMetadata,
        };
        const object = codec.decode(messageOf(widget), kind);
        const view = open(widget).view();
        return (
          isDeepStrictEqual(view, object) &&
          JSON.stringify(view) === JSON.stringify(object) &&
          isDeepStrictEqual(structuredClone(view), object) &&
          inspect(view, { depth: 3 }) === inspect(object, { depth: 3 }) &&
          levelsOf(view).every((level) => Object.isFrozen(level) && Object.getPrototypeOf(level) !== null) &&
          isDeepStrictEqual(
            edit(view, (draft) => void Object.assign(draft, { text: "" })),
            { ...object, text: "" },
          )
        );
      },
    ),
    { numRuns: 60 },
  );
});

/** The object and everything in it. */
function levelsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(levelsOf)];
}

/** A tree whose parts are all large. */
const largeTree = {
  name: "root",
  children: [
    { name: "a".repeat(100), children: [{ name: "b".repeat(100) }] },
    { name: "c", children: [{ name: "d".repeat(200) }] },
  ],
} as const;

test("what is large is decoded when it is first read, at any depth [wire/protobuf-view-lazy]", ({ expect }) => {
  const bytes = messageOf({ ...whole, root: largeTree }).slice();
  const view = codec.open(bytes, kind).view() as unknown as { readonly root: typeof largeTree };
  const [first, second] = view.root.children;
  const { children } = second;
  bytes.fill(0xff);
  expect(view.root.children[0]).toBe(first);
  expect(second.children).toBe(children);
  expect(first.name).toBe(largeTree.children[0].name);
  expect(second).toEqual(largeTree.children[1]);
  expect(() => first.children).toThrow(DecodeError);
});

test("a part of a view can be part of another object, and stays bytes [wire/protobuf-view-lazy]", ({ expect }) => {
  const bytes = messageOf({ ...whole, root: largeTree }).slice();
  const { root } = codec.open(bytes, kind).view() as unknown as { readonly root: typeof largeTree };
  const other = viewOf({ metadata: { name: "a" }, spec: { root } }) as unknown as { spec: { root: typeof largeTree } };
  bytes.fill(0xff);
  expect(other.spec.root).toBe(root);
  expect(() => root.children).toThrow(DecodeError);
});

test("a field of a view is decoded when it is first read, and is the same each time [wire/protobuf-view-lazy]", ({
  expect,
}) => {
  const bytes = messageOf(whole).slice();
  const view = codec.open(bytes, kind).view() as unknown as typeof whole;
  const { tree, metadata } = view;
  bytes.fill(0xff);
  expect(view.tree).toBe(tree);
  expect(tree).toEqual(whole.tree);
  expect(view.metadata).toBe(metadata);
  expect(metadata.name).toBe("blue");
  expect(view.kind).toBe("Widget");
  expect(() => view.parts).toThrow(DecodeError);
  expect(() => view.root).toThrow(DecodeError);
  expect(() => metadata.managedFields).toThrow(DecodeError);
});

test("reading a field decodes no other [wire/protobuf-view-lazy]", ({ expect }) => {
  const bytes = messageOf({ ...whole, partMap: { spoiled: { size: 7 } } }).slice();
  // The length of the key of the map.
  bytes[Buffer.from(bytes).indexOf("spoiled") - 1] = 0x7f;
  const view = codec.open(bytes, kind).view() as unknown as typeof whole;
  expect(view.parts).toEqual(whole.parts);
  expect(view.quantity).toBe("0");
  expect(() => view.partMap).toThrow(DecodeError);
});

test("what is behind a view can be had without decoding, and is behind no other object [wire/encoded-of]", ({
  expect,
}) => {
  const encoded = open(whole);
  expect(encodedOf(encoded.view())).toBe(encoded);
  expect(encodedOf(encoded.view().metadata)).toBeUndefined();
  expect(encodedOf(viewOf({ metadata: { name: "a" } }))).toBeUndefined();
  expect(encodedOf({ ...encoded.view() })).toBeUndefined();
  expect(encoded.labels).toBe(encoded.labels);
  expect(encoded.ownerReferences).toBe(encoded.ownerReferences);
  expect([encoded.labels, encoded.ownerReferences, encoded.ownerReferences[0]].every(Object.isFrozen)).toBe(true);
});

test("objects are the same in bytes or not, wherever those lie [wire/same-bytes]", ({ expect }) => {
  const encoded = open(whole);
  expect(encoded.sameBytes(codec.open(messageOf(whole).slice(), kind))).toBe(true);
  expect(encoded.sameBytes(open({ ...whole, text: "another" }))).toBe(false);
  expect(encoded.sameBytes(open({ ...whole, quantity: "1" }))).toBe(false);
  expect(encoded.sameBytes(encoded.compact())).toBe(false);
});

test("a compact object has bytes of its own, without managed fields, and stays as it is [wire/protobuf-compact]", ({
  expect,
}) => {
  const { managedFields, ...metadata } = fullMetadata;
  for (const managed of [[], managedFields.slice(0, 1), managedFields]) {
    const encoded = open({ ...whole, metadata: { ...metadata, managedFields: managed } });
    const compact = encoded.compact();
    expect(compact.bytes).toEqual(messageOf({ ...whole, metadata }).slice());
    expect(compact.bytes.buffer.byteLength).toBe(compact.bytes.length);
    expect(compact.compact()).toBe(compact);
    expect(agrees(compact, codec.decode(messageOf({ ...whole, metadata }), kind))).toBe(true);
  }
});

test("an object in bytes of its own has everything, and stays as it is [wire/protobuf-compact]", ({ expect }) => {
  const own = open(whole).own();
  expect(own.bytes).toEqual(messageOf(whole).slice());
  expect(own.bytes.buffer.byteLength).toBe(own.bytes.length);
  expect(own.own()).toBe(own);
  expect(own.view()).toEqual(open(whole).view());
  expect(own.labels).toEqual(fullMetadata.labels);
});

test("fields at several places are read as a whole decode reads them [wire/protobuf-scattered]", ({ expect }) => {
  const parts = [
    { metadata: { name: "a", labels: { a: "1" }, managedFields: [{ manager: "x" }] } },
    { parts: [{ size: 1 }] },
  ];
  const pieces = [...parts, { count: 5 }, { metadata: { labels: { b: "2" } } }, { parts: [{ size: 2 }], count: 6 }];
  // Concatenated messages are one message.
  const bytes = Uint8Array.from(pieces.flatMap((piece) => [...onlyOf(piece)]));
  const object = codec.decode(bytes, kind);
  expect(object).toMatchObject({ parts: [{ size: 1 }, { size: 2 }], count: 6 });
  expect(agrees(codec.open(bytes, kind), object)).toBe(true);
  expect(codec.open(bytes, kind).compact().view()).toEqual({ ...object, metadata: { labels: { b: "2" } } });
});

test("numbers that are packed and not packed stand in one list of a view [wire/protobuf-reads-packed]", ({
  expect,
}) => {
  const bytes = Uint8Array.from([0x42, 3, 1, 0x80, 1, 0x40, 2, 0x30, 5, 0x42, 1, 3]);
  expect(codec.open(bytes, kind).view()).toMatchObject({ bigs: [1, 128, 2, 3], count: 5 });
});

test("a message whose fields JSON has among those of the outer one may come in parts [wire/protobuf-scattered]", ({
  expect,
}) => {
  // Two times the inlined message, each with a note and a tree of one child.
  const parts = [0x61, 0x62].map((note) => [0xaa, 1, 7, 0x1a, 2, 0x12, 0, 0x22, 1, note]);
  const bytes = Uint8Array.from(parts.flat());
  expect(codec.open(bytes, kind).view()).toMatchObject({ notes: ["a", "b"], tree: { children: [{}] } });
  expect(codec.open(bytes, kind).view()).toEqual(codec.decode(bytes, kind));
});

test("what is at several places inside of a field is read as a whole decode reads it [wire/protobuf-scattered]", ({
  expect,
}) => {
  const [name, children] = [{ name: "n".repeat(80) }, { children: [{ name: "c".repeat(80) }] }];
  // Without the tag and the length of the tree.
  const parts = [children, name, children, { name: "last" }].map((root) => [...onlyOf({ root }).subarray(3)]);
  const tree = parts.flat();
  const bytes = Uint8Array.from([0xda, 0x01, 0x80 | (tree.length & 0x7f), tree.length >> 7, ...tree]);
  const object = codec.decode(bytes, kind);
  expect(object["root"]).toEqual({ name: "last", children: [...children.children, ...children.children] });
  expect(agrees(codec.open(bytes, kind), object)).toBe(true);
});

test("fields of metadata at several places are read as a whole decode reads them [wire/protobuf-scattered]", ({
  expect,
}) => {
  const parts = [{ labels: { a: "1" } }, { managedFields: [{ manager: "x" }] }, { name: "a", labels: { b: "2" } }];
  const contents = [...parts, { managedFields: [{ manager: "y" }], uid: "u" }].map((metadata) => [
    // Without the tag and the length of metadata.
    ...onlyOf({ metadata }).subarray(2),
  ]);
  const content = contents.flat();
  const bytes = Uint8Array.from([0x0a, content.length, ...content]);
  const object = codec.decode(bytes, kind);
  expect(object["metadata"]).toMatchObject({ labels: { a: "1", b: "2" }, managedFields: [{}, { manager: "y" }] });
  expect(agrees(codec.open(bytes, kind), object)).toBe(true);
  expect(codec.open(bytes, kind).compact().view().metadata).toEqual({
    name: "a",
    uid: "u",
    labels: { a: "1", b: "2" },
  });
});

/** The message of some fields, without those that the encoder always writes. */
function onlyOf(fields: object): Uint8Array {
  const tables = { ...smallTables.packages, "demo/v1": smallTables.packages["demo/v1"]?.replaceAll(":!", ":") ?? "" };
  const sparse = createProtobufCodec({ ...smallTables, packages: tables });
  const list = { apiVersion: "demo.dev/v1", kind: "WidgetList", items: [fields] };
  return sparse.decodeList(sparse.encode(list)).items[0] as Uint8Array;
}

test("what decodes can be opened and read, and what does not gives a decode error [wire/protobuf-open-malformed]", () => {
  const message = messageOf(whole);
  const damaged = fc
    .array(fc.tuple(fc.nat({ max: message.length - 1 }), fc.nat({ max: 255 })), { maxLength: 3 })
    .chain((changes) => fc.nat({ max: message.length }).map((length) => ({ changes, length })))
    .map(({ changes, length }) => {
      const bytes = message.slice(0, length % 5 === 0 ? length : message.length);
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
  fc.assert(
    fc.property(damaged, (bytes) => {
      const expected = readingOf(() => codec.decode(bytes, kind));
      return isDeepStrictEqual(
        readingOf(() => codec.open(bytes, kind).view()),
        expected,
      );
    }),
    { numRuns: 3_000 },
  );
});

test("what opens has a view [wire/protobuf-open-malformed]", () => {
  // Three bytes or fewer in each of the fields that are messages, bytes or texts.
  const content = fc.uint8Array({ maxLength: 3 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 27 }), content, (number, [...bytes]) => {
      const tag = number * 8 + 2;
      const message = Uint8Array.from([
        ...(tag < 0x80 ? [tag] : [(tag & 0x7f) | 0x80, tag >> 7]),
        bytes.length,
        ...bytes,
      ]);
      const encoded = readingOf(() => ({ opens: codec.open(message, kind).bytes.length }));
      return encoded === undefined || Object.keys(codec.open(message, kind).view()).length > 0;
    }),
    { numRuns: 2_000 },
  );
});

/** All of what a call gives; nothing after a `DecodeError`. Any other error is thrown. */
function readingOf(call: () => object): unknown {
  try {
    return JSON.parse(JSON.stringify(call()));
  } catch (error) {
    if (DecodeError.is(error)) return undefined;
    throw error;
  }
}
