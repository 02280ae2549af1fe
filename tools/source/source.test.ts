import { test } from "vitest";
import { lineAt, parseSource } from "./source.ts";

test("the line of an offset counts from one", ({ expect }) => {
  const text = "a\nbc\n\nd";
  expect([0, 1, 2, 4, 5, 6].map((offset) => lineAt(text, offset))).toEqual([1, 1, 2, 2, 3, 4]);
});

test("offsets are those of the text, also after characters beyond the basic plane", ({ expect }) => {
  const { program, text } = parseSource("a.ts", `const face = "😀";\nrun();`);
  const [, call] = program.body;
  expect(text.slice(call?.start, call?.end)).toBe("run();");
});

test("what does not parse is a problem with its place", ({ expect }) => {
  expect(() => parseSource("src/a.ts", "const a = 1;\nconst = 2;")).toThrow(/^src\/a\.ts:2: Make this parse: /);
});
