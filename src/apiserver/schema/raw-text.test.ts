import fc from "fast-check";
import { test } from "vitest";
import { deepEqual } from "../../model/index.ts";
import { rawEqual, rawTextOf, stringifyRaw, withoutRawTexts, withRawTextsOf } from "./raw-text.ts";
import { readRaw } from "./raw-text-reader.ts";

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

/** Texts with spaces, with keys in any order and more than once, and with numbers that the platform writes otherwise. */
const { text: anyText } = fc.letrec<{ text: string }>((tie) => {
  const key = fc.constantFrom('"a"', '"b"', '"9"', '"10"', String.raw`"\u0061"`, '"\uFF5E"', '"\u{1F600}"');
  const member = fc.tuple(key, tie("text")).map(([name, value]) => `${name} :${value}`);
  return {
    text: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("1", "1.0", "-0", "1e2", "null", " true", '"x"', String.raw`"\u0041\n"`, "12345678901234567890"),
      fc.array(tie("text"), { maxLength: 3 }).map((items) => `[${items.join(" ,")}]`),
      fc.array(member, { maxLength: 4 }).map((members) => `{ ${members.join(",")}}`),
    ),
  };
});

test("what is inside of a value is written as it stands there, by whoever takes it out [apiserver/raw-text]", ({
  expect,
}) => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const taken = readRaw(`[{"k": ${one}}, [${other} ]]`) as [{ k: unknown }, [unknown]];
      expect(stringifyRaw({ k: taken[0].k, l: taken[1][0] })).toBe(
        stringifyRaw({ k: readRaw(one), l: readRaw(other) }),
      );
      expect(rawTextOf(taken[0])).toBe(`{"k":${textIn(one)}}`);
    }),
  );
});

/** The text of a value in a list, which remembers numbers too. */
function textIn(text: string): string {
  return rawTextOf(readRaw(`[${text}]`)).slice(1, -1);
}

test("a value that was made has its keys in the order of their bytes [apiserver/raw-text]", ({ expect }) => {
  expect(rawTextOf({ "\u{1F600}": 1, "\uFF5E": 2, b: 3, a: 4 })).toBe('{"a":4,"b":3,"\uFF5E":2,"\u{1F600}":1}');
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
