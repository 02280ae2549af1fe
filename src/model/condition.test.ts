import fc from "fast-check";
import { expectTypeOf, test } from "vitest";
import { findCondition, isConditionTrue, removeCondition, setCondition } from "./condition.ts";

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

const now = "2026-01-31T12:00:00Z";
const earlier = "2026-01-01T00:00:00Z";
const ready = { type: "Ready", status: "True", reason: "Up", message: "", lastTransitionTime: earlier };
const synced = { type: "Synced", status: "False", reason: "Wait", message: "", lastTransitionTime: earlier };
const list: readonly Condition[] = Object.freeze([Object.freeze(ready), Object.freeze(synced)]);

test("a condition is found by its type, and true only if it says so [model/condition-find]", ({ expect }) => {
  expect(findCondition(list, "Synced")).toBe(synced);
  expect(findCondition(list, "constructor")).toBeUndefined();
  expect(findCondition(undefined, "Ready")).toBeUndefined();
  expect(isConditionTrue(list, "Ready")).toBe(true);
  expect(isConditionTrue(list, "Synced")).toBe(false);
  expect(isConditionTrue([{ type: "Ready", status: "Unknown" }], "Ready")).toBe(false);
  expect(isConditionTrue(undefined, "Ready")).toBe(false);
});

test("the time of a transition changes only when the status does [model/condition-transition]", ({ expect }) => {
  const { lastTransitionTime: _, ...timeless } = ready;
  const reworded = setCondition(list, { ...timeless, message: "all well" }, now);
  expect(reworded).toEqual([{ ...ready, message: "all well" }, synced]);
  const flipped = setCondition(list, { ...timeless, status: "False" }, now);
  expect(flipped).toEqual([{ ...ready, status: "False", lastTransitionTime: now }, synced]);
  expect(list).toEqual([ready, synced]);
  expectTypeOf(flipped).toEqualTypeOf<readonly Condition[]>();
});

test("a time that the condition carries counts only for a transition [model/condition-transition]", ({ expect }) => {
  const carried = "2026-01-15T00:00:00Z";
  const same = setCondition(list, { ...ready, message: "x", lastTransitionTime: carried }, now);
  expect(findCondition(same, "Ready")?.lastTransitionTime).toBe(earlier);
  const flipped = setCondition(list, { ...ready, status: "False", lastTransitionTime: carried }, now);
  expect(findCondition(flipped, "Ready")?.lastTransitionTime).toBe(carried);
});

test("a condition that says nothing new leaves the list as it is [model/condition-unchanged]", ({ expect }) => {
  expect(setCondition(list, { ...ready, lastTransitionTime: now }, now)).toBe(list);
  expect(removeCondition(list, "Other")).toBe(list);
});

test("a new condition comes last, and a removed one is gone [model/condition-add-remove]", ({ expect }) => {
  const added = setCondition(undefined, { type: "Ready", status: "True" }, now);
  expect(added).toEqual([{ type: "Ready", status: "True", lastTransitionTime: now }]);
  expect(setCondition(list, { type: "Last", status: "True", reason: "R", message: "" }, now).at(-1)?.type).toBe("Last");
  expect(removeCondition(list, "Ready")).toEqual([synced]);
  expect(removeCondition(undefined, "Ready")).toEqual([]);
});

test("whatever is set can be found, is there once, and moves no other [model/condition-transition]", ({ expect }) => {
  const step = fc.record({ type: fc.constantFrom("A", "B", "C"), status: fc.constantFrom("True", "False", "Unknown") });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let conditions: readonly { type: string; status: string; lastTransitionTime?: string | undefined }[] = [];
      steps.forEach((condition, index) => {
        const before = findCondition(conditions, condition.type);
        const after = setCondition(conditions, condition, String(index));
        expect(findCondition(after, condition.type)).toEqual({
          ...condition,
          lastTransitionTime: before?.status === condition.status ? before.lastTransitionTime : String(index),
        });
        expect(new Set(after.map(({ type }) => type)).size).toBe(after.length);
        expect(removeCondition(after, condition.type)).toEqual(removeCondition(conditions, condition.type));
        conditions = after;
      });
    }),
  );
});
