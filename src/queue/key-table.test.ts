import fc from "fast-check";
import { test } from "vitest";
import { KeyTable } from "./key-table.ts";

test("under random use the table knows the same keys as a map, and no slot twice", ({ expect }) => {
  const key = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.integer({ min: 0, max: 300 }).map((n) => `namespace/object-${n}`),
  );
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.tuple(fc.boolean(), key), { minLength: 400, maxLength: 900 }),
      (seed, steps) => {
        const table = new KeyTable(seed);
        const model = new Map<string, number>();
        for (const [insert, name] of steps) {
          const known = model.get(name);
          if (insert) {
            const slot = table.findOrInsert(name);
            if (known !== undefined) expect(slot).toBe(known);
            else expect([...model.values()]).not.toContain(slot);
            expect(slot).toBeLessThan(table.capacity);
            model.set(name, slot);
          } else if (known !== undefined) {
            table.remove(known);
            model.delete(name);
          }
          expect(table.size).toBe(model.size);
        }
        for (const [name, slot] of model) expect([table.key(slot), table.findOrInsert(name)]).toEqual([name, slot]);
      },
    ),
    { numRuns: 50 },
  );
});

test("many keys of one pattern spread over the table", ({ expect }) => {
  const table = new KeyTable(1);
  const names = Array.from({ length: 20_000 }, (_, index) => `tenant-${index}-production/config`);
  const slots = names.map((name) => table.findOrInsert(name));
  expect(new Set(slots).size).toBe(names.length);
  expect(names.map((name) => table.findOrInsert(name))).toEqual(slots);
});

test("a few keys that come and go for long after a burst stay quick to find", ({ expect }) => {
  const table = new KeyTable(1);
  const burst = Array.from({ length: 50_000 }, (_, index) => table.findOrInsert(`burst-${index}`));
  for (const slot of burst) table.remove(slot);
  // Each round adds all keys before any goes, and removes them in another order: slots change hands all the time.
  const names = Array.from({ length: 50 }, (_, index) => `default/web-${index}`);
  for (let round = 0; round < 4000; round++) {
    const slots = names.map((name) => table.findOrInsert(name));
    expect(new Set(slots).size).toBe(names.length);
    slots.forEach((_, index) => table.remove(slots[(index * 7 + round) % slots.length]!));
    expect(table.size).toBe(0);
  }
});
