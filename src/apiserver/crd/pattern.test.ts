import { test } from "vitest";
import { readPattern } from "./pattern.ts";

test("a pattern is quoted as it was sent, however its names are spelled [apiserver/custom-patterns]", ({ expect }) => {
  const sent = String.raw`(\p{letter}\p{Let-ter}\p{L}`;
  expect(readPattern(sent)).toBe(`error parsing regexp: missing closing ): \`${sent}\``);
  expect(readPattern(String.raw`\p{letter}\p{foo bar}`)).toContain(String.raw`\p{foo bar}`);
});

test("the time to read a pattern grows with the pattern, not faster [apiserver/custom-patterns]", async ({
  expect,
}) => {
  const many = 300_000;
  const names = Array.from({ length: many }, (_, index) => String.raw`\p{no ${index}}`).join("");
  // The limit of a test holds for one that waits.
  const read = async (text: string): Promise<unknown> => await Promise.resolve(readPattern(text));
  expect(await read(String.raw`\p{`.repeat(many))).toContain("invalid character class range");
  expect(await read(`)${names}`)).toContain("unexpected ): `)\\p{no 0}\\p{no 1}");
});
