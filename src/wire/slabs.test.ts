import { test } from "vitest";
import { wireDefaults } from "./defaults.ts";
import { inSlabs } from "./slabs.ts";

test("a stream as copies of a limited size has the same bytes, holds no chunk, and is left with them [wire/stream-slabs]", async ({
  expect,
}) => {
  let isLeft = false;
  const chunks = [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(wireDefaults.slabBytes * 2 + 1).fill(7)];
  async function* body(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* chunks;
    } finally {
      isLeft = true;
    }
  }
  const slabs = await Array.fromAsync(inSlabs(body()));
  expect(Buffer.concat(slabs)).toEqual(Buffer.concat(chunks));
  expect(slabs.map(({ buffer }) => buffer.byteLength)).toEqual([3, wireDefaults.slabBytes, wireDefaults.slabBytes, 1]);
  expect(slabs.some(({ buffer }) => chunks.some((chunk) => chunk.buffer === buffer))).toBe(false);
  isLeft = false;
  for await (const _slab of inSlabs(body())) break;
  expect(isLeft).toBe(true);
});
