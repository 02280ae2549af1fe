import { test } from "vitest";
import { JsonPath } from "./json-path.ts";

const object = {
  spec: { size: 3, "with-dash": 1, list: [{ n: "a" }, { n: "b" }] },
  metadata: { annotations: { "example.dev/x": "y" } },
  status: {
    conditions: [
      { type: "Ready", status: "True" },
      { type: "Other", status: "False", is: true },
    ],
  },
};

test.for([
  [".spec.size", [3]],
  ["{.spec.size}", [3]],
  [".spec.with-dash", [1]],
  [".spec.list[1].n", ["b"]],
  [".spec.list[-1].n", ["b"]],
  [".spec.list[*].n", ["a", "b"]],
  [".metadata.annotations['example.dev/x']", ["y"]],
  [String.raw`.metadata.annotations.example\.dev/x`, ["y"]],
  ['.status.conditions[?(@.type=="Ready")].status', ["True"]],
  [".status.conditions[?(@.is==true)].status", ["False"]],
  [".status.none.deeper", []],
  [".constructor.name", []],
  [".spec.list.length", []],
  [".spec[", []],
  ["", [object]],
] as const)("%s finds %j [apiserver/table-custom-columns]", ([path, found], { expect }) => {
  expect(new JsonPath(path).find(object)).toEqual(found);
});
