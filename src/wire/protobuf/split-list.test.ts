import fc from "fast-check";
import { test } from "vitest";
import { DecodeError } from "../errors.ts";
import { chunksOf } from "./chunks.fixture.ts";
import { createProtobufCodec } from "./codec.ts";
import type { ProtobufListFields, ProtobufSplitListOptions } from "./codec.ts";
import { fullWidget, smallTables } from "./small-tables.fixture.ts";

const codec = createProtobufCodec(smallTables);
const kind = { apiVersion: "demo.dev/v1", kind: "WidgetList" };
const itemKind = { apiVersion: "demo.dev/v1", kind: "Widget" };

const options: Omit<ProtobufSplitListOptions, "onItem"> = {
  maxItemBytes: 10_000,
  maxHeadBytes: 1_000,
  now: () => 0,
  yieldTurn: () => Promise.resolve(),
};

interface Found {
  readonly fields: ProtobufListFields;
  readonly items: readonly unknown[];
}

async function split(
  bytes: Uint8Array,
  cuts: readonly number[],
  more: Partial<ProtobufSplitListOptions> = {},
): Promise<Found> {
  const items: unknown[] = [];
  const onItem = (item: Uint8Array, of: typeof itemKind): void => void items.push(codec.decode(item, of));
  const fields = await codec.splitList(chunksOf(bytes, cuts), { ...options, onItem, ...more });
  return { fields, items };
}

const list = codec.encode({
  ...kind,
  metadata: { resourceVersion: "7" },
  items: [{ count: 1 }, {}, { text: "x".repeat(200) }, { metadata: { name: "last" } }],
});
const expected: Found = {
  fields: { ...kind, itemKind, metadata: { resourceVersion: "7" } },
  items: codec.decodeList(list).items.map((item) => codec.decode(item, itemKind)),
};

test("a list gives the same items wherever it is cut [wire/protobuf-list-any-cut]", async ({ expect }) => {
  for (let cut = 0; cut <= list.length; cut++) expect(await split(list, [cut])).toEqual(expected);
  expect(await split(list, Array.from(list.keys()))).toEqual(expected);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 30 }), async (cuts) => {
      expect(await split(list, cuts)).toEqual(expected);
    }),
  );
});

test("an empty list has metadata and no items [wire/protobuf-list-any-cut]", async ({ expect }) => {
  expect(await split(codec.encode(kind), [])).toEqual({ fields: { ...kind, itemKind, metadata: {} }, items: [] });
});

test("a list that is cut short is refused, wherever that is [wire/protobuf-list-cut-short]", async ({ expect }) => {
  // The last four bytes are two empty fields of the envelope: without both, or one, the list is there.
  for (let length = 0; length < list.length; length++) {
    if (length === list.length - 4 || length === list.length - 2) continue;
    await expect(split(list.subarray(0, length), [length - 3]), String(length)).rejects.toSatisfy(DecodeError.is);
  }
});

test("items and the rest have limits, known before they arrive [wire/protobuf-list-limits]", async ({ expect }) => {
  const largest = Math.max(...codec.decodeList(list).items.map(({ length }) => length));
  await expect(split(list, [], { maxItemBytes: largest })).resolves.toBeDefined();
  await expect(split(list, [], { maxItemBytes: largest - 1 })).rejects.toThrow(
    `read a protobuf list: expected at most ${largest - 1} bytes in an item at byte`,
  );
  // Only the length of the item has arrived.
  const textStart = list.indexOf(0x78);
  await expect(split(list.subarray(0, textStart), [], { maxItemBytes: 50 })).rejects.toThrow("at most 50 bytes");
  await expect(split(list, [], { maxHeadBytes: 20 })).rejects.toThrow("at most 20 bytes outside of the items");
});

test("what is no list is refused [wire/protobuf-list-no-list]", async ({ expect }) => {
  await expect(split(codec.encode(fullWidget), [3])).rejects.toThrow("expected a list of one kind");
  await expect(split(new TextEncoder().encode('{"kind":"List"}'), [])).rejects.toThrow("an object in its envelope");
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: list.length - 1 }), fc.nat({ max: 255 }), async (at, byte) => {
      const damaged = list.slice();
      damaged[at] = byte;
      await split(damaged, [at]).catch((error: unknown) => {
        expect(error).toSatisfy(DecodeError.is);
      });
    }),
    { numRuns: 500 },
  );
});

test("the event loop has its turn between slices of a long list [wire/protobuf-list-slices]", async ({ expect }) => {
  const long = codec.encode({ ...kind, items: Array.from({ length: 30 }, () => ({ text: "x".repeat(30_000) })) });
  let turns = 0;
  const yieldTurn = (): Promise<void> => {
    turns++;
    return Promise.resolve();
  };
  const { items } = await split(long, [], { yieldTurn, maxItemBytes: 100_000 });
  expect(items).toHaveLength(30);
  expect(turns).toBe(3);
});

test("an item that nobody wants ends the reading [wire/protobuf-list-leave]", async ({ expect }) => {
  let isLeft = false;
  async function* watched(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* chunksOf(list, Array.from(list.keys()));
    } finally {
      isLeft = true;
    }
  }
  const onItem = (): never => {
    throw new RangeError("enough");
  };
  await expect(codec.splitList(watched(), { ...options, onItem })).rejects.toThrow("enough");
  expect(isLeft).toBe(true);
});

test("an item that is kept holds no chunk, and little of the list [wire/list-slabs]", async ({ expect }) => {
  const widgets = Array.from({ length: 1_000 }, (_, count) => ({ count, text: "x".repeat(500) }));
  const chunk = codec.encode({ ...kind, items: widgets });
  const items: Uint8Array[] = [];
  await split(chunk, [], { onItem: (item) => void items.push(item) });
  chunk.fill(0xff);
  expect(items.map((item) => codec.decode(item, itemKind)["count"] ?? 0)).toEqual(widgets.map(({ count }) => count));
  expect(Math.max(...items.map(({ buffer }) => buffer.byteLength))).toBeLessThanOrEqual(64 * 1_024);
});
