import { test } from "vitest";
import { hasFormat } from "./formats.ts";

test("the time to look at a format grows with the text, not faster [apiserver/format-linear]", ({ expect }) => {
  const many = 200_000;
  for (const text of [`${"a ".repeat(many)}<`, `"${"a".repeat(many)}`, `a@b${" ".repeat(many)}x`, "a.".repeat(many)]) {
    expect(hasFormat(text, "email")).toBe(false);
  }
  for (const text of ["1".repeat(many), `1${" ".repeat(many)}`, "1 ".repeat(many)]) {
    expect(hasFormat(text, "duration")).toBe(false);
  }
});
