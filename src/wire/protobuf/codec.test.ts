import fc from "fast-check";
import { test } from "vitest";
import { exactIntegerText } from "../../model/index.ts";
import { DecodeError } from "../errors.ts";
import { createProtobufCodec } from "./codec.ts";
import { EncodeError } from "./encode-error.ts";
import { fullWidget, smallTables } from "./small-tables.fixture.ts";

const codec = createProtobufCodec(smallTables);
const widget = { apiVersion: "demo.dev/v1", kind: "Widget" };

/** What JSON has of a widget whose message is empty. */
const emptyWidget = {
  metadata: {},
  always: "",
  since: null,
  exact: null,
  object: null,
  verbs: null,
  part: { size: 0 },
  required: null,
  title: "",
  quantity: "0",
};

const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values);

function decodeBare(...values: number[]): object {
  return codec.decode(bytesOf(...values), widget);
}

test("an object goes through protobuf and back unchanged, whatever its fields are [wire/protobuf-round-trip]", ({
  expect,
}) => {
  expect(codec.decode(codec.encode(fullWidget))).toEqual(fullWidget);
});

test("what JSON always has is there although the message is empty [wire/protobuf-presence]", ({ expect }) => {
  expect(decodeBare()).toEqual({ ...widget, ...emptyWidget });
  expect(codec.decode(codec.encode(widget))).toEqual({ ...widget, ...emptyWidget });
});

test("zero is left out, kept for a pointer, and always there where JSON has it always [wire/protobuf-presence]", ({
  expect,
}) => {
  // text "", always "", pointer "", flag false, count 0
  expect(decodeBare(0x12, 0, 0x1a, 0, 0x22, 0, 0x28, 0, 0x30, 0)).toEqual({ ...widget, ...emptyWidget, pointer: "" });
  // An empty message for a time is no time: null where it is a pointer or always there.
  expect(decodeBare(0x0a, 2, 0x42, 0, 0x62, 0, 0xca, 1, 0)).toEqual({ ...widget, ...emptyWidget, until: null });
});

test("an empty list has its items all the same [wire/protobuf-presence]", ({ expect }) => {
  const list = { apiVersion: "demo.dev/v1", kind: "WidgetList", metadata: {}, items: [] };
  expect(codec.decode(codec.encode({ ...list, items: undefined }))).toEqual(list);
});

test("integers of 64 bits are exact, at both ends [wire/protobuf-exact-integers]", ({ expect }) => {
  for (const text of ["9223372036854775807", "-9223372036854775808", "9007199254740993", "-9007199254740993"]) {
    const big = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
    const decoded = codec.decode(codec.encode({ ...widget, big, bigs: [big, 1] }));
    expect(exactIntegerText(decoded["big"])).toBe(text);
    expect(JSON.stringify(decoded["bigs"])).toBe(`[${text},1]`);
  }
  fc.assert(
    fc.property(fc.maxSafeInteger(), (big) => {
      expect(codec.decode(codec.encode({ ...widget, bigs: [big] }))["bigs"]).toEqual([big]);
    }),
  );
});

test("numbers that are packed into one field are read [wire/protobuf-reads-packed]", ({ expect }) => {
  expect(decodeBare(0x42, 3, 1, 0x80, 1, 0x40, 2)).toHaveProperty("bigs", [1, 128, 2]);
});

test("fields that the tables do not know are passed over [wire/protobuf-unknown-fields]", ({ expect }) => {
  // Field 100 as a varint, as eight bytes, as bytes and as four bytes.
  const unknown = [0xa0, 6, 5, 0xa1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0xa2, 6, 1, 0, 0xa5, 6, 0, 0, 0, 0];
  expect(decodeBare(...unknown, 0x12, 1, 0x61)).toEqual({ ...widget, ...emptyWidget, text: "a" });
  expect(codec.decode(codec.encode({ ...widget, text: "a", other: 1 }))).toEqual(decodeBare(0x12, 1, 0x61));
});

test("keys that are names of an object's prototype are data [wire/protobuf-proto-is-data]", ({ expect }) => {
  const labels = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as object;
  const { metadata } = codec.decode(codec.encode({ ...widget, metadata: { labels } })) as typeof fullWidget;
  expect(Object.entries(metadata.labels)).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
    ["toString", "c"],
  ]);
  expect(Object.getPrototypeOf(metadata.labels)).toBe(Object.prototype);
});

test("an object inside another may be protobuf in its envelope [wire/protobuf-nested-object]", ({ expect }) => {
  const inner = codec.encode({ ...widget, text: "inner" });
  const raw = bytesOf(0x0a, inner.length, ...inner);
  expect(decodeBare(0x7a, raw.length, ...raw)).toHaveProperty("object", { ...widget, ...emptyWidget, text: "inner" });
});

test("texts are read as they are, short or long, ASCII or not, again and again [wire/protobuf-texts]", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 90 })), (required) => {
      const decoded = codec.decode(codec.encode({ ...widget, required: ["\uFEFFbom", ...required, ...required] }));
      return JSON.stringify(decoded["required"]) === JSON.stringify(["\uFEFFbom", ...required, ...required]);
    }),
  );
});

test("bytes are base64 in JSON, however many [wire/protobuf-bytes]", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000, size: "max" }), (bytes) => {
      const blob = Buffer.from(bytes).toString("base64");
      return codec.decode(codec.encode({ ...widget, pointer: "", blob }))["blob"] === (blob === "" ? undefined : blob);
    }),
    { numRuns: 30 },
  );
});

test("a list is opened without opening its items [wire/protobuf-list]", ({ expect }) => {
  const items = [{ text: "one" }, { text: "two", metadata: { name: "b" } }];
  const bytes = codec.encode({
    apiVersion: "demo.dev/v1",
    kind: "WidgetList",
    metadata: { resourceVersion: "7" },
    items,
  });
  const list = codec.decodeList(bytes);
  expect(list).toMatchObject({
    apiVersion: "demo.dev/v1",
    kind: "WidgetList",
    metadata: { resourceVersion: "7" },
    itemKind: widget,
  });
  expect(list.items.map((item) => codec.decode(item, list.itemKind))).toEqual([
    { ...widget, ...emptyWidget, text: "one" },
    { ...widget, ...emptyWidget, text: "two", metadata: { name: "b" } },
  ]);
  expect(() => codec.decodeList(codec.encode(fullWidget))).toThrow(
    "decode the protobuf message demo.dev/v1 Widget: expected a list of one kind",
  );
});

test("opening gives metadata of an object, in its envelope or alone, and reads no more [wire/protobuf-scan]", ({
  expect,
}) => {
  const scanned = { name: "blue", labels: fullWidget.metadata.labels };
  const { name, labels } = codec.open(codec.encode(fullWidget));
  expect({ name, labels }).toEqual(scanned);
  // The content of the second field is no widget's: nobody looks.
  expect(codec.open(bytesOf(0x0a, 3, 0x0a, 1, 0x61, 0x12, 1, 0xff), widget).name).toBe("a");
});

test("a frame of a watch gives its type and its object [wire/protobuf-watch]", ({ expect }) => {
  const object = codec.encode({ ...widget, text: "x" });
  const frame = bytesOf(0x0a, 5, ...new TextEncoder().encode("ADDED"), 0x12, object.length + 2, 0x0a, object.length);
  const event = codec.decodeWatchEvent(bytesOf(...frame, ...object));
  expect(event.type).toBe("ADDED");
  expect(codec.decode(event.object)).toHaveProperty("text", "x");
});

test("kinds that every version has are found in each [wire/protobuf-shared-kinds]", ({ expect }) => {
  expect(codec.knows({ apiVersion: "demo.dev/v1", kind: "Status" })).toBe(true);
  expect(codec.knows({ apiVersion: "demo.dev/v1", kind: "Part" })).toBe(false);
  expect(codec.knows({ apiVersion: "demo.dev/v2", kind: "Widget" })).toBe(false);
  expect(codec.knows({ apiVersion: "constructor", kind: "Widget" })).toBe(false);
});

test("a message that is cut anywhere is a decode error, or a shorter message [wire/protobuf-malformed]", ({
  expect,
}) => {
  const bytes = codec.encode(fullWidget);
  // The last four bytes are two empty fields of the envelope.
  for (let length = 0; length < bytes.length - 4; length++) {
    expect(outcomeOf(() => codec.decode(bytes.subarray(0, length)))).toSatisfy(DecodeError.is);
  }
  const content = codec.decodeList(codec.encode({ apiVersion: "demo.dev/v1", kind: "WidgetList", items: [fullWidget] }))
    .items[0] as Uint8Array;
  let refused = 0;
  for (let length = 0; length < content.length; length++) {
    if (DecodeError.is(outcomeOf(() => codec.decode(content.subarray(0, length), widget)))) refused++;
  }
  // Only where one field ends and another begins is a shorter message.
  expect(refused).toBeGreaterThan(content.length * 0.7);
});

test("any bytes are a message or a decode error [wire/protobuf-malformed]", () => {
  const whole = codec.encode(fullWidget);
  const damaged = fc
    .array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = whole.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), damaged), (bytes) => {
      outcomeOf(() => codec.decode(bytes, widget));
      outcomeOf(() => codec.decodeList(bytes, { ...widget, kind: "WidgetList" }));
      outcomeOf(() => codec.open(bytes, widget));
      outcomeOf(() => codec.decodeWatchEvent(bytes));
    }),
    { numRuns: 2_000 },
  );
});

/** What a call gives, a `DecodeError` included. Any other error is thrown. */
function outcomeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (DecodeError.is(error)) return error;
    throw error;
  }
}

test("a decode error names the message and the byte, and quotes nothing [wire/protobuf-decode-error]", ({ expect }) => {
  const secret = new TextEncoder().encode("s3cret");
  const failures: readonly (readonly [number[], string])[] = [
    [[0x12, 7, ...secret], "decode the protobuf message demo/v1.Widget: expected more bytes at byte 2"],
    [[0x92, 1, 3, 0x0a, 1, 0x61], "demo/v1.Part: expected wire type 0 for the field size at byte 4"],
    [[0x10, 1], "demo/v1.Widget: expected wire type 2 for the field text at byte 1"],
    [[0x02, 1], "expected a field number at byte 1"],
    [[0x13, 1], "expected wire type 2 for the field text"],
    [[0xa3, 6, 1], "expected a known wire type at byte 2"],
    [[0x38, ...Array.from({ length: 11 }, () => 0xff)], "expected a shorter number at byte 11"],
    [[0x82, 1, 8, 0x0a, 6, ...secret], "demo/v1.Widget: expected JSON inside the message"],
    [[0x82, 1, 4, 0x0a, 2, 0x22, 0xff], "demo/v1.Widget: expected JSON inside the message"],
    [[0x62, 6, 0x08, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x62, 7, 8, 255, 255, 255, 255, 255, 0x7f], "between the years"],
  ];
  for (const [values, message] of failures) {
    const error = outcomeOf(() => decodeBare(...values)) as Error;
    expect(error).toSatisfy(DecodeError.is);
    expect(error.message).toContain(message);
    expect(`${error.message} ${String(error.cause)}`).not.toContain("s3cret");
  }
});

test("what the tables do not have is refused by name [wire/protobuf-unknown-kind]", ({ expect }) => {
  expect(() => codec.decode(bytesOf(), { apiVersion: "a/v1", kind: "B" })).toThrow(
    "decode the protobuf message a/v1 B: expected a kind of the tables",
  );
  expect(() => codec.decode(bytesOf(), { ...widget, kind: "Part" })).toThrow("expected a kind of the tables");
  expect(() => codec.encode({ apiVersion: "a/v1", kind: "B" })).toThrow(
    "encode a/v1 B as protobuf: expected a kind of the tables",
  );
});

test("nesting has a limit, both ways [wire/protobuf-depth]", ({ expect }) => {
  const nested = (depth: number): object => (depth === 0 ? {} : { children: [nested(depth - 1)] });
  const deep = { ...widget, tree: nested(200) };
  expect(codec.decode(codec.encode(deep))).toMatchObject(deep);
  const shallow = createProtobufCodec(smallTables, { maxDepth: 100 });
  expect(() => shallow.decode(codec.encode(deep))).toThrow("demo/v1.Tree: expected at most 100 levels");
  expect(() => shallow.encode(deep)).toThrow("expected at most 100 levels");
  const cyclic: Record<string, unknown> = {};
  cyclic["children"] = [cyclic];
  expect(() => codec.encode({ ...widget, tree: cyclic })).toThrow(EncodeError);
});

test("a value of another type is refused with its path and without its content [wire/protobuf-encode-error]", ({
  expect,
}) => {
  const cases: readonly (readonly [object, string, string])[] = [
    [{ text: 5 }, "text", "a text"],
    [{ metadata: { labels: { "a.b": 1 } } }, "metadata.labels.a.b", "a text"],
    [{ parts: [{ size: 1 }, { size: "s3cret" }] }, "parts[1].size", "an integer of 32 bits"],
    [{ count: 2 ** 31 }, "count", "an integer of 32 bits"],
    [{ count: 1.5 }, "count", "an integer of 32 bits"],
    [{ big: 2 ** 63 }, "big", "an integer of 64 bits"],
    [{ big: "5" }, "big", "an integer"],
    [{ flag: 1 }, "flag", "a boolean"],
    [{ blob: "s3cret!" }, "blob", "base64"],
    [{ since: "s3cret" }, "since", "a time like 2006-01-02T15:04:05Z"],
    [{ since: "2023-02-29T00:00:00Z" }, "since", "a time like 2006-01-02T15:04:05Z"],
    [{ port: true }, "port", "an integer or a text"],
    [{ required: "s3cret" }, "required", "a list"],
    [{ quantities: ["s3cret"] }, "quantities", "an object"],
    [{ part: "s3cret" }, "part", "an object"],
    [{ depth: "x" }, "depth", "an integer of 32 bits"],
    [{ tree: { items: true } }, "tree.items", "another type"],
  ];
  for (const [fields, field, expected] of cases) {
    const message = `encode demo/v1.Widget as protobuf, ${field}: expected ${expected}`;
    expect(() => codec.encode({ ...widget, ...fields })).toThrow(expect.objectContaining({ message, field }));
  }
});

test("of a value that is a boolean or something else, the something else says true as well [wire/protobuf-union]", ({
  expect,
}) => {
  const packages = {
    ...smallTables.packages,
    "demo/v1": smallTables.packages["demo/v1"]?.replace(/Schema\|.*/, plain) ?? "",
  };
  const seen = createProtobufCodec({ ...smallTables, packages });
  const extraOf = (extra: unknown): unknown =>
    (seen.decode(codec.encode({ ...widget, tree: { extra } }))["tree"] as Record<string, unknown>)["extra"];
  expect(extraOf({ name: "x" })).toEqual({ allows: true, schema: { name: "x" } });
  expect(extraOf(true)).toEqual({ allows: true });
  expect(extraOf(false)).toEqual({ allows: false });
  expect(codec.decode(codec.encode({ ...widget, tree: { extra: false } }))["tree"]).toEqual({ extra: false });
});

/** A union as the message that it is. */
const plain = "Schema 1:allows:!b 2:schema:?Tree";

test("a message may have any number of fields that JSON always has [wire/protobuf-presence]", ({ expect }) => {
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
  const line = `Wide* ${numbers.map((number) => `${number}:f${number}:!i`).join(" ")}`;
  const wide = createProtobufCodec({ versions: { "wide/v1": "wide/v1" }, packages: { "wide/v1": line } });
  const object = { apiVersion: "wide/v1", kind: "Wide" };
  const zeros = Object.fromEntries(numbers.map((number) => [`f${number}`, 0]));
  expect(wide.decode(wide.encode({ ...object, f1: 5, f40: 6 }))).toEqual({ ...object, ...zeros, f1: 5, f40: 6 });
});

test("null is as if absent, and among others the zero of their type, as in Go [wire/protobuf-null]", ({ expect }) => {
  const object = { ...widget, pointer: null, required: [null, "a"], bigs: [null], metadata: { labels: { a: null } } };
  expect(codec.decode(codec.encode(object))).toEqual({
    ...widget,
    ...emptyWidget,
    required: ["", "a"],
    bigs: [0],
    metadata: { labels: { a: "" } },
  });
});

test("times of any zone and precision are kept as far as the field goes [wire/protobuf-times]", ({ expect }) => {
  const object = {
    ...widget,
    since: "2024-03-01T01:00:00.987654321+02:00",
    exact: "2024-03-01T01:00:00.987654321+02:00",
  };
  expect(codec.decode(codec.encode(object))).toMatchObject({
    since: "2024-02-29T23:00:00Z",
    exact: "2024-02-29T23:00:00.987654Z",
  });
});
