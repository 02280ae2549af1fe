import { describe, test } from "vitest";
import { fencesIn } from "./fences.ts";

const page = (...lines: readonly string[]): string => lines.join("\n");

const codeIn = (text: string): readonly string[] =>
  fencesIn("README.md", text).fences.map(({ line, code }) => `${line}: ${code}`);
const problemsIn = (text: string): readonly string[] =>
  fencesIn("README.md", text).problems.map(({ message }) => message);

test("every ts fence is found, with the line on which its code begins", ({ expect }) => {
  expect(codeIn(page("# A", "```ts", "a();", "b();", "```", "text", "```ts", "c();", "```"))).toEqual([
    "3: a();\nb();",
    "8: c();",
  ]);
});

test("other languages are left alone", ({ expect }) => {
  const text = page(
    "```sh",
    "npm test",
    "```",
    "```",
    "plain",
    "```",
    "```yaml",
    "a: 1",
    "```",
    "```mermaid",
    "x",
    "```",
  );
  expect(fencesIn("README.md", text)).toEqual({ fences: [], problems: [] });
});

test("a fence may be indented, quoted, made of tildes or empty", ({ expect }) => {
  expect(codeIn(page("- item", "  ```ts", "  a();", "    b();", "  ```"))).toEqual(["3: a();\n  b();"]);
  expect(codeIn(page("> ```ts", "> a();", "> ```"))).toEqual(["2: a();"]);
  expect(codeIn(page("~~~ts", "a();", "~~~"))).toEqual(["2: a();"]);
  expect(codeIn(page("```ts", "```", "```ts", "a();", "```"))).toEqual(["2: ", "4: a();"]);
});

test("a fence inside a longer fence is text", ({ expect }) => {
  expect(codeIn(page("````md", "```ts", "a();", "```", "````", "```ts", "b();", "```"))).toEqual(["7: b();"]);
});

describe("no fence escapes", () => {
  test.for(["typescript", "tsx", "js", "javascript", "JavaScript", "mjs"])(
    "by the spelling %s",
    (language, { expect }) => {
      expect(problemsIn(page("", `\`\`\`${language}`, "a();", "```"))).toEqual([
        `README.md:2: Write \`ts\` instead of \`${language.toLowerCase()}\`: every example is compiled and run.`,
      ]);
    },
  );

  test("by a word after its language", ({ expect }) => {
    expect(problemsIn(page("```ts no-run", "a();", "```"))).toEqual([
      "README.md:1: Write nothing after `ts`: every example is compiled and run.",
    ]);
  });

  test("by having no end", ({ expect }) => {
    expect(problemsIn(page("```ts", "a();"))).toEqual(["README.md:1: Close this fence."]);
  });
});
