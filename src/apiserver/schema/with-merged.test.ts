import { test } from "vitest";
import { builtInSchemas } from "./built-in-schemas.ts";
import { strictFindings } from "./strict-problems.ts";
import { withMerged } from "./with-merged.ts";

const deployment = builtInSchemas().schemaOf({ apiVersion: "apps/v1", kind: "Deployment" }) ?? {};
const configMap = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "ConfigMap" }) ?? {};

/** What Kubernetes keeps of each. */
test.for([
  [
    '{"metadata":{"name":"a","labels":{"a":"b"}},"metadata":{"annotations":{"x":"y"},"labels":{"c":"d"}}}',
    { metadata: { name: "a", labels: { a: "b", c: "d" }, annotations: { x: "y" } } },
  ],
  ['{"spec":{"replicas":1},"spec":null}', { spec: { replicas: 1 } }],
  ['{"spec":{"selector":{"matchLabels":{"a":"b"}}},"spec":{"selector":null}}', { spec: { selector: null } }],
  [
    '{"spec":{"template":{"spec":{"containers":[{"name":"c","image":"i"},{"name":"d"}],"containers":[{"image":"j"}]}}}}',
    { spec: { template: { spec: { containers: [{ name: "c", image: "j" }] } } } },
  ],
  [
    '{"spec":{"strategy":{"rollingUpdate":{"maxSurge":1}},"strategy":{"rollingUpdate":{"maxUnavailable":"2"}}}}',
    { spec: { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: "2" } } } },
  ],
] as const)("%s is decoded into one place [apiserver/merged-fields]", ([text, value], { expect }) => {
  expect(strictFindings(text, deployment).hasRepeated).toBe(true);
  expect(withMerged(text, deployment)).toEqual(value);
});

test("keys are data, and what stands once is as it is [apiserver/merged-fields]", ({ expect }) => {
  const text = '{"data":{"__proto__":"1","a\\"":"2"},"data":{"constructor":"3"},"binaryData":{"b":"AA=="}}';
  const merged = withMerged(text, configMap) as { readonly data: object };
  expect(Object.entries(merged.data)).toEqual([
    ["__proto__", "1"],
    ['a"', "2"],
    ["constructor", "3"],
  ]);
  expect(strictFindings('{"data":{"a":"1"},"metadata":{"name":"a"}}', configMap).hasRepeated).toBe(false);
  expect(withMerged('{"data":{"a":"1"}, "immutable": true}', configMap)).toEqual({ data: { a: "1" }, immutable: true });
});
