import { test } from "vitest";
import { fieldsOf, typeOf } from "./schema-to-type.ts";
import type { TypeNames } from "./schema-to-type.ts";
import type { Schema } from "./schema.ts";

const names: TypeNames = { ofSchema: (name) => `Schema_${name}`, ofModel: (name) => `Model_${name}` };
const text: Schema = { type: "string", values: [] };
const choice: Schema = { type: "string", values: ["On", 'O"ff'] };

test.for<[string, Schema, string]>([
  ["a reference is the name of its type", { type: "reference", name: "Pod" }, "Schema_Pod"],
  ["an enum is the union of its values", choice, String.raw`"On" | "O\"ff"`],
  ["a list is readonly", { type: "array", items: text }, "readonly string[]"],
  [
    "a list of an enum keeps the union together",
    { type: "array", items: choice },
    String.raw`readonly ("On" | "O\"ff")[]`,
  ],
  [
    "a list of lists is readonly twice",
    { type: "array", items: { type: "array", items: text } },
    "readonly (readonly string[])[]",
  ],
  ["a map is a readonly record", { type: "map", values: { type: "number" } }, "Readonly<Record<string, number>>"],
  ["an int-or-string is either", { type: "union", members: [{ type: "number" }, text] }, "number | string"],
  ["anything is a JSON value", { type: "json" }, "Model_JsonValue"],
  ["any object is a JSON object", { type: "json-object" }, "Model_JsonObject"],
  [
    "an object inside a field is written in place",
    { type: "object", properties: new Map([["a", text]]), required: new Set() },
    "{ readonly a?: string | undefined; }",
  ],
])("%s", ([, schema, type], { expect }) => {
  expect(typeOf(schema, names)).toBe(type);
});

test("fields are readonly, sorted, optional unless required, and quoted where they must be", ({ expect }) => {
  const properties = new Map<string, Schema>([
    ["zone", text],
    ["$ref", text],
    ["default", choice],
    ["x-kubernetes-map-type", text],
    ["Upper", { type: "boolean" }],
  ]);
  expect(fieldsOf({ type: "object", properties, required: new Set(["zone"]) }, names)).toEqual([
    "readonly $ref?: string | undefined;",
    "readonly Upper?: boolean | undefined;",
    String.raw`readonly default?: "On" | "O\"ff" | undefined;`,
    'readonly "x-kubernetes-map-type"?: string | undefined;',
    "readonly zone: string;",
  ]);
});
