import * as fc from "fast-check";
import { test } from "vitest";
import { GatheredBytes } from "./gathered-bytes.ts";

test("pieces of a body come together in order, and what they were cut from stays as it was [apiserver/http2-flow]", ({
  expect,
}) => {
  const piece = fc.uint8Array({ maxLength: 3000 });
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 8 }), { maxLength: 3 }), (bodies) => {
      const gathered = new GatheredBytes();
      for (const pieces of bodies) {
        // As they come: side by side in what was read.
        const read = Buffer.concat(pieces);
        const before = Buffer.from(read);
        let at = 0;
        for (const { length } of pieces) gathered.add(read.subarray(at, (at += length)));
        expect(Buffer.from(gathered.take()).equals(before)).toBe(true);
        expect(read.equals(before)).toBe(true);
      }
    }),
  );
});

test("of many small pieces little more is kept than they are [apiserver/http2-flow]", ({ expect }) => {
  const gathered = new GatheredBytes();
  const read = new Uint8Array(65_536);
  for (let index = 0; index < 100_000; index++) gathered.add(read.subarray(index % 100, (index % 100) + 1));
  const all = gathered.take();
  expect(all).toHaveLength(100_000);
  expect(all.buffer.byteLength).toBeLessThan(4 * 65_536 + 1);
  expect(gathered.take()).toHaveLength(0);
});
