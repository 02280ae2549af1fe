import { test } from "vitest";
import { parseSource } from "../../tools/source/source.ts";
import { silencingProblems } from "./silencing-problems.ts";

test.for(["// oxlint-disable-next-line no-var", "/* eslint-disable */", "// @ts-ignore", "// @ts-nocheck"])(
  "a comment that switches a check off is refused: %s",
  (comment, { expect }) => {
    const [problem] = silencingProblems(parseSource("src/queue/a.ts", `const a = 1;\n${comment}\nconst b = 2;`));
    expect(problem?.message).toMatch(/^src\/queue\/a\.ts:2: Remove `.+` and fix what it hides/);
  },
);

test("words in strings and other comments are no such comments", ({ expect }) => {
  const text = `// The linter disables nothing here.\n// @ts-expect-error: a key is a string.\nexport const a = "oxlint-disable";`;
  expect(silencingProblems(parseSource("src/queue/a.ts", text))).toEqual([]);
});
