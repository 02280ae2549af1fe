import { test } from "vitest";
import { z } from "zod";
import { SchemaError } from "./errors.ts";
import { structuralSchema } from "./structural.ts";

function converted(schema: z.ZodType): unknown {
  return structuralSchema(schema["~standard"].jsonSchema.input({ target: "openapi-3.0" }), "spec");
}

function field(schema: z.ZodType): unknown {
  return (converted(z.object({ it: schema })) as { properties: { it: unknown } }).properties.it;
}

function written(it: unknown, definitions: Readonly<Record<string, unknown>> = {}): unknown {
  const schema = { type: "object", properties: { it }, ...definitions };
  return (structuralSchema(schema, "spec") as { properties: { it: unknown } }).properties.it;
}

function refusal(convert: () => unknown): unknown {
  try {
    convert();
  } catch (error) {
    if (SchemaError.is(error, "SETPOINT_SCHEMA_UNSUPPORTED")) return error.place;
    throw error;
  }
  return "not refused";
}

test("what both languages say alike stays as it is [schema/same-stays]", ({ expect }) => {
  const schema = z.object({
    name: z.string().min(1).max(9).regex(/^a/).describe("Its name"),
    colour: z.enum(["red", "green"]).default("red"),
    sizes: z.array(z.number().multipleOf(2)).min(1).max(3),
    flags: z.record(z.string(), z.boolean()).optional(),
  });
  expect(converted(schema)).toEqual({
    type: "object",
    required: ["name", "sizes"],
    properties: {
      name: { type: "string", minLength: 1, maxLength: 9, pattern: "^a", description: "Its name" },
      colour: { type: "string", enum: ["red", "green"], default: "red" },
      sizes: { type: "array", minItems: 1, maxItems: 3, items: { type: "number", multipleOf: 2 } },
      flags: { type: "object", additionalProperties: { type: "boolean" } },
    },
  });
});

test("what says nothing to a server is left out [schema/meaningless-left-out]", ({ expect }) => {
  const strict = {
    type: "object",
    additionalProperties: false,
    $schema: "x",
    $id: "y",
    examples: [{}],
    deprecated: true,
  };
  expect(structuralSchema(strict, "spec")).toEqual({ type: "object" });
  expect(field(z.jwt())).toEqual({ type: "string" });
  expect(
    written({ type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "string" } }),
  ).toEqual({
    type: "object",
    additionalProperties: { type: "string" },
  });
});

test("the range that every integer has is no bound; any other is [schema/integer-range]", ({ expect }) => {
  expect(field(z.int())).toEqual({ type: "integer" });
  expect(field(z.int().min(3))).toEqual({ type: "integer", minimum: 3 });
  expect(field(z.int32())).toEqual({ type: "integer", minimum: -2147483648, maximum: 2147483647 });
  expect(field(z.number().max(9007199254740991))).toEqual({ type: "number", maximum: 9007199254740991 });
});

test("an excluded bound is a mark on the bound, however it was said [schema/excluded-bounds]", ({ expect }) => {
  const bounds = { minimum: 3, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true };
  expect(field(z.number().gt(3).lt(5))).toEqual({ type: "number", ...bounds });
  expect(written({ type: "number", exclusiveMinimum: 3, exclusiveMaximum: 5 })).toEqual({ type: "number", ...bounds });
  expect(written({ type: "number", minimum: 4, exclusiveMinimum: 3 })).toEqual({ type: "number", minimum: 4 });
  expect(written({ type: "number", minimum: 3, exclusiveMinimum: 3 })).toEqual({
    type: "number",
    minimum: 3,
    exclusiveMinimum: true,
  });
});

test("one value is an enumeration of one, and gives the type that is not said [schema/const-is-enum]", ({ expect }) => {
  expect(field(z.literal("a"))).toEqual({ type: "string", enum: ["a"] });
  expect(written({ const: 3 })).toEqual({ type: "integer", enum: [3] });
  expect(written({ enum: [true, false] })).toEqual({ type: "boolean", enum: [true, false] });
  for (const it of [
    { const: "a", enum: ["b", "a"] },
    { enum: ["b", "a"], const: "a" },
  ]) {
    expect(written(it)).toEqual({ type: "string", enum: ["a"] });
  }
});

test("something or null is nullable, however it was said [schema/null-is-nullable]", ({ expect }) => {
  const nullable = { type: "string", nullable: true };
  expect(field(z.string().nullable())).toEqual(nullable);
  expect(field(z.union([z.string(), z.null()]))).toEqual(nullable);
  expect(written({ type: ["string", "null"] })).toEqual(nullable);
  expect(written({ anyOf: [{ type: "string" }, { type: "null" }] })).toEqual(nullable);
  expect(written({ oneOf: [{ type: "string" }, { const: null }] })).toEqual(nullable);
  expect(field(z.union([z.literal("a"), z.literal("b"), z.null()]))).toEqual({ ...nullable, pattern: "^(?:a|b)$" });
});

test("a union of one simple type has that type, and the constraints as its members [schema/union-of-one-type]", ({
  expect,
}) => {
  expect(
    written({
      oneOf: [
        { type: "string", minLength: 5 },
        { type: "string", pattern: "^a" },
      ],
    }),
  ).toEqual({
    type: "string",
    oneOf: [{ minLength: 5 }, { pattern: "^a" }],
  });
  expect(field(z.string().startsWith("a").endsWith("b"))).toEqual({
    type: "string",
    allOf: [{ pattern: "^a.*" }, { pattern: ".*b$" }],
  });
});

test("integer or text is Kubernetes' own, with the constraints of both [schema/int-or-string]", ({ expect }) => {
  expect(field(z.union([z.int(), z.string()]))).toEqual({ "x-kubernetes-int-or-string": true });
  expect(field(z.union([z.int().min(1), z.string().regex(/%$/)]).nullable())).toEqual({
    "x-kubernetes-int-or-string": true,
    minimum: 1,
    pattern: "%$",
    nullable: true,
  });
});

test("a field that may be anything keeps what it is given [schema/anything-is-kept]", ({ expect }) => {
  const anything = { "x-kubernetes-preserve-unknown-fields": true, nullable: true };
  expect(field(z.any())).toEqual(anything);
  expect(field(z.array(z.unknown()))).toEqual({ type: "array", items: anything });
  expect(field(z.looseObject({ a: z.string() }))).toEqual({
    type: "object",
    required: ["a"],
    properties: { a: { type: "string" } },
    "x-kubernetes-preserve-unknown-fields": true,
  });
});

test("a local reference is put in place; what stands beside it counts [schema/references-inlined]", ({ expect }) => {
  const address = z.object({ street: z.string() }).meta({ id: "Address", description: "An address" });
  const plain = { type: "object", required: ["street"], properties: { street: { type: "string" } } };
  expect(converted(z.object({ a: address, b: address.nullable().describe("Another") }))).toMatchObject({
    properties: {
      a: { ...plain, description: "An address" },
      b: { ...plain, description: "Another", nullable: true },
    },
  });
  const escaped = { $defs: { "a/b c": { type: "string" } } };
  expect(written({ $ref: "#/$defs/a~1b%20c" }, escaped)).toEqual({ type: "string" });
});

test("Kubernetes' own keywords and formats pass [schema/kubernetes-keywords-pass]", ({ expect }) => {
  const list = { type: "array", items: { type: "string", format: "ipv4" }, "x-kubernetes-list-type": "set" };
  expect(written(list)).toEqual(list);
});

test("names such as __proto__ are names of fields [schema/any-field-name]", ({ expect }) => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Record<
    string,
    unknown
  >;
  expect(JSON.stringify(structuralSchema(schema, "spec"))).toBe(JSON.stringify(schema));
});

test("what no definition can hold is refused with its place [schema/unsupported-refused]", ({ expect }) => {
  const tree = z.object({
    get children() {
      return z.array(tree);
    },
  });
  const shape = z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("b") })]);
  expect(refusal(() => converted(tree))).toBe("spec.children[]");
  expect(refusal(() => field(z.array(shape)))).toBe("spec.it[]");
  expect(refusal(() => field(z.record(z.string(), z.union([z.string(), z.boolean()]))))).toBe("spec.it[*]");
  expect(refusal(() => field(z.never()))).toBe("spec.it");
  expect(refusal(() => field(z.string().regex(/(?=a)/)))).toBe("spec.it");
  expect(refusal(() => field(z.object({ a: z.string() }).catchall(z.int())))).toBe("spec.it");
  for (const it of [
    { type: "array", prefixItems: [{ type: "string" }] },
    { type: "array", items: [{ type: "string" }] },
    { type: "array", uniqueItems: true },
    { type: "object", patternProperties: { "^a": { type: "string" } } },
    { type: "object", propertyNames: { pattern: "^a" } },
    { type: "string", if: {}, else: {} },
    { minLength: 3 },
    { enum: ["a", 1] },
    { enum: [1, 2], nullable: true },
    { enum: [null], nullable: true },
    { type: "date" },
    { type: "null" },
    { $ref: "#/definitions/missing" },
    { $ref: "#/%zz" },
    { const: "c", enum: ["a", "b"] },
    { enum: ["a", "b"], const: "c" },
    { $ref: "https://example.com/schema" },
    { $ref: "#/definitions/a", minLength: 2 },
    { anyOf: [{ type: "string" }], oneOf: [{ type: "string" }, { type: "string", minLength: 1 }], allOf: [{}, {}] },
    false,
    "string",
  ]) {
    expect(
      refusal(() => written(it, { definitions: { a: { type: "string", minLength: 1 } } })),
      JSON.stringify(it),
    ).toBe("spec.it");
  }
});

test("a specification must be an object [schema/specification-is-an-object]", ({ expect }) => {
  expect(refusal(() => converted(z.string()))).toBe("spec");
  expect(refusal(() => converted(z.any()))).toBe("spec");
  expect(converted(z.object({}))).toEqual({ type: "object", properties: {} });
});
