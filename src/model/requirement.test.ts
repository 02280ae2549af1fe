import { test } from "vitest";
import { Requirement } from "./requirement.ts";
import type { RequirementFields } from "./requirement-validation.ts";

const refused: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ key: "x", operator: "in" }, "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"],
  [
    { key: "x", operator: "notin", values: [] },
    "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
  ],
  [{ key: "x", operator: "=" }, "values: Invalid value: null: exact-match compatibility requires one single value"],
  [
    { key: "x", operator: "!=", values: ["a", "b"] },
    'values: Invalid value: ["a","b"]: exact-match compatibility requires one single value',
  ],
  [
    { key: "x", operator: "exists", values: ["a"] },
    'values: Invalid value: ["a"]: values set must be empty for exists and does not exist',
  ],
  [
    { key: "x", operator: "gt", values: ["1", "2"] },
    "values: Invalid value: [\"1\",\"2\"]: for 'Gt', 'Lt' operators, exactly one value is required",
  ],
  [
    { key: "x", operator: "lt", values: ["one"] },
    "values[0]: Invalid value: \"one\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    { key: "x", operator: "l<t" },
    'operator: Unsupported value: "l\\u003ct": supported values: "in", "notin", "=", "==", "!=", "gt", "lt", "exists", "!"',
  ],
  [
    { key: "x", operator: "constructor" },
    'operator: Unsupported value: "constructor": supported values: "in", "notin", "=", "==", "!=", "gt", "lt", "exists", "!"',
  ],
  [
    { key: "", operator: "in" },
    "[key: Invalid value: \"\": name part must be non-empty; name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'), values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty]",
  ],
];

test.for(refused)("%o is refused as by Kubernetes [model/requirement-messages]", ([fields, message], { expect }) => {
  expect(() => new Requirement(fields as unknown as RequirementFields)).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_SELECTOR", detail: message }),
  );
});

test.for<[Record<string, unknown>]>([
  [{ key: 7, operator: "exists" }],
  [{ key: undefined, operator: "exists" }],
  [{ key: "x", operator: "in", values: "abc" }],
  [{ key: "x", operator: "in", values: ["a", 7] }],
  [{ key: "x", operator: "in", values: [null] }],
  [{ key: "x", operator: undefined }],
])("%o is refused although it cannot come from Kubernetes [model/requirement-messages]", ([fields], { expect }) => {
  expect(() => new Requirement(fields as unknown as RequirementFields, "spec")).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_SELECTOR", place: "spec" }),
  );
});

test("the place of a requirement stands before the field in its message [model/requirement-messages]", ({ expect }) => {
  expect(() => new Requirement({ key: "x", operator: "in" }, "spec.selector")).toThrow("spec.selector.values: Invalid");
});
