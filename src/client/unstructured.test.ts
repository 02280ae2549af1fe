import fc from "fast-check";
import { expectTypeOf, test } from "vitest";
import type { KubeObject } from "../model/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { KindError } from "./dynamic-errors.ts";
import { asTyped, asUnstructured, fieldOf, toUnstructured } from "./unstructured.ts";
import type { Unstructured } from "./unstructured.ts";

const settings: KubeObject = JSON.parse(
  '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1"}}',
);

test("an unstructured object of the right kind is the typed one, and back [client/unstructured]", ({ expect }) => {
  const typed = asTyped(ConfigMap, settings);
  expectTypeOf(typed).toEqualTypeOf<ConfigMap>();
  expect(typed).toBe(settings);
  const { apiVersion: _, kind: __, ...bare } = typed;
  const back = toUnstructured(ConfigMap, bare);
  expectTypeOf(back).toEqualTypeOf<Unstructured>();
  expect(back).toEqual(settings);
});

test("an object of another kind is refused with both kinds [client/unstructured]", ({ expect }) => {
  expect(() => asTyped(Deployment, settings)).toThrow(
    'Read a Deployment: expected apps/v1 Deployment, but it is "v1" "ConfigMap"',
  );
  expect(() => asTyped(ConfigMap, { ...settings, apiVersion: "v2" })).toThrow(KindError);
  expect(() => toUnstructured(Deployment, settings as Deployment)).toThrow(KindError);
});

test.for<readonly [string, unknown]>([
  ["an object", null],
  ["an object", "text"],
  ["an object", [settings]],
  ["a text in apiVersion", { kind: "ConfigMap", metadata: { name: "a" } }],
  ["a text in kind", { apiVersion: "v1", kind: "", metadata: { name: "a" } }],
  ["a text in metadata.name", { apiVersion: "v1", kind: "ConfigMap" }],
  ["a text in metadata.name", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: 1 } }],
  ["a text in kind", Object.create(settings, { apiVersion: { value: "v1" } }) as unknown],
])("expects %s [client/unstructured]", ([expected, value], { expect }) => {
  expect(() => asUnstructured(value, "a file")).toThrow(`Read a file: expected ${expected}`);
});

test("a field is what stands at the path, of own properties only [client/unstructured-field]", ({ expect }) => {
  const object = { spec: { replicas: 3, list: [{ name: "x" }], none: null } };
  expect(fieldOf(object, "spec", "replicas")).toBe(3);
  expect(fieldOf(object, "spec", "list", "0", "name")).toBe("x");
  expect(fieldOf(object)).toBe(object);
  for (const path of [
    ["spec", "none", "x"],
    ["spec", "replicas", "x"],
    ["constructor", "name"],
    ["__proto__"],
    ["absent"],
  ])
    expect(fieldOf(object, ...path)).toBeUndefined();
});

test("any value is an object or refused with a code [client/unstructured]", ({ expect }) => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      try {
        expect(asUnstructured(value)).toBe(value);
      } catch (error) {
        expect(KindError.is(error, "SETPOINT_NOT_AN_OBJECT")).toBe(true);
      }
    }),
  );
});
