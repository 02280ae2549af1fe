import fc from "fast-check";
import { test } from "vitest";
import { deepEqual } from "./deep-equal.ts";
import { assertDepth } from "./depth.ts";
import { asDraft } from "./draft.ts";
import { edit } from "./edit.ts";
import { exactInteger, exactIntegerText, isExactInteger } from "./exact-integer.ts";
import { applyJsonPatch } from "./apply-json-patch.ts";
import { createJsonPatch } from "./create-json-patch.ts";
import { applyMergePatch, createMergePatch } from "./merge-patch.ts";
import { parseJson } from "./parse-json.ts";

interface Document {
  readonly n: number;
  readonly m: number;
  readonly o: { readonly list: readonly number[] };
  readonly x?: number | undefined;
}

const text = '{"n":9007199254740993,"m":-12345678901234567890,"o":{"list":[1,18446744073709551615]}}';
const read = (): Document => parseJson(text) as Document;
const large = fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).chain((n) => fc.constantFrom(n, -n));

test("integers of any size survive being read, edited and written [model/exact-integers]", ({ expect }) => {
  expect(JSON.stringify(read())).toBe(text);
  const edited = edit(read(), (draft) => {
    draft.x = 1;
    draft.o.list.reverse();
    asDraft<Document>(draft).m = draft.n;
  });
  expect(JSON.stringify(edited)).toBe(
    '{"n":9007199254740993,"m":9007199254740993,"o":{"list":[18446744073709551615,1]},"x":1}',
  );
  const document = read();
  expect(edit(document, (draft) => void (draft.o.list = read().o.list as number[]))).toBe(document);
});

test("patches carry integers of any size [model/exact-integers]", ({ expect }) => {
  const other = parseJson(text.replaceAll("3", "7"));
  const merged = applyMergePatch(read(), createMergePatch(read(), other));
  expect(JSON.stringify(merged)).toBe(JSON.stringify(other));
  const patch = parseJson(JSON.stringify(createJsonPatch(read(), other)));
  expect(JSON.stringify(applyJsonPatch(read(), patch))).toBe(JSON.stringify(other));
  expect(JSON.stringify(applyJsonPatch(read(), [{ op: "copy", from: "/o", path: "/n" }]))).toBe(
    text.replace("9007199254740993", '{"list":[1,18446744073709551615]}'),
  );
  expect(createMergePatch(read(), read())).toBeUndefined();
  expect(createJsonPatch(read(), read())).toEqual([]);
  expect(() => applyJsonPatch(read(), [{ op: "add", path: "/n/rawJSON", value: 1 }])).toThrow(
    expect.objectContaining({ code: "SETPOINT_PATCH_FAILED" }),
  );
});

test("an integer that no number can hold is a leaf, equal by its digits [model/exact-integers]", ({ expect }) => {
  expect(deepEqual(read(), read())).toBe(true);
  expect(deepEqual(read(), parseJson(text.replace("993", "995")))).toBe(false);
  expect(deepEqual(exactInteger(2n ** 53n), 2 ** 53)).toBe(true);
  expect(deepEqual(2 ** 53, exactInteger(2n ** 53n))).toBe(true);
  expect(deepEqual(exactInteger(2n ** 53n), { rawJSON: String(2n ** 53n) })).toBe(false);
  expect(deepEqual([exactInteger(2n ** 53n)], [String(2n ** 53n)])).toBe(false);
  expect(() => assertDepth(read().n, { maxDepth: 0 })).not.toThrow();
  expect(() => edit(read().n as unknown as object, () => {})).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_EDIT" }),
  );
});

test("the digits of an integer can be had, whether a number holds it or not [model/exact-integer-text]", ({
  expect,
}) => {
  expect(isExactInteger(read().n)).toBe(true);
  expect(isExactInteger(5)).toBe(false);
  expect(isExactInteger({ rawJSON: "5" })).toBe(false);
  expect(exactIntegerText(read().m)).toBe("-12345678901234567890");
  expect(exactIntegerText(-5)).toBe("-5");
  expect(exactIntegerText(1e21)).toBe("1000000000000000000000");
  for (const value of [1.5, NaN, Infinity, "5", null, undefined, {}]) expect(exactIntegerText(value)).toBeUndefined();
});

test("every large integer is exact and every other one a number [model/exact-integers]", ({ expect }) => {
  fc.assert(
    fc.property(large, fc.maxSafeInteger(), (integer, small) => {
      const document = `{"a":[${integer}],"b":${small},"c":"${integer}"}`;
      const value = parseJson(document) as { a: readonly unknown[]; b: unknown };
      expect(JSON.stringify(value)).toBe(document);
      expect(value.b).toBe(small);
      expect(exactIntegerText(value.a[0])).toBe(String(integer));
      expect(exactInteger(integer)).toEqual(value.a[0]);
      expect(exactInteger(BigInt(small))).toBe(small);
    }),
  );
});

test("numbers with a fraction or an exponent are what the platform makes of them [model/exact-integers]", ({
  expect,
}) => {
  const numbers = "[1e400,-1e400,1e21,9007199254740993.0,0.12345678901234567890123,-0]";
  expect(parseJson(numbers)).toEqual(JSON.parse(numbers));
});

test("a document without large integers is read as the platform does it [model/exact-integers]", ({ expect }) => {
  const values = fc.jsonValue({ maxDepth: 5 });
  const keys = fc.constantFrom("__proto__", "constructor", "toString", "a", "12345678901234567890");
  fc.assert(
    fc.property(fc.oneof(values, fc.dictionary(keys, values)), (value) => {
      const document = JSON.stringify(value);
      const read = parseJson(document);
      expect(deepEqual(read, JSON.parse(document))).toBe(true);
      expect(JSON.stringify(read)).toBe(document);
      if (!/\d{16}/.test(document)) expect(read).toEqual(JSON.parse(document));
    }),
    { numRuns: 500 },
  );
});

test("a large integer changes nothing about the other members [model/keys-are-data]", ({ expect }) => {
  const value = parseJson('{"__proto__":{"polluted":1},"n":9007199254740993}') as object;
  expect(Object.keys(value)).toEqual(["__proto__", "n"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test("a deep text with a large integer is refused like any other [model/too-deep]", ({ expect }) => {
  const deep = `[9007199254740993,${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}]`;
  expect(() => parseJson(deep)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
});
