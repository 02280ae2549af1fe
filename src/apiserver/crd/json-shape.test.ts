import { test } from "vitest";
import { typeProblem } from "./index.ts";
import { withoutNulls } from "./json-shape.ts";
import type { Shape } from "./json-shape.ts";

const shape: Shape = {
  name: "string",
  count: "int64",
  on: "bool",
  at: "time",
  tags: ["string"],
  map: { "*": "string" },
  part: { x: "string" },
};

test("the first member of a wrong type is told in the words of Go's decoder [apiserver/wrong-types]", ({ expect }) => {
  const wrong: readonly (readonly [unknown, string])[] = [
    ["x", "cannot unmarshal string into Go struct field T of type struct"],
    [[], "cannot unmarshal array into Go struct field T of type struct"],
    [{ name: 5 }, "cannot unmarshal number into Go struct field T.name of type string"],
    [{ count: "5" }, "cannot unmarshal string into Go struct field T.count of type int64"],
    [{ count: 1.5 }, "cannot unmarshal number 1.5 into Go struct field T.count of type int64"],
    [{ on: "true" }, "cannot unmarshal string into Go struct field T.on of type bool"],
    [{ tags: "x" }, "cannot unmarshal string into Go struct field T.tags of type []string"],
    [{ tags: ["x", true] }, "cannot unmarshal bool into Go struct field T.tags of type string"],
    [{ tags: [null] }, "cannot unmarshal null into Go struct field T.tags of type string"],
    [{ map: [] }, "cannot unmarshal array into Go struct field T.map of type map[string]string"],
    [{ map: { a: {} } }, "cannot unmarshal object into Go struct field T.map of type string"],
    [{ part: { x: {} } }, "cannot unmarshal object into Go struct field T.part.x of type string"],
    [{ at: 5 }, "cannot unmarshal number into Go struct field T.at of type string"],
  ];
  for (const [value, problem] of wrong) expect(typeProblem(value, shape, "T")).toBe(`json: ${problem}`);
  expect(typeProblem({ at: "yesterday" }, shape, "T")).toContain('parsing time "yesterday"');
});

test("what is absent, null or unknown is no problem, and inherited members are absent [apiserver/wrong-types]", ({
  expect,
}) => {
  const right = [
    {},
    { name: null, part: null },
    { other: 5 },
    { at: "2026-01-01T00:00:00Z" },
    { at: "2026-01-01T00:00:00.5+02:00" },
  ];
  for (const value of right) expect(typeProblem(value, shape, "T")).toBeUndefined();
  expect(typeProblem(Object.create({ name: 5 }), shape, "T")).toBeUndefined();
});

test("nulls are taken out of objects at any depth, but not where they are kept [apiserver/wrong-types]", ({
  expect,
}) => {
  const value = JSON.parse('{"a":null,"b":[{"c":null,"__proto__":{"d":null}}],"kept":{"e":null}}') as unknown;
  expect(JSON.stringify(withoutNulls(value, "kept"))).toBe('{"b":[{"__proto__":{}}],"kept":{"e":null}}');
});
