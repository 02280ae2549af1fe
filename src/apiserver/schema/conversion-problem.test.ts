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

test("keys that stand twice are told with their line [apiserver/yaml-duplicates]", ({ expect }) => {
  expect(yamlDuplicates('{"a":{"b":1,"c":"}"},"b":[{"b":2}]}')).toEqual([]);
  expect(yamlDuplicates('{"a":1,\n "a":2, "x":{"y\\"":1,"y\\"":2}}')).toEqual([
    'line 2: key "a" already set in map',
    String.raw`line 2: key "y\"" already set in map`,
  ]);
});
