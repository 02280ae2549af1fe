import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { InvalidInputError, parseJson } from "../model/index.ts";
import { DecodeError } from "./errors.ts";
import { accidents, fuzzRuns, fuzzTimeoutMs, objectText } from "./json-document.fixture.ts";
import { splitList } from "./split-list.ts";
import type { SplitListOptions } from "./split-list.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array, void, void> {
  let start = 0;
  for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    yield bytes.subarray(start, end);
    start = end;
  }
}

const calm: Omit<SplitListOptions, "onItem"> = {
  maxItemBytes: 1_000_000,
  maxHeadBytes: 1_000_000,
  now: () => 0,
  yieldTurn: () => Promise.resolve(),
};

/** The list as a whole parse would have given it, or nothing when it was refused. */
async function read(
  bytes: Uint8Array,
  cuts: readonly number[] = [],
  options: Partial<SplitListOptions> = {},
): Promise<unknown> {
  const items: unknown[] = [];
  const onItem = (item: Uint8Array): void => void items.push(parseJson(decode(item)));
  const head = await splitList(chunksOf(bytes, cuts), { ...calm, onItem, ...options });
  return items.length === 0 ? head : { ...head, items };
}

function wholeParse(bytes: Uint8Array): unknown {
  try {
    return parseJson(decode(bytes));
  } catch {
    return undefined;
  }
}

/** The test itself decodes the items. */
function isPlatformDecodeError(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

/** Making a list smaller that fails takes longer than it helps: `small` below shows the same in one line. */
const fuzz = (share: number): { numRuns: number; endOnFailure: boolean } => ({
  numRuns: fuzzRuns / share,
  endOnFailure: true,
});

const space = fc.constantFrom("", "", " ", "\n\t");
const items = fc
  .tuple(fc.array(objectText, { maxLength: 4 }), space)
  .map(([list, gap]) => `[${gap}${list.join(",")}${gap}]`);
const listText = fc
  .tuple(fc.option(items), fc.array(objectText, { maxLength: 2 }), fc.nat(3), space)
  .map(([list, others, position, gap]) => {
    const members = others.map((text, index) => `"field${index}":${text}`);
    members.splice(position, 0, `"kind":"PodList"${gap}`, ...(list === null ? [] : [`"items"${gap}:${gap}${list}`]));
    return `${gap}{${gap}${members.join(`,${gap}`)}}${gap}`;
  });

test(
  "a list gives the same items and head wherever it is cut [wire/list-any-cut]",
  async () => {
    await fc.assert(
      fc.asyncProperty(listText.map(encode), fc.array(fc.nat()), async (bytes, cuts) =>
        isDeepStrictEqual(await read(bytes, cuts), wholeParse(bytes)),
      ),
      fuzz(4),
    );
  },
  fuzzTimeoutMs,
);

test(
  "what a list gives of broken bytes is what a whole parse gives, or a refusal [wire/list-refuses]",
  async () => {
    await fc.assert(
      fc.asyncProperty(accidents(listText), fc.array(fc.nat()), async (bytes, cuts) => {
        const list = await read(bytes, cuts).catch((error: unknown) => {
          if (DecodeError.is(error) || InvalidInputError.is(error) || isPlatformDecodeError(error)) return undefined;
          throw error;
        });
        return list === undefined || isDeepStrictEqual(list, wholeParse(bytes));
      }),
      fuzz(2),
    );
  },
  fuzzTimeoutMs,
);

const small = '{"items":[{"a":"\\\\\\"]}é","b":[{}]}, {}],"kind":"L","metadata":{"items":[1],"x":"items"}} \n';

test("a small list is read at every cut and byte by byte [wire/list-any-cut]", async ({ expect }) => {
  const bytes = encode(small);
  const whole = JSON.parse(small) as unknown;
  for (let cut = 0; cut <= bytes.length; cut++) expect(await read(bytes, [cut])).toEqual(whole);
  expect(await read(bytes, [...bytes.keys()])).toEqual(whole);
});

test("a list that is cut short is refused, wherever [wire/list-refuses]", async ({ expect }) => {
  const bytes = encode(small.trimEnd());
  for (let end = 0; end < bytes.length; end++) {
    await expect(read(bytes.subarray(0, end)), `${end}`).rejects.toSatisfy(DecodeError.is);
  }
});

test("what is no list is refused at the first byte that tells, unquoted [wire/list-refuses]", async ({ expect }) => {
  const refusals = [
    ["<html>secret", "one JSON object and nothing else at byte 0"],
    [" [secret]", "one JSON object and nothing else at byte 1"],
    ['{"items":[{}{}]}', "a comma or the end of the items at byte 12"],
    ['{"items":[,{}]}', "an item that is an object at byte 10"],
    ['{"items":[{},]}', "an item that is an object at byte 13"],
    ['{"items":["secret"]}', "an item that is an object at byte 10"],
    ['{"items":[],"items":[]}', "one array of items at byte 20"],
    ['{"it\\u0065ms":[]}', "a key without escapes at byte 4"],
    ['{"items":[{}]', "the rest of the list at byte 13"],
    ['{"items":[]}secret', "one JSON object and nothing else at byte 12"],
    ['"secret"', "one JSON object and nothing else at byte 0"],
    ["{}{}", "one JSON object and nothing else at byte 2"],
    ["", "the rest of the list at byte 0"],
  ] as const;
  for (const [text, expected] of refusals) {
    await expect(read(encode(text)), text).rejects.toMatchObject({
      code: "SETPOINT_DECODE",
      message: `read a JSON list: expected ${expected}`,
    });
  }
});

test("what is no JSON outside of the items is refused when it is whole [wire/list-refuses]", async ({ expect }) => {
  for (const text of ['{"items":[] "a":1}', '{"a":secret,"items":[]}', '{"items":[}]}', '{"items":[]]', "{"]) {
    await expect(read(encode(text)), text).rejects.toSatisfy(DecodeError.is);
  }
});

test("what is larger than allowed is refused before more of it arrives [wire/list-limits]", async ({ expect }) => {
  let given = 0;
  async function* endless(text: string): AsyncGenerator<Uint8Array, void, void> {
    yield encode(text);
    for (given = 0; ; given++) yield encode("0123456789");
  }
  const limits = { ...calm, maxItemBytes: 100, maxHeadBytes: 100, onItem: () => {} };
  for (const text of ['{"items":[{"a":"', '{"metadata":"']) {
    await expect(splitList(endless(text), limits)).rejects.toSatisfy(DecodeError.is);
    expect(given).toBeLessThan(11);
  }
  const item = `{"a":"${"x".repeat(92)}"}`;
  expect(item.length).toBe(100);
  expect(await read(encode(`{"items":[${item}]}`), [5, 20, 50], limits)).toBeDefined();
});

test("the event loop has its turn after 256 KiB and after 10 ms [wire/list-slices]", async ({ expect }) => {
  const bytes = encode(`{"items":[${Array.from({ length: 100 }, () => `{"a":"${"x".repeat(9_992)}"}`).join(",")}]}`);
  const turnsAt = async (now: (item: number) => number): Promise<readonly number[]> => {
    const turns: number[] = [];
    let count = 0;
    const yieldTurn = async (): Promise<void> => void turns.push(count);
    await read(bytes, [], { onItem: () => void count++, now: () => now(count), yieldTurn });
    return turns;
  };
  expect(await turnsAt(() => 0)).toEqual([27, 54, 81]);
  expect(await turnsAt((item) => item * 2)).toEqual(Array.from({ length: 20 }, (_, turn) => (turn + 1) * 5));
});

test("what an item throws ends the list and leaves the stream [wire/list-left]", async ({ expect }) => {
  let isLeft = false;
  async function* endless(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield encode('{"items":[');
      for (;;) yield encode("{},");
    } finally {
      isLeft = true;
    }
  }
  const reason = new Error("enough");
  const onItem = (): void => {
    throw reason;
  };
  await expect(splitList(endless(), { ...calm, onItem })).rejects.toBe(reason);
  expect(isLeft).toBe(true);
});

test("an item that is kept holds no chunk, and little of the list [wire/list-slabs]", async ({ expect }) => {
  const chunk = encode(
    `{"items":[${Array.from({ length: 1_000 }, (_, n) => `{"n":${n},"a":"${"x".repeat(500)}"}`).join()}]}`,
  );
  const items: Uint8Array[] = [];
  await read(chunk, [], { onItem: (item) => void items.push(item) });
  chunk.fill(0x20);
  expect(items.map((item) => (parseJson(decode(item)) as { n: number }).n)).toEqual(Array.from(items.keys()));
  expect(Math.max(...items.map(({ buffer }) => buffer.byteLength))).toBeLessThanOrEqual(64 * 1_024);
});
