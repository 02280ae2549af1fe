import fc from "fast-check";
import { test } from "vitest";
import { quoteVisibly, showVisibly } from "./escape.ts";

test("control characters, escape sequences, line separators and direction marks are shown [observe/nothing-invisible]", ({
  expect,
}) => {
  const text =
    "a\n\r\t\u0000\u001b[31m\u007f\u0085\u009b\u2028\u2029\u202e\u2066\u200f\u061c\u200b\ufeff\u{e0041}\ud800";
  const shown =
    "a\\n\\r\\t\\u0000\\u001b[31m\\u007f\\u0085\\u009b\\u2028\\u2029\\u202e\\u2066\\u200f\\u061c\\u200b\\ufeff\\udb40\\udc41\\ud800";
  expect(quoteVisibly(text)).toBe(`"${shown}"`);
  expect(showVisibly(text)).toBe(shown);
});

test("letters of every script and emoji are left as they are [observe/nothing-invisible]", ({ expect }) => {
  for (const text of ["Größe", "日本語", "مرحبا", "👩‍🔬", 'say "hi"']) expect(showVisibly(text)).toBe(text);
});

test("a quoted text reads back to the very same text [observe/one-record-one-line]", ({ expect }) => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string()), (text) => {
      expect(JSON.parse(quoteVisibly(text))).toBe(text);
    }),
    { numRuns: 1000 },
  );
});
