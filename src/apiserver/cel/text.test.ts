import { test } from "vitest";
import { trimmed } from "./text.ts";

test("what Unicode counts as a space is trimmed, and a byte order mark is none", ({ expect }) => {
  expect(trimmed(" \t\u0085x y\u2003\n")).toBe("x y");
  expect(trimmed("\ufeff x ")).toBe("\ufeff x");
  expect(trimmed(" \n ")).toBe("");
});

test("spaces inside of a text are passed over, however many there are", ({ expect }) => {
  const text = `x${" ".repeat(400_000)}x`;
  expect(trimmed(text) === text).toBe(true);
});
