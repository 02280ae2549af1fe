import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { inexactNumber } from "./inexact-number.ts";

test("whatever JSON was written by this platform has only numbers that can be kept [apiserver/exact-numbers]", () => {
  fc.assert(fc.property(fc.json(), (text) => assert.equal(inexactNumber(text), undefined)));
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), exact));
});

function exact(value: number): void {
  const texts = [JSON.stringify(value), value.toExponential(), `[${JSON.stringify(value)}]`];
  for (const text of texts) assert.equal(inexactNumber(text), undefined, text);
}

test("integers can be kept, however long; fractions are found if and only if they would change [apiserver/exact-numbers]", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 69n }), fc.json(), (value, other) => {
      const text = `{"a":${other},"b":[${value},-${value},"${value}"]}`;
      assert.equal(inexactNumber(text), undefined);
      const fraction = `${value}.5`;
      const isKept = Number.isSafeInteger(Number(value) * 2);
      assert.equal(inexactNumber(`{"a":${other},"b":[${fraction}]}`), isKept ? undefined : fraction);
    }),
  );
});

test("neither nesting nor escapes mislead it [apiserver/exact-numbers]", ({ expect }) => {
  const deep = `${"[".repeat(50_000)}1e400${"]".repeat(50_000)}`;
  expect(inexactNumber(deep)).toBe("1e400");
  expect(inexactNumber(deep.replace("1e400", "1e300"))).toBeUndefined();
  expect(inexactNumber(String.raw`{"1e400":"1e400\\\"1e400","a":"\\"}`)).toBeUndefined();
  expect(inexactNumber(String.raw`["\"1e400","\\",1e401]`)).toBe("1e401");
});
