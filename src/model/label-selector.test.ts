import { test } from "vitest";
import { selectorFromLabelSelector } from "./label-selector.ts";
import type { LabelSelector } from "./label-selector.ts";
import { everything, nothing } from "./selector.ts";

test("an absent selector chooses nothing, an empty one everything [model/label-selector-empty]", ({ expect }) => {
  expect(selectorFromLabelSelector(undefined)).toBe(nothing());
  expect(selectorFromLabelSelector(null)).toBe(nothing());
  const none = null as unknown as undefined;
  for (const empty of [
    {},
    { matchLabels: {} },
    { matchExpressions: [] },
    { matchLabels: none, matchExpressions: none },
  ]) {
    expect(selectorFromLabelSelector(empty).isEverything).toBe(true);
    expect(String(selectorFromLabelSelector(empty))).toBe(String(everything()));
  }
});

test("labels and expressions of a document must all hold [model/label-selector-expressions]", ({ expect }) => {
  const selector = selectorFromLabelSelector({
    matchLabels: { tier: "front" },
    matchExpressions: [
      { key: "app", operator: "In", values: ["web", "api"] },
      { key: "env", operator: "NotIn", values: ["dev"] },
      { key: "owner", operator: "Exists" },
      { key: "legacy", operator: "DoesNotExist", values: [] },
    ],
  });
  expect(String(selector)).toBe("app in (api,web),env notin (dev),!legacy,owner,tier=front");
  expect(selector.matches({ tier: "front", app: "api", owner: "me" })).toBe(true);
  expect(selector.matches({ tier: "front", app: "api", owner: "me", legacy: "" })).toBe(false);
});

test.for<[unknown, RegExp]>([
  [
    { matchExpressions: [{ key: "a", operator: "in", values: ["x"] }] },
    /^"in" is not a valid label selector operator$/,
  ],
  [{ matchExpressions: [{ key: "a", operator: "toString" }] }, /^"toString" is not a valid label selector operator$/],
  [{ matchExpressions: [{ key: "a", operator: "In", values: [] }] }, /^values: Invalid value: null: for 'in'/],
  [
    { matchExpressions: [{ key: "a", operator: "Exists", values: ["x"] }] },
    /^values: Invalid value: \["x"\]: values set must/,
  ],
  [{ matchExpressions: [{ key: "-", operator: "Exists" }] }, /^key: Invalid value: "-": name part must consist/],
  [{ matchLabels: { a: "-" } }, /^values\[0\]\[a\]: Invalid value: "-": a valid label must/],
  [{ matchLabels: "a=b" }, /labels/],
  [{ matchLabels: { a: 1 } }, /must be a string/],
  [{ matchExpressions: { key: "a" } }, /expected: a list/],
  [{ matchExpressions: [null] }, /expected: an expression/],
  [{ matchExpressions: [{}] }, /^"" is not a valid label selector operator$/],
  [{ matchExpressions: [{ operator: {} }] }, /^"" is not a valid label selector operator$/],
  [{ matchExpressions: [{ operator: "Exists" }] }, /name part must be non-empty/],
  ["a=b", /expected: a label selector/],
  [[], /expected: a label selector/],
])("the label selector %o is refused: %o [model/label-selector-malformed]", ([selector, detail], { expect }) => {
  expect(() => selectorFromLabelSelector(selector as LabelSelector)).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_SELECTOR", detail: expect.stringMatching(detail) as string }),
  );
});
