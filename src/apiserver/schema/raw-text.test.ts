import fc from "fast-check";
import { test } from "vitest";
import { deepEqual } from "../../model/index.ts";
import { rawEqual, rawTextOf, readRaw, stringifyRaw, withoutRawTexts, withRawTextsOf } from "./raw-text.ts";

test("a value is what its text says, and is written as that text [apiserver/raw-text]", ({ expect }) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = readRaw(text);
      const written = stringifyRaw({ value });
      return (
        deepEqual(value, JSON.parse(text)) &&
        written === `{"value":${rawTextOf(value)}}` &&
        deepEqual(JSON.parse(written), { value })
      );
    }),
  );
  const text = '{"__proto__":{"10":1,"9":1},"a":[1.50,{"b":1,"b":2}],"c":12345678901234567890}';
  expect(rawTextOf(readRaw(` ${text.replaceAll(/[:,]/g, " $& ")}\n`))).toBe(text);
  expect(Object.keys(readRaw(text) as object)).toEqual(["__proto__", "a", "c"]);
});

test("who enters a value makes a new one, in which only what is inside has its text [apiserver/raw-text]", ({
  expect,
}) => {
  const old = readRaw('{"c":{"z":1.0,"y":1},"b":[{"z":1,"y":1}],"a":1}') as { readonly a: number };
  expect(rawTextOf({ ...old, a: 2 })).toBe('{"a":2,"b":[{"z":1,"y":1}],"c":{"z":1.0,"y":1}}');
  expect(rawTextOf(withoutRawTexts(old))).toBe('{"a":1,"b":[{"y":1,"z":1}],"c":{"y":1,"z":1}}');
});

test("two that say the same are told apart by their texts only [apiserver/raw-text]", ({ expect }) => {
  const document = (text: string): object => ({ kind: "K", list: [{ raw: readRaw(text) }] });
  const old = document('{"b":1,"a":{}}');
  expect(rawEqual(document('{ "b":1, "a":{} }'), old)).toBe(true);
  expect(rawEqual(document('{"a":{},"b":1}'), old)).toBe(false);
  expect(rawEqual(document('{"b":1,"a":[]}'), old)).toBe(false);
  expect(
    rawEqual({ list: [{ raw: { a: {}, b: 1 } }], kind: "K" }, { kind: "K", list: [{ raw: { b: 1, a: {} } }] }),
  ).toBe(true);
  const taken = withRawTextsOf({ list: [{ raw: { a: {}, b: 1 } }, 1], kind: "L" }, old);
  expect(stringifyRaw(taken)).toBe('{"list":[{"raw":{"b":1,"a":{}}},1],"kind":"L"}');
  expect(stringifyRaw(withRawTextsOf({ list: [{ raw: { a: [], b: 1 } }] }, old))).toBe(
    '{"list":[{"raw":{"a":[],"b":1}}]}',
  );
});
