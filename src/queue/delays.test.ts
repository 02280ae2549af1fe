import fc from "fast-check";
import { test } from "vitest";
import { Delays } from "./delays.ts";

test("under random use the slots come out by due time, then in the order of scheduling", ({ expect }) => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ schedule: fc.nat(200), due: fc.nat(50) }) },
    { weight: 2, arbitrary: fc.record({ cancel: fc.nat(200) }) },
    { weight: 1, arbitrary: fc.record({ popAt: fc.nat(50) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 300 }), (steps) => {
      const delays = new Delays();
      let model: { slot: number; due: number }[] = [];
      for (const action of steps) {
        if ("schedule" in action) {
          model = model.filter(({ slot }) => slot !== action.schedule);
          model.push({ slot: action.schedule, due: action.due });
          delays.schedule(action.schedule, action.due);
        } else if ("cancel" in action) {
          if (!model.some(({ slot }) => slot === action.cancel)) continue;
          model = model.filter(({ slot }) => slot !== action.cancel);
          delays.cancel(action.cancel);
        } else {
          const first = model.toSorted((a, b) => a.due - b.due)[0];
          const expected = first !== undefined && first.due <= action.popAt ? first : undefined;
          expect(delays.popDue(action.popAt)).toBe(expected?.slot ?? -1);
          model = model.filter((entry) => entry !== expected);
        }
        expect(delays.size).toBe(model.length);
        expect(delays.earliestDue).toBe(Math.min(...model.map(({ due }) => due)));
        for (const { slot, due } of model) expect(delays.dueOf(slot)).toBe(due);
      }
      expect(new Set(delays.clear())).toEqual(new Set(model.map(({ slot }) => slot)));
    }),
  );
});
