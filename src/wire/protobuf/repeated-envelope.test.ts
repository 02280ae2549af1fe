import fc from "fast-check";
import { test } from "vitest";
import { DecodeError } from "../errors.ts";
import { createProtobufCodec } from "./codec.ts";
import type { ProtobufCodec } from "./codec.ts";
import { smallTables } from "./small-tables.fixture.ts";

const codec = createProtobufCodec(smallTables);

/** Objects of two kinds, in envelopes whose lengths take one, two and three bytes. */
const enveloped = fc
  .tuple(fc.constantFrom("Widget", "Status"), fc.constantFrom(0, 1, 100, 127, 128, 300, 16_383, 20_000))
  .map(([kind, length]) =>
    codec.encode({ apiVersion: "demo.dev/v1", kind, text: "x".repeat(length), message: "y".repeat(length) }),
  );

/** The same, and some whose bytes are damaged. */
const sent = fc.oneof(
  enveloped,
  fc
    .tuple(enveloped, fc.nat(40), fc.nat(0xff), fc.boolean())
    .map(([bytes, position, byte, isAtEnd]) =>
      bytes.with(Math.min(bytes.length - 1, isAtEnd ? bytes.length - 1 - (position % 8) : position), byte),
    ),
  fc.tuple(enveloped, fc.nat(30)).map(([bytes, cut]) => bytes.slice(0, bytes.length - cut)),
  fc.tuple(enveloped, fc.uint8Array({ maxLength: 4 })).map(([bytes, more]) => Uint8Array.from([...bytes, ...more])),
);

/** What opening gives, or that it fails. */
function opened(by: ProtobufCodec, bytes: Uint8Array): unknown {
  try {
    const encoded = by.open(bytes);
    return [encoded.read(["kind"]), encoded.bytes.join()];
  } catch (error) {
    if (DecodeError.is(error)) return error.message;
    throw error;
  }
}

test("an object is opened as its own envelope says, whatever was opened before it [wire/protobuf-envelopes]", ({
  expect,
}) => {
  fc.assert(
    fc.property(fc.array(sent, { minLength: 2, maxLength: 6 }), (stream) => {
      const used = createProtobufCodec(smallTables);
      const fresh = stream.map((bytes) => opened(createProtobufCodec(smallTables), bytes));
      expect(stream.map((bytes) => opened(used, bytes))).toEqual(fresh);
    }),
  );
});

test("a length that is longer than it has to be is read as it is [wire/protobuf-envelopes]", ({ expect }) => {
  const bytes = codec.encode({ apiVersion: "demo.dev/v1", kind: "Status" });
  const contentAt = bytes.findLastIndex((byte, at) => byte === 0x12 && bytes[at + 1] === bytes.length - at - 6);
  const length = bytes[contentAt + 1] as number;
  const longer = Uint8Array.from([...bytes.slice(0, contentAt + 1), length | 0x80, 0, ...bytes.slice(contentAt + 2)]);
  const used = createProtobufCodec(smallTables);
  const expected = opened(createProtobufCodec(smallTables), longer);
  expect([opened(used, longer), opened(used, longer), opened(used, bytes)]).toEqual([expected, expected, expected]);
});
