import { test } from "vitest";
import { CodegenError } from "./errors.ts";
import { parseSchema } from "./schema.ts";
import type { Schema } from "./schema.ts";

const parse = (value: unknown): Schema => parseSchema({ value, place: "a.Place", code: "SETPOINT_CODEGEN_SCHEMA" });

test.for<[string, unknown, Schema]>([
  ["a reference", { $ref: "#/components/schemas/a.B" }, { type: "reference", name: "a.B" }],
  [
    "a reference with a default",
    { default: {}, description: "prose", allOf: [{ $ref: "#/components/schemas/a.B" }] },
    { type: "reference", name: "a.B" },
  ],
  ["an enum", { type: "string", enum: ["b", "a", ""] }, { type: "string", values: ["b", "a", ""] }],
  ["bytes", { type: "string", format: "byte" }, { type: "string", values: [] }],
  ["an int64", { type: "integer", format: "int64" }, { type: "number" }],
  ["a double", { type: "number", format: "double" }, { type: "number" }],
  ["a boolean", { type: "boolean", default: false }, { type: "boolean" }],
  ["a list", { type: "array", items: { type: "boolean" } }, { type: "array", items: { type: "boolean" } }],
  [
    "a map",
    { type: "object", additionalProperties: { type: "boolean" } },
    { type: "map", values: { type: "boolean" } },
  ],
  ["an object without properties", { type: "object" }, { type: "json-object" }],
  ["an empty schema", { description: "prose" }, { type: "json" }],
  [
    "int-or-string",
    { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
    { type: "union", members: [{ type: "number" }, { type: "string", values: [] }] },
  ],
  [
    "an object",
    { type: "object", required: ["a"], properties: { a: { type: "boolean" }, b: {} }, "x-kubernetes-unions": [] },
    {
      type: "object",
      required: new Set(["a"]),
      properties: new Map<string, Schema>([
        ["a", { type: "boolean" }],
        ["b", { type: "json" }],
      ]),
    },
  ],
])("reads %s", ([, document, schema], { expect }) => {
  expect(parse(document)).toEqual(schema);
});

test.for<[string, unknown, string]>([
  ["another keyword", { not: {} }, "a.Place.not: expected one of type, $ref, oneOf, allOf instead of not"],
  ["a keyword of another type", { type: "boolean", enum: ["a"] }, "a.Place.enum: expected no keyword enum"],
  ["a nullable value", { type: "string", nullable: true }, "a.Place.nullable: expected no keyword nullable"],
  ["another type", { type: "null" }, "a.Place.type: expected one of string, integer,"],
  ["another format", { type: "string", format: "uuid" }, "a.Place.format: expected one of the formats"],
  ["a reference elsewhere", { $ref: "https://example.com" }, "a.Place.$ref: expected a reference into"],
  ["two schemas in allOf", { allOf: [{}, {}] }, "a.Place.allOf: expected a list of exactly one schema"],
  ["two ways at once", { $ref: "#/components/schemas/a", oneOf: [] }, "a.Place: expected $ref alone"],
  [
    "properties beside a map",
    { type: "object", properties: {}, additionalProperties: {} },
    "a.Place: expected either properties or additionalProperties",
  ],
  ["a required property that is missing", { type: "object", properties: {}, required: ["a"] }, "required property a"],
  ["an array without items", { type: "array" }, "a.Place.items: expected an object, found nothing"],
  ["additionalProperties: true", { type: "object", additionalProperties: true }, "found true"],
  [
    "a deep mistake",
    { type: "object", properties: { a: { type: "array", items: { type: 1 } } } },
    "a.Place.properties.a.items.type",
  ],
  ["a number", 1, "a.Place: expected an object, found 1"],
])("refuses %s and says where it stands", ([, document, message], { expect }) => {
  const attempt = (): Schema => parse(document);
  expect(attempt).toThrow(CodegenError);
  expect(attempt).toThrow(message);
});

test("a property called __proto__ is a property and changes no prototype", ({ expect }) => {
  const schema = parse(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"boolean"}}}'));
  expect(schema).toMatchObject({ properties: new Map([["__proto__", { type: "boolean" }]]) });
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
