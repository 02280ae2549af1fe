import { test } from "vitest";
import { ProtobufWriter } from "./protobuf-writer.ts";

test("texts, counts, numbers and messages of any size stand as protobuf has them [apiserver/openapi-protobuf]", ({
  expect,
}) => {
  const small = new ProtobufWriter();
  small.message(1, () => {
    small.text(2, "ä");
    small.count(3, 300);
    small.double(4, 1);
  });
  const inner = [0x12, 2, 0xc3, 0xa4, 0x18, 0xac, 0x02, 0x21, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f];
  expect([...small.bytes()]).toEqual([0x0a, inner.length, ...inner]);
});

test.for([
  [127, [127]],
  [128, [0x80, 0x01]],
  [16_383, [0xff, 0x7f]],
  [16_384, [0x80, 0x80, 0x01]],
  [70_000, [0xf0, 0xa2, 0x04]],
] as const)(
  "the size of a text of %i bytes stands before it [apiserver/openapi-protobuf]",
  ([size, told], { expect }) => {
    const writer = new ProtobufWriter();
    writer.text(1, "x".repeat(size));
    writer.text(2, "y");
    const bytes = [...writer.bytes()];
    expect(bytes.slice(0, told.length + 2)).toEqual([0x0a, ...told, 0x78]);
    expect(bytes.slice(-4)).toEqual([0x78, 0x12, 1, 0x79]);
    expect(bytes.length).toBe(1 + told.length + size + 3);
  },
);
