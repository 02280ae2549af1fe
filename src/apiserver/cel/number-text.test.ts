import { test } from "vitest";
import { groupedText } from "./number-text.ts";
import { formatted } from "./string-format.ts";

test.for([
  ["%.0f", 0, "0"],
  ["%.0f", 999, "999"],
  ["%.0f", -1000, "-1,000"],
  ["%.4f", 1234567.1234567, "1,234,567.1235"],
  ["%f", -123456, "-123,456.000000"],
] as const)(
  "a number as %s has a comma before every three digits in front of the point",
  ([format, value, text], { expect }) => {
    expect(formatted(format, [value])).toBe(text);
  },
);

test("digits are looked at once, however many there are on either side of the point", ({ expect }) => {
  const many = 300_000;
  expect(groupedText(`1000.${"0".repeat(many)}`) === `1,000.${"0".repeat(many)}`).toBe(true);
  expect(groupedText("123".repeat(many)) === Array.from({ length: many }, () => "123").join(",")).toBe(true);
});
