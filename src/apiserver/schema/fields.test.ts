import fc from "fast-check";
import { test } from "vitest";
import {
  builtInSchemas,
  schemaProblems,
  strictProblems,
  typeProblem,
  unknownFields,
  validateFields,
  withDefaults,
} from "./index.ts";
import type { Schema } from "./index.ts";

const schemas = builtInSchemas();
const pod = schemas.schemaOf({ apiVersion: "v1", kind: "Pod" }) as Schema;
const deployment = schemas.schemaOf({ apiVersion: "apps/v1", kind: "Deployment" }) as Schema;

test("after a patch unknown fields are told in the order of their paths [apiserver/strict-fields]", ({ expect }) => {
  const value = { spec: { zone: 1, containers: [{ colour: 1 }, { size: { x: 1 } }] }, b: 1, a: { c: 1 } };
  expect(unknownFields(value, pod)).toEqual([
    "a",
    "b",
    "spec.containers[0].colour",
    "spec.containers[1].size",
    "spec.zone",
  ]);
  expect(
    unknownFields({ metadata: { labels: { any: "x" }, managedFields: [{ fieldsV1: { "f:x": {} } }] } }, pod),
  ).toEqual([]);
  expect(unknownFields(JSON.parse('{"__proto__":1,"metadata":{"constructor":1}}'), pod)).toEqual([
    "__proto__",
    "metadata.constructor",
  ]);
  const slice = schemas.schemaOf({ apiVersion: "resource.k8s.io/v1", kind: "ResourceSlice" }) as Schema;
  const device = { attributes: { b: { colour: 1 } }, capacity: { d: { size: {} } } };
  const sent = { spec: { devices: [device] } };
  expect(unknownFields(sent, slice)).toEqual([
    "spec.devices[0].attributes.b.colour",
    "spec.devices[0].capacity.d.size",
  ]);
  expect(unknownFields(sent, slice, true)).toEqual([
    "spec.devices[0].attributes.colour",
    "spec.devices[0].capacity.size",
  ]);
});

test("fields are validated as asked: not at all, with warnings, or strictly [apiserver/field-validation]", ({
  expect,
}) => {
  const text = '{"spec":{"b":1},"a":1,"spec":{}}';
  const body = { text, value: JSON.parse(text) as unknown, schema: pod };
  const found = ['unknown field "spec.b"', 'unknown field "a"', 'duplicate field "spec"'];
  expect(validateFields({ ...body, mode: "Ignore" })).toEqual({ warnings: [], problems: [] });
  expect(validateFields({ ...body, mode: "Warn" })).toEqual({ warnings: found, problems: [] });
  expect(validateFields({ ...body, mode: "Strict" })).toEqual({ warnings: [], problems: found });
  expect(validateFields({ value: { spec: { b: 1 }, a: 1 }, schema: pod, mode: "Strict" }).problems).toEqual([
    'unknown field "a"',
    'unknown field "spec.b"',
  ]);
});

test("no more than a hundred problems are told [apiserver/strict-fields]", ({ expect }) => {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, index])));
  expect(strictProblems(text, pod)).toHaveLength(100);
});

test("a duplicate is found exactly where the text has one, whatever the document [apiserver/strict-fields]", ({
  expect,
}) => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, "\t"), (text, space) => {
      const written = JSON.stringify(JSON.parse(text), undefined, space);
      expect(strictProblems(written, undefined)).toEqual([]);
      expect(strictProblems(`{"a":${written},"b":[{"c":0,"c":${written}}]}`, undefined)).toEqual([
        'duplicate field "b[0].c"',
      ]);
    }),
  );
});

test("whatever a body holds, its types and fields can be looked at [apiserver/field-types]", ({ expect }) => {
  const keys = fc.constantFrom(
    "spec",
    "metadata",
    "containers",
    "name",
    "ports",
    "resources",
    "limits",
    "__proto__",
    "0",
    "x",
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<unknown>(null, true, 0, -1.5, 2 ** 31, "", "1Gi", "2020-01-01T00:00:00Z"),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(keys, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const before = JSON.stringify(value);
      const problem = typeProblem(value, pod);
      expect(problem === undefined || typeof problem === "string").toBe(true);
      const named = strictProblems(before, pod).toSorted();
      expect(named.length >= Math.min(100, unknownFields(value, pod).length)).toBe(true);
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});

test("required fields and values are told with Kubernetes' causes [apiserver/required-and-enums]", ({ expect }) => {
  const container = { image: "a", ports: [{ containerPort: 1, protocol: "Bogus" }], imagePullPolicy: "" };
  const body = { metadata: { name: "a" }, spec: { template: { spec: { containers: [container] } } } };
  expect(schemaProblems(body, deployment, { except: ["metadata", "status"] })).toEqual([
    { reason: "FieldValueRequired", message: "Required value", field: "spec.selector" },
    { reason: "FieldValueRequired", message: "Required value", field: "spec.template.spec.containers[0].name" },
    {
      reason: "FieldValueNotSupported",
      message: 'Unsupported value: "Bogus": supported values: "SCTP", "TCP", "UDP"',
      field: "spec.template.spec.containers[0].ports[0].protocol",
    },
  ]);
});

test("a struct that was not given is one without fields; an empty list is none [apiserver/required-and-enums]", ({
  expect,
}) => {
  const fieldsOf = (value: unknown): readonly (string | undefined)[] =>
    schemaProblems(value, deployment).map(({ field }) => field);
  expect(fieldsOf({ spec: { selector: {} } })).toEqual([]);
  expect(fieldsOf({ spec: { selector: {}, template: { spec: { containers: [] } } } })).toEqual([
    "spec.template.spec.containers",
  ]);
  expect(fieldsOf({ spec: { selector: {}, template: { spec: {} } } })).toEqual(["spec.template.spec.containers"]);
});

test("defaults fill what is missing, at any depth, and nothing else [apiserver/schema-defaults]", ({ expect }) => {
  const schema: Schema = {
    type: "object",
    properties: {
      size: { type: "integer", default: 1 },
      kept: { type: "string", default: "x", isNullable: true },
      box: { type: "object", default: {}, properties: { colour: { type: "string", default: "red" } } },
      list: { type: "array", items: { type: "object", properties: { on: { type: "boolean", default: true } } } },
      map: { type: "object", values: { type: "string", default: "y" } },
    },
  };
  const value = { kept: null, size: null, list: [{}, { on: false }], map: { a: null, b: "z" }, more: 1 };
  expect(withDefaults(value, schema)).toEqual({
    kept: null,
    size: 1,
    list: [{ on: true }, { on: false }],
    map: { a: "y", b: "z" },
    more: 1,
    box: { colour: "red" },
  });
  expect(value.list[0]).toEqual({});
  const whole = withDefaults({}, schema);
  expect(withDefaults(whole, schema)).toBe(whole);
});
