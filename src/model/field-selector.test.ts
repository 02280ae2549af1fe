import fc from "fast-check";
import { test } from "vitest";
import { escapeFieldValue, FieldSelector, parseFieldSelector } from "./field-selector.ts";

test.for([
  ["", ""],
  [",,", ""],
  ["=", ""],
  ["metadata.name=web", "metadata.name=web"],
  ["metadata.name==web", "metadata.name=web"],
  ["status.phase!=Running,metadata.name=web", "metadata.name=web,status.phase!=Running"],
  ["a=b\\,c\\=d\\\\", "a=b\\,c\\=d\\\\"],
  ["a=", "a="],
  ["=b", "=b"],
  [" a = b ", " a = b "],
] as const)("%o is read and printed as %o [model/field-selector-grammar]", ([text, printed], { expect }) => {
  expect(String(parseFieldSelector(text))).toBe(printed);
});

test.for([
  ["a", "invalid selector: 'a'; can't understand 'a'"],
  ["b=c,a", "invalid selector: 'b=c,a'; can't understand 'a'"],
  ["a>b", "invalid selector: 'a>b'; can't understand 'a>b'"],
  ["a=b=c", "invalid field selector: unescaped character in value: 61"],
  ["a=\\x", "invalid field selector: invalid escape sequence: \\x"],
  ["a=b\\", "invalid field selector: invalid escape sequence: \\"],
  [undefined, "found undefined, expected: string"],
] as const)("%o is refused: %s [model/field-selector-grammar]", ([text, detail], { expect }) => {
  expect(() => parseFieldSelector(text as string, "fieldSelector")).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_SELECTOR", place: "fieldSelector", detail }),
  );
});

test("an absent field has the empty value, an inherited one is absent [model/field-selector-match]", ({ expect }) => {
  const chosen = (text: string): boolean => parseFieldSelector(text).matches({ "metadata.name": "web" });
  expect(["metadata.name=web", "metadata.name!=api", "spec.nodeName=", "spec.nodeName!=n1"].map(chosen)).not.toContain(
    false,
  );
  expect(["metadata.name=api", "metadata.name!=web", "spec.nodeName!=", "toString!="].map(chosen)).not.toContain(true);
  expect(parseFieldSelector("").matches({})).toBe(true);
});

test("the value that a selector demands for a field is told [model/field-selector-match]", ({ expect }) => {
  const selector = parseFieldSelector("metadata.name!=x,metadata.name=web,spec.nodeName!=n1");
  expect(selector.exactValueOf("metadata.name")).toBe("web");
  expect(selector.exactValueOf("spec.nodeName")).toBeUndefined();
  expect([selector.isEverything, parseFieldSelector("").isEverything]).toEqual([false, true]);
});

test("any value survives printing and reading [model/field-selector-round-trip]", ({ expect }) => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const selector = new FieldSelector([{ field: "metadata.name", operator: "=", value }]);
      expect(parseFieldSelector(String(selector)).requirements).toEqual(selector.requirements);
      expect(parseFieldSelector(`a!=${escapeFieldValue(value)}`).requirements[0]?.value).toBe(value);
    }),
  );
});

test("a very long field selector is read without delay [model/selector-linear]", ({ expect }) => {
  const many = 200_000;
  expect(parseFieldSelector("a=\\,,".repeat(many)).requirements).toHaveLength(many);
  expect(parseFieldSelector(`a=${"\\\\".repeat(many)}`).requirements[0]?.value).toHaveLength(many);
});
