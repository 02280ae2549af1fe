import { test } from "vitest";
import { builtInSchemas } from "./built-in-schemas.ts";
import type { Schema } from "./schema.ts";
import { strictFindings } from "./strict-problems.ts";
import { typeProblem } from "./type-problem.ts";
import { withMerged } from "./with-merged.ts";

const schemas = builtInSchemas();
const deployment = schemas.schemaOf({ apiVersion: "apps/v1", kind: "Deployment" }) as Schema;
const configMap = schemas.schemaOf({ apiVersion: "v1", kind: "ConfigMap" }) as Schema;
const pod = schemas.schemaOf({ apiVersion: "v1", kind: "Pod" }) as Schema;
const revision = schemas.schemaOf({ apiVersion: "apps/v1", kind: "ControllerRevision" }) as Schema;
const schemaOf: Readonly<Record<"ConfigMap" | "Pod" | "ControllerRevision", Schema>> = {
  ConfigMap: configMap,
  Pod: pod,
  ControllerRevision: revision,
};

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

/** What kube-apiserver v1.36.3 keeps of each: what is no pointer in Go stays as it was. */
test.for([
  ["ConfigMap", '{"metadata":{"name":"g3","name":null}}', { metadata: { name: "g3" } }],
  ["ConfigMap", '{"immutable":true,"immutable":null}', { immutable: null }],
  ["ConfigMap", '{"data":{"a":"1"},"data":null}', { data: null }],
  ["ConfigMap", '{"data":{"a":"1"},"data":{"a":null}}', { data: { a: null } }],
  ["ConfigMap", '{"metadata":{"creationTimestamp":"2020-01-01T00:00:00Z","creationTimestamp":null}}', metadata(null)],
  ["Pod", container('"image":"i","image":null'), { spec: { containers: [{ image: "i" }] } }],
  ["Pod", '{"spec":{"hostNetwork":true,"hostNetwork":null}}', { spec: { hostNetwork: true } }],
  ["Pod", '{"spec":{"priority":7,"priority":null}}', { spec: { priority: null } }],
  ["Pod", '{"spec":{"containers":[{"name":"c"}],"containers":[null]}}', { spec: { containers: [{ name: "c" }] } }],
  ["Pod", container('"ports":[{"containerPort":80,"containerPort":null}]'), ports(80)],
  ["Pod", container(probe('"httpGet":{"port":80,"port":null}')), probed({ httpGet: { port: 80 } })],
  ["Pod", container(probe('"httpGet":{"port":"http","port":null}')), probed({ httpGet: { port: null } })],
  ["Pod", container(probe('"grpc":{"service":"s","service":null}')), probed({ grpc: { service: null } })],
  ["ControllerRevision", '{"data":{"a":1},"data":null,"revision":1,"revision":null}', { data: { a: 1 }, revision: 1 }],
  ["ControllerRevision", '{"data":{"a":1},"data":{"b":1}}', { data: { b: 1 } }],
] as const)("a %s keeps of %s what null does not unset [apiserver/merged-nulls]", ([kind, text, value], { expect }) => {
  expect(withMerged(text, schemaOf[kind])).toEqual(value);
});

function metadata(creationTimestamp: null): object {
  return { metadata: { creationTimestamp } };
}

function container(fields: string): string {
  return `{"spec":{"containers":[{${fields}}]}}`;
}

function ports(containerPort: number): object {
  return { spec: { containers: [{ ports: [{ containerPort }] }] } };
}

function probe(fields: string): string {
  return `"readinessProbe":{${fields}}`;
}

function probed(readinessProbe: object): object {
  return { spec: { containers: [{ readinessProbe }] } };
}

/** As the real server answers: Go does not clear what is behind the end of a list. */
test.for([
  ['"args":["a","b"],"args":[null,null,null]', ["a", "b", null]],
  ['"args":["a","b","d"],"args":["c"],"args":[null,null]', ["c", "b"]],
  ['"args":["a","b"],"args":[],"args":[null,null]', [null, null]],
  ['"args":["a","b"],"args":null,"args":[null,null]', [null, null]],
] as const)("%s is one list [apiserver/merged-fields]", ([text, args], { expect }) => {
  expect(withMerged(container(text), pod)).toEqual({ spec: { containers: [{ args }] } });
});

/** What kube-apiserver v1.36.3 says of each. */
test.for([
  ["ConfigMap", '{"data":7,"data":{"a":"1"}}', "number into Go struct field ConfigMap.data of type map[string]string"],
  ["ConfigMap", '{"data":{"a":"1"},"data":7}', "number into Go struct field ConfigMap.data of type map[string]string"],
  ["ConfigMap", '{"data":{"a":7,"a":"1"}}', "number into Go struct field ConfigMap.data of type string"],
  [
    "ConfigMap",
    '{"data":{"a":"1"},"data":{"a":7},"data":null,"immutable":3}',
    "number into Go struct field ConfigMap.data of type string",
  ],
  ["ConfigMap", '{"immutable":3,"immutable":null}', "number into Go struct field ConfigMap.immutable of type bool"],
  [
    "ConfigMap",
    '{"metadata":{"name":7,"name":"g3"}}',
    "number into Go struct field ObjectMeta.metadata.name of type string",
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":7,"creationTimestamp":"2020-01-01T00:00:00Z"},"data":7}',
    "number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
  ],
  [
    "Pod",
    '{"metadata":{},"spec":7,"metadata":{"name":7},"spec":{"hostNetwork":"x"}}',
    "number into Go struct field Pod.spec of type v1.PodSpec",
  ],
  [
    "Pod",
    '{"metadata":{},"spec":{"hostNetwork":"x"},"metadata":{"name":7},"spec":null}',
    "string into Go struct field PodSpec.spec.hostNetwork of type bool",
  ],
  [
    "Pod",
    '{"spec":{"hostNetwork":7,"containers":{},"containers":[{"readinessProbe":{"httpGet":{"port":[]}}}],"containers":null}}',
    "array into Go struct field HTTPGetAction.spec.containers.readinessProbe.ProbeHandler.httpGet.port of type int32",
  ],
] as const)(
  "for a %s, of %s the mistake is told, whatever came after it [apiserver/merged-types]",
  (sample, { expect }) => {
    const [kind, text, problem] = sample;
    const schema = schemaOf[kind];
    expect(typeProblem(withMerged(text, schema), schema)).toBe(`json: cannot unmarshal ${problem}`);
  },
);

test("a mistake at the end of a list that is gone is told beside what is right [apiserver/merged-types]", ({
  expect,
}) => {
  const text = '{"kind":"Pod","spec":{"containers":[{},{},{"name":7}],"containers":[]}}';
  const containers = [null, null, { name: 7 }];
  expect(withMerged(text, pod)).toEqual({ kind: "Pod", spec: { containers } });
});

/** If each repetition read again what there is already, this would be ten thousand million steps. */
test("a field may come back any number of times [apiserver/merged-fields]", ({ expect }) => {
  const count = 100_000;
  const data = Array.from({ length: count }, (_, index) => `"k${index}":"v"`).join();
  const text = `{"data":{${data}}${',"data":{}'.repeat(count)},"metadata":{"name":"a"}}`;
  const merged = withMerged(text, configMap) as { readonly data: object };
  expect(Object.keys(merged)).toEqual(["data", "metadata"]);
  expect(Object.keys(merged.data)).toHaveLength(count);
});
