import { expectTypeOf, test } from "vitest";
import type { HorizontalPodAutoscaler as PreferredAutoscaler } from "../../src/kinds.ts";
import * as kinds from "../../src/kinds.ts";
import type { KubeObject, ObjectMeta, ObjectOf, Resource, TemplateMeta } from "../../src/model/index.ts";
import type { JSONSchemaProps } from "../../src/types/apiextensions/v1/index.ts";
import { Deployment } from "../../src/types/apps/v1/index.ts";
import type { DeploymentSpec } from "../../src/types/apps/v1/index.ts";
import type { Scale } from "../../src/types/autoscaling/v1/index.ts";
import * as autoscalingV1 from "../../src/types/autoscaling/v1/index.ts";
import type { HorizontalPodAutoscaler as AutoscalerV2 } from "../../src/types/autoscaling/v2/index.ts";
import type { ConfigMap, ContainerPort, Pod, PodSpec, PodTemplateSpec, Secret } from "../../src/types/core/v1/index.ts";
import * as policy from "../../src/types/policy/v1/index.ts";

type Same<A, B> = (<T>(value: T) => T extends A ? 1 : 2) extends <T>(value: T) => T extends B ? 1 : 2 ? true : false;

/** The names of fields of `T` at any level that can be assigned to, `"[]"` for elements. Metadata is the model's, not ours. */
type MutableFields<T> = T extends readonly (infer E)[]
  ? MutableFields<E> | (T extends unknown[] ? "[]" : never)
  : T extends object
    ? { [K in Exclude<keyof T, "metadata">]-?: MutableFields<T[K]> | MutableKey<T, K> }[Exclude<keyof T, "metadata">]
    : never;
type MutableKey<T, K extends keyof T> = Same<Pick<T, K>, Readonly<Pick<T, K>>> extends true ? never : K;

test("a resource value gives the type of its objects", () => {
  expectTypeOf<ObjectOf<typeof Deployment>>().toEqualTypeOf<Deployment>();
  expectTypeOf<ObjectOf<typeof Pod>>().not.toEqualTypeOf<Deployment>();
  expectTypeOf(Deployment).toExtend<Resource>();
});

test("a kind is an object with its own apiVersion and kind, and with metadata that has a name", () => {
  expectTypeOf<Deployment>().toExtend<KubeObject>();
  expectTypeOf<Deployment["apiVersion"]>().toEqualTypeOf<"apps/v1" | undefined>();
  expectTypeOf<Deployment["kind"]>().toEqualTypeOf<"Deployment" | undefined>();
  expectTypeOf<Pod["apiVersion"]>().toEqualTypeOf<"v1" | undefined>();
  expectTypeOf<Pod["metadata"]>().toEqualTypeOf<ObjectMeta>();
  expectTypeOf<PodTemplateSpec["metadata"]>().toEqualTypeOf<TemplateMeta | undefined>();
});

test("fields are optional and required as the server says", () => {
  expectTypeOf<Pod["spec"]>().toEqualTypeOf<PodSpec | undefined>();
  expectTypeOf<{ readonly metadata: { readonly name: "a" } }>().toExtend<Pod>();
  expectTypeOf<Pick<DeploymentSpec, "template">>().toExtend<Required<Pick<DeploymentSpec, "template">>>();
  expectTypeOf<{ readonly template: PodTemplateSpec }>().not.toExtend<DeploymentSpec>();
  expectTypeOf<{ readonly containerPort: 80; readonly name: undefined }>().toExtend<ContainerPort>();
});

test("values that the server names are a union, bytes are a string, and a map is readonly", () => {
  expectTypeOf<ContainerPort["protocol"]>().toEqualTypeOf<"SCTP" | "TCP" | "UDP" | undefined>();
  expectTypeOf<Secret["data"]>().toEqualTypeOf<Readonly<Record<string, string>> | undefined>();
});

test("types are readonly at every level", () => {
  expectTypeOf<MutableFields<Pod>>().toEqualTypeOf<never>();
  expectTypeOf<MutableFields<Deployment["status"]>>().toEqualTypeOf<never>();
  expectTypeOf<MutableFields<{ readonly a: readonly { b: 1 }[] }>>().toEqualTypeOf<"b">();
  expectTypeOf<MutableFields<{ readonly a: Record<string, string[]> }>>().toEqualTypeOf<string>();
});

test("a schema may contain itself to any depth", () => {
  expectTypeOf<NonNullable<JSONSchemaProps["properties"]>[string]>().toEqualTypeOf<JSONSchemaProps>();
});

test("a literal with a field that does not exist, or with a value of another type, does not compile", ({ expect }) => {
  const template = { spec: { containers: [{ name: "web", image: "nginx" }] } };
  const web: Deployment = { metadata: { name: "web" }, spec: { selector: {}, template, replicas: 2 } };
  // @ts-expect-error: `replica` is no field.
  const misspelt: Deployment = { metadata: { name: "web" }, spec: { selector: {}, template, replica: 2 } };
  // @ts-expect-error: a replica count is a number.
  const mistyped: Deployment = { metadata: { name: "web" }, spec: { selector: {}, template, replicas: "2" } };
  // @ts-expect-error: an object has metadata.
  const nameless: Deployment = { spec: { selector: {}, template } };
  expect([web, misspelt, mistyped, nameless]).toHaveLength(4);
});

test("what is frozen can be written where a kind is expected, and a kind can not be changed", ({ expect }) => {
  const frozen = Object.freeze({ metadata: Object.freeze({ name: "a" }), data: Object.freeze({ key: "value" }) });
  const map: ConfigMap = frozen;
  const change = (): void => {
    // @ts-expect-error: types are readonly.
    map.data = {};
  };
  expect(change).toThrow(TypeError);
});

test("a resource value has what discovery says", ({ expect }) => {
  expect(Deployment).toEqual({
    group: "apps",
    version: "v1",
    kind: "Deployment",
    plural: "deployments",
    singular: "deployment",
    scope: "Namespaced",
    shortNames: ["deploy"],
    categories: ["all"],
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    subresources: ["scale", "status"],
  });
  expect(kinds.Namespace).toMatchObject({ group: "", scope: "Cluster", shortNames: ["ns"] });
  expect(kinds.SubjectAccessReview.verbs).toEqual(["create"]);
});

test("the body of a subresource has a type and no value", ({ expect }) => {
  expectTypeOf<Scale["kind"]>().toEqualTypeOf<"Scale" | undefined>();
  expect(Object.keys(autoscalingV1)).toEqual(["HorizontalPodAutoscaler"]);
  expect(Object.keys(policy)).toEqual(["PodDisruptionBudget"]);
});

test("kinds.ts has each kind in its preferred version, once per group", ({ expect }) => {
  expectTypeOf<PreferredAutoscaler>().toEqualTypeOf<AutoscalerV2>();
  expect(kinds.HorizontalPodAutoscaler.version).toBe("v2");
  expect(kinds.Event.group).toBe("");
  expect(kinds.EventsEvent.group).toBe("events.k8s.io");
  const groupKinds = Object.values(kinds).map(({ group, kind }) => `${group}/${kind}`);
  expect(new Set(groupKinds).size).toBe(groupKinds.length);
});
