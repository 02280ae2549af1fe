import fc from "fast-check";
import { describe, test } from "vitest";
import { InvalidArgumentError } from "./errors.ts";
import { integer } from "./random-words.ts";
import { seededRandom } from "./seeded-random.ts";
import { systemRandom } from "./system-random.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.for([
  ["seeded", seededRandom("a seed")],
  ["system", systemRandom],
] as const)("%s randomness", ([, random]) => {
  test("gives numbers in [0, 1) spread evenly", ({ expect }) => {
    const tenths = new Array<number>(10).fill(0);
    let smallest = 1;
    for (let draw = 0; draw < 5_000; draw += 1) {
      const value = random.next();
      smallest = Math.min(smallest, value);
      tenths[Math.floor(value * 10)]! += 1;
    }
    expect(smallest).toBeGreaterThanOrEqual(0);
    // Twelve standard deviations around 500: as good as impossible by chance.
    expect(tenths.length).toBe(10);
    for (const count of tenths) expect(Math.abs(count - 500)).toBeLessThan(250);
  });

  test("gives whole numbers in [0, bound), each of them in time", ({ expect }) => {
    const seen = new Set(Array.from({ length: 1000 }, () => random.integer(6)));
    expect(seen).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(random.integer(1)).toBe(0);
    for (const bound of [2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
      const drawn = random.integer(bound);
      expect(Number.isSafeInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true);
    }
  });

  test.for([0, -1, 1.5, NaN, Infinity, 2 ** 53])("refuses the bound %d", (bound, { expect }) => {
    expect(() => random.integer(bound)).toThrow(expect.objectContaining({ place: "Random.integer" }));
  });

  test("gives version 4 UUIDs, no two alike", ({ expect }) => {
    const uuids = Array.from({ length: 1000 }, () => random.uuid());
    for (const uuid of uuids) expect(uuid).toMatch(uuidV4);
    expect(new Set(uuids).size).toBe(1000);
    // Every digit that is not fixed varies.
    for (let position = 0; position < 36; position += 1) {
      const digits = new Set(uuids.map((uuid) => uuid[position])).size;
      expect(digits).toBe([8, 13, 14, 18, 23].includes(position) ? 1 : position === 19 ? 4 : 16);
    }
  });

  test("gives as many bytes as asked, all of them random, also more than the platform fills at once", ({ expect }) => {
    expect(random.bytes(0)).toEqual(new Uint8Array(0));
    expect(random.bytes(7).length).toBe(7);
    const bytes = random.bytes(200_001);
    for (let start = 0; start < bytes.length; start += 40_000) {
      expect(new Set(bytes.subarray(start, start + 40_000)).size === 256 || start === 200_000).toBe(true);
    }
    for (const length of [-1, 1.5, NaN, 2 ** 32]) expect(() => random.bytes(length)).toThrow(InvalidArgumentError);
  });
});

test("one seed gives one sequence, the same in every run and on every platform", ({ expect }) => {
  const { next, integer, uuid, bytes } = seededRandom(42);
  expect([next(), integer(1000), integer(2 ** 40), uuid(), [...bytes(6)]]).toEqual([
    0.9694817731370907,
    592,
    515_246_089_303,
    "322b9deb-0f92-4cde-b0c7-f63c8e2e7fe2",
    [8, 204, 43, 189, 144, 190],
  ]);
});

test("a number and its text are the same seed; other seeds give other sequences", ({ expect }) => {
  expect(seededRandom("42").uuid()).toBe(seededRandom(42).uuid());
  const seeds = [
    ...Array.from({ length: 500 }, (_, index) => index),
    ...Array.from({ length: 500 }, (_, index) => `seed-${index}`),
  ];
  expect(new Set(seeds.map((seed) => seededRandom(seed).integer(2 ** 32))).size).toBe(1000);
});

test("two generators of one seed do not disturb each other", ({ expect }) => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const first = seededRandom(seed);
      const second = seededRandom(seed);
      const draws = [first.next(), first.next(), first.next()];
      expect([second.next(), second.next(), second.next()]).toEqual(draws);
    }),
  );
});

test("a draw beyond the last whole multiple of the bound is drawn again, so that no number is likelier", ({
  expect,
}) => {
  const drawn = [2 ** 32 - 1, 2 ** 32 - 1, 7];
  expect(integer(() => drawn.shift() ?? 0, 10)).toBe(7);
  expect(drawn).toEqual([]);
});
