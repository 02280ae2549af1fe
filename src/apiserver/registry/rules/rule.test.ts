import { test } from "vitest";
import type { Document } from "../document.ts";
import { changedAt, pathOf, placesAt } from "./places.ts";
import { atLeast, defaults, immutable, oneOf, required, rules, shaped, unique, within } from "./rule.ts";

function document(spec: object): Document {
  return { apiVersion: "v1", kind: "Thing", metadata: { name: "a" }, spec };
}

test("a path leads to all places that it names, with the names that messages use [apiserver/rules-as-data]", ({
  expect,
}) => {
  const root = { list: [{ inner: [{ name: "x" }, {}] }, 5, { inner: "no list" }], other: {} };
  expect(placesAt(root, pathOf("list[].inner[].name")).map(({ field, value }) => [field, value])).toEqual([
    ["list[0].inner[0].name", "x"],
    ["list[0].inner[1].name", undefined],
  ]);
  expect(placesAt(root, pathOf("missing.further"))).toEqual([]);
  expect(placesAt(root, pathOf("")).map(({ value }) => value)).toEqual([root]);
});

test("a change shares what it leaves alone, and makes nothing that leads to it [apiserver/rules-as-data]", ({
  expect,
}) => {
  const root = { list: [{ name: "x" }, { name: "y" }], other: { deep: {} } };
  const changed = changedAt(root, pathOf("list[].name"), (value) => (value === "y" ? "z" : value));
  expect(changed).toEqual({ list: [{ name: "x" }, { name: "z" }], other: { deep: {} } });
  expect((changed["list"] as readonly unknown[])[0]).toBe(root.list[0]);
  expect(changed["other"]).toBe(root.other);
  expect(changedAt(root, pathOf("list[].name"), (value) => value)).toBe(root);
  expect(changedAt(root, pathOf("missing.name"), () => "made")).toBe(root);
});

test("defaults fill what is missing, later ones by earlier ones, and nothing else [apiserver/rules-as-data]", ({
  expect,
}) => {
  const { defaulted } = rules([
    defaults("spec", { kind: "plain", size: ({ kind }) => (kind === "plain" ? 1 : undefined) }),
    ...within("spec.items[]", [defaults("", { port: 80 })]),
  ]);
  expect(defaulted(document({ items: [{}, { port: 81 }] }))["spec"]).toEqual({
    kind: "plain",
    size: 1,
    items: [{ port: 80 }, { port: 81 }],
  });
  expect(defaulted(document({ kind: "fancy", size: 0 }))["spec"]).toEqual({ kind: "fancy", size: 0 });
  const complete = document({ kind: "fancy", size: 2 });
  expect(defaulted(complete)).toBe(complete);
});

test("each check tells what is wrong and where [apiserver/rules-as-data]", ({ expect }) => {
  const { check } = rules([
    required("spec.name"),
    atLeast("spec.size", 0),
    oneOf("spec.colour", ["red", "green"]),
    shaped("spec.label", () => ["must be nicer"]),
    unique("spec.items", "id"),
    immutable("spec.colour"),
  ]);
  const wrong = document({ size: -1, colour: "blue", label: "x", items: [{ id: 1 }, { id: 2 }, { id: 1 }] });
  expect(check(wrong, document({ colour: "red" })).map(({ field, message }) => `${field}: ${message}`)).toEqual([
    "spec.name: Required value",
    "spec.size: Invalid value: -1: must be greater than or equal to 0",
    'spec.colour: Unsupported value: "blue": supported values: "red", "green"',
    'spec.label: Invalid value: "x": must be nicer',
    "spec.items[2].id: Duplicate value: 1",
    'spec.colour: Invalid value: "blue": field is immutable',
  ]);
  expect(check(document({ name: "x", colour: "red" }), undefined)).toEqual([]);
});
