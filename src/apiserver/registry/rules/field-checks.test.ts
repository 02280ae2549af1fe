import { test } from "vitest";
import { distinct, repeats } from "./field-checks.ts";

test("what stood in a list before is found by its position [apiserver/rules-as-data]", ({ expect }) => {
  expect([...repeats(["a", "b", "a", "", "", 1, "1", "a"])]).toEqual([2, 4, 7]);
  expect([...repeats([])]).toEqual([]);
  expect(distinct()(["a", "b", "a"], "list").map(({ field }) => field)).toEqual(["list[2]"]);
});

test(
  "a long list is looked at once, not once for each of its items [apiserver/rules-as-data]",
  { timeout: 10_000 },
  ({ expect }) => {
    const long = Array.from({ length: 300_000 }, (_, index) => `item-${index}`);
    expect(distinct()([...long, "item-5"], "list").map(({ field }) => field)).toEqual(["list[300000]"]);
  },
);
