import fc from "fast-check";
import { test } from "vitest";
import { LineTooLongError } from "./errors.ts";
import { splitLines } from "./lines.ts";

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array, void, void> {
  let start = 0;
  for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

async function textsOf(batches: AsyncIterable<readonly Uint8Array[]>): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const lines of batches) texts.push(...lines.map((line) => new TextDecoder().decode(line)));
  return texts;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a stream gives the same lines wherever it is cut, also inside a character [client/lines-any-cut]", async () => {
  const texts = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "é", "👩‍👩‍👧", "\r", "{}")));
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat()), async (lines, cuts) => {
      const whole = lines.map((line) => line.replaceAll("\n", ""));
      const bytes = encode(whole.map((line) => `${line}\n`).join(""));
      const found = await textsOf(splitLines(chunksOf(bytes, cuts), { maxLineBytes: bytes.length }));
      return JSON.stringify(found) === JSON.stringify(whole);
    }),
  );
});

test("what no line feed ends is no line [client/lines-unended]", async ({ expect }) => {
  const bytes = encode("one\ntwo\nthr");
  expect(await textsOf(splitLines(chunksOf(bytes, [5]), { maxLineBytes: 10 }))).toEqual(["one", "two"]);
});

test("a line as long as allowed passes, and one byte more is refused, ended or not [client/lines-limit]", async ({
  expect,
}) => {
  const split = (text: string, cuts: readonly number[]): Promise<readonly string[]> =>
    textsOf(splitLines(chunksOf(encode(text), cuts), { maxLineBytes: 4 }));
  expect(await split("1234\n1234\n1234", [2, 7])).toEqual(["1234", "1234"]);
  for (const text of ["12345\n", "12345", "1\n12345"]) {
    for (const cuts of [[], [1, 2, 3, 4]]) {
      await expect(split(text, cuts)).rejects.toSatisfy(LineTooLongError.is);
    }
  }
});

test("a line that is too long is noticed before its end arrives [client/lines-limit]", async ({ expect }) => {
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      given++;
      yield encode("0123456789");
    }
  }
  await expect(textsOf(splitLines(endless(), { maxLineBytes: 95 }))).rejects.toSatisfy(LineTooLongError.is);
  expect(given).toBe(10);
});

test("what waits for the rest of its line is a copy, so that its chunk is free again [client/lines-copied]", async ({
  expect,
}) => {
  async function* reusing(): AsyncGenerator<Uint8Array, void, void> {
    const chunk = encode("a\nb");
    yield chunk;
    chunk.fill(0x78);
    yield encode("c\n");
  }
  const batches: string[][] = [];
  for await (const lines of splitLines(reusing(), { maxLineBytes: 10 })) {
    batches.push(lines.map((line) => new TextDecoder().decode(line)));
  }
  expect(batches).toEqual([["a"], ["bc"]]);
});

test("leaving the lines leaves the stream", async ({ expect }) => {
  let isLeft = false;
  async function* endless(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) yield encode("a\n");
    } finally {
      isLeft = true;
    }
  }
  for await (const _lines of splitLines(endless(), { maxLineBytes: 10 })) break;
  expect(isLeft).toBe(true);
});
