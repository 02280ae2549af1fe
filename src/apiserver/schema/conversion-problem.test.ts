import { test } from "vitest";
import { builtInSchemas } from "./built-in-schemas.ts";
import { conversionProblem } from "./conversion-problem.ts";
import type { Schema } from "./schema.ts";
import { yamlDuplicates } from "./yaml-duplicates.ts";

test("wrong types are told in the words of Kubernetes' converter [apiserver/conversion-words]", ({ expect }) => {
  const schema = builtInSchemas().schemaOf({ apiVersion: "apps/v1", kind: "Deployment" }) as Schema;
  const told = (spec: unknown): string | undefined => conversionProblem({ spec }, schema);
  expect(told({ replicas: 3, paused: true, selector: { matchLabels: { a: "b" } } })).toBeUndefined();
  expect(told([])).toBe("cannot restore struct from: slice");
  expect(told({ replicas: "3" })).toBe("unrecognized type: int32");
  expect(told({ replicas: 1.5 })).toBe("cannot convert float64 to int32");
  expect(told({ replicas: 9_999_999_999 })).toBeUndefined();
  expect(told({ paused: 1 })).toBe("unrecognized type: bool");
  expect(told({ selector: { matchLabels: [] } })).toBe("cannot restore map from slice");
  expect(told({ selector: { matchExpressions: {} } })).toBe("cannot restore slice from map");
  expect(told({ strategy: { type: 7 } })).toBe("cannot convert int64 to v1.DeploymentStrategyType");
  const quota = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "ResourceQuota" }) as Schema;
  expect(conversionProblem({ spec: { scopes: [7] } }, quota)).toBe("cannot convert int64 to v1.ResourceQuotaScope");
});

test("wrong types inside of maps are told, too [apiserver/conversion-words]", ({ expect }) => {
  const slice = builtInSchemas().schemaOf({ apiVersion: "resource.k8s.io/v1", kind: "ResourceSlice" }) as Schema;
  const told = (device: unknown): string | undefined => conversionProblem({ spec: { devices: [device] } }, slice);
  expect(told({ attributes: { k: { bool: true } }, capacity: { k: { value: "1" } } })).toBeUndefined();
  expect(told({ attributes: { k: { bool: 7 } } })).toBe("unrecognized type: bool");
  expect(told({ attributes: { k: { versions: true } } })).toBe("cannot restore slice from bool");
  expect(told({ capacity: { k: { requestPolicy: { validRange: 7 } } } })).toBe("cannot restore struct from: int64");
  const words = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  expect(told({ capacity: { k: { value: true } } })).toBe(words);
});

test("bytes are also taken one by one [apiserver/conversion-words]", ({ expect }) => {
  const secret = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "Secret" }) as Schema;
  const told = (bytes: unknown): string | undefined => conversionProblem({ data: { k: bytes } }, secret);
  expect(told([1, 2, null])).toBeUndefined();
  expect(told(["a"])).toBe("unrecognized type: uint8");
  expect(told([{}])).toBe("unrecognized type: uint8");
  expect(told([1.5])).toBe("cannot convert float64 to uint8");
});

test("keys that stand twice are told with their line [apiserver/yaml-duplicates]", ({ expect }) => {
  expect(yamlDuplicates('{"a":{"b":1,"c":"}"},"b":[{"b":2}]}')).toEqual([]);
  expect(yamlDuplicates('{"a":1,\n "a":2, "x":{"y\\"":1,"y\\"":2}}')).toEqual([
    'line 2: key "a" already set in map',
    String.raw`line 2: key "y\"" already set in map`,
  ]);
});
