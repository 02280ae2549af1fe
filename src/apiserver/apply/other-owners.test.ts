import { test } from "vitest";
import type { ManagedFieldsEntry } from "../../model/index.ts";
import { ThingUnderTest } from "./apply.fixture.ts";
import type { TestObject } from "./apply.fixture.ts";
import { withIdleTimes } from "./idle-times.ts";
import { ownersOfParent, ownersOfScale } from "./scale-owners.ts";
import { untrackedFields } from "./untracked-fields.ts";

const annotation = "kubectl.kubernetes.io/last-applied-configuration";

function lastApplied(spec: object): Readonly<Record<string, string>> {
  return {
    [annotation]: JSON.stringify({ apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "x" }, spec }),
  };
}

test("kubectl may apply what it had applied on the client's side and nobody changed since [apiserver/apply-kubectl]", ({
  expect,
}) => {
  const thing = new ThingUnderTest();
  thing.update(
    "kubectl-client-side-apply",
    { a: "x", n: 1 },
    { metadata: { annotations: lastApplied({ a: "x", n: 1 }) } },
  );
  expect(thing.apply("other", { a: "y" }).conflict?.causes).toHaveLength(1);
  expect(thing.apply("kubectl", { a: "y", n: 1 }).conflict).toBeUndefined();
  expect(thing.spec).toEqual({ a: "y", n: 1 });
  expect(thing.live?.metadata.annotations?.[annotation]).toBe(
    '{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"x"},"spec":{"a":"y","n":1}}\n',
  );
  thing.update("other", { a: "z", n: 1 }, { metadata: { annotations: lastApplied({ a: "y", n: 1 }) } });
  expect(thing.apply("kubectl", { a: "y", n: 1 }).conflict?.causes.map(({ field }) => field)).toEqual([".spec.a"]);
});

test("the annotation of client-side applies goes when it would be too large [apiserver/apply-kubectl-large]", ({
  expect,
}) => {
  const thing = new ThingUnderTest();
  thing.update("m", {}, { metadata: { annotations: { [annotation]: "{}", other: "1" } } });
  thing.apply("kubectl", { a: "x".repeat(300_000) });
  expect(thing.live?.metadata.annotations).toEqual({ other: "1" });
});

function entry(
  manager: string,
  fieldsV1: ManagedFieldsEntry["fieldsV1"],
  rest: Partial<ManagedFieldsEntry> = {},
): ManagedFieldsEntry {
  const time = "2026-01-01T00:00:00Z";
  return { manager, operation: "Apply", apiVersion: "apps/v1", time, fieldsType: "FieldsV1", fieldsV1, ...rest };
}

const paths: ReadonlyMap<string, readonly string[]> = new Map([["apps/v1", ["spec", "replicas"]]]);
const replicas = { "f:spec": { "f:replicas": {} } };

test("a scale has the owners of its parent's replicas, and gives them back [apiserver/scale-owners]", ({ expect }) => {
  const both = { "f:spec": { "f:paused": {}, "f:replicas": {} } };
  const parent = [
    entry("one", both),
    entry("two", { "f:spec": { "f:paused": {} } }),
    entry("gone", {}, { apiVersion: "v0" }),
  ];
  const scale = ownersOfScale(parent, paths);
  expect(scale).toEqual([entry("one", replicas, { apiVersion: "autoscaling/v1" })]);
  expect(ownersOfParent({ parent, scale }, "apps/v1", paths)).toEqual(parent.slice(0, 2));
  const taken = [entry("three", replicas, { apiVersion: "autoscaling/v1", subresource: "scale" })];
  const { time: _lost, ...three } = entry("three", replicas, { subresource: "scale" });
  expect(ownersOfParent({ parent, scale: taken }, "apps/v1", paths)).toEqual([
    three,
    entry("one", { "f:spec": { "f:paused": {} } }),
    entry("two", { "f:spec": { "f:paused": {} } }),
  ]);
});

test("a write that changes nothing but times changes nothing [apiserver/apply-idle-times]", ({ expect }) => {
  const made = (time: string | undefined, spec: object): TestObject => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d", managedFields: [entry("one", replicas, { time })] },
    spec,
  });
  const live = made("2026-01-01T00:00:00Z", { replicas: 1 });
  expect(withIdleTimes(made("2026-01-02T00:00:00Z", { replicas: 1 }), live)).toEqual(live);
  const changed = made("2026-01-02T00:00:00Z", { replicas: 2 });
  expect(withIdleTimes(changed, live)).toBe(changed);
});

test.for([
  ["/configmaps", {}, []],
  ["apps/deployments", {}, ["f:status"]],
  ["apps/deployments", { subresource: "status" }, ["f:spec", "f:metadata f:labels"]],
  ["/pods", { subresource: "status" }, ["f:spec", "f:metadata f:deletionTimestamp", "f:metadata f:ownerReferences"]],
  ["/services", { subresource: "status" }, ["f:spec"]],
  ["resource.k8s.io/resourceclaims", { subresource: "status" }, ["f:metadata", "f:spec"]],
  ["example.com/things", { subresource: "status", isCustom: true }, ["f:metadata", "f:spec"]],
  ["/namespaces", { subresource: "finalize" }, ["f:status"]],
  ["/pods", { subresource: "binding" }, []],
] as const)(
  "writing %s %j leaves %j alone [apiserver/apply-untracked-kinds]",
  ([collection, part, untracked], { expect }) => {
    const fields = untrackedFields({ collection, isCustom: false, hasStatus: collection !== "/configmaps", ...part });
    expect([...fields.paths()].map((path) => path.join(" "))).toEqual(untracked);
  },
);
