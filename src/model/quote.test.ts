import { test } from "vitest";
import { excerpt, quote, quoteJson } from "./quote.ts";
import { compareUtf8, utf8Length } from "./utf8.ts";

test("texts are quoted as in Kubernetes' messages [model/quoted-texts]", ({ expect }) => {
  expect(quote("web")).toBe('"web"');
  expect(quote('a"b\\c')).toBe('"a\\"b\\\\c"');
  expect(quote("\u0000\u0007\b\t\n\v\f\r\u001b\u007f")).toBe('"\\x00\\a\\b\\t\\n\\v\\f\\r\\x1b\\x7f"');
  expect(quote("é😀\u00a0\u200b\u{e0001}\ud800")).toBe('"é😀\\u00a0\\u200b\\U000e0001\ufffd"');
  expect(quoteJson(["<a>", "&\u2028"])).toBe('["\\u003ca\\u003e","\\u0026\\u2028"]');
});

test("a message quotes only the beginning of a long text, and the type of what is no text [model/quoted-texts]", ({
  expect,
}) => {
  expect(excerpt("x".repeat(1_000_000))).toHaveLength(203);
  expect([excerpt(undefined), excerpt(null), excerpt(7), excerpt(Object.create(null))]).toEqual([
    "undefined",
    "null",
    "number",
    "object",
  ]);
});

test("lengths and order are those of the bytes on the wire [model/quoted-texts]", ({ expect }) => {
  const texts = ["", "a", "b", "aa", "é", "\u0800", "\ue000", "\uffff", "😀", "😀a", "\u{10ffff}"];
  const bytes = (text: string): Buffer => Buffer.from(text);
  for (const a of texts) {
    expect(utf8Length(a)).toBe(bytes(a).length);
    for (const b of texts) expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)));
  }
  expect(utf8Length("\ud800x\udc00")).toBe(7);
});
