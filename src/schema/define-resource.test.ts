import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { KubeObject, ObjectOf, Resource } from "../model/index.ts";
import type { CustomResource } from "./custom-resource.ts";
import { defineResource } from "./define-resource.ts";
import { SchemaError } from "./errors.ts";
import { jsonSchema } from "./json-schema.ts";

const Network = defineResource({
  group: "samplecrd.k8s.io",
  version: "v1",
  kind: "Network",
  annotations: { "api-approved.kubernetes.io": "unapproved, sample" },
  shortNames: ["nw"],
  spec: z.object({ cidr: z.string(), servers: z.array(z.string()).default([]), gateway: z.string().optional() }),
  status: z.object({ id: z.string().optional(), ready: z.boolean() }),
});
type Network = ObjectOf<typeof Network>;

const names = { group: "example.com", version: "v1", kind: "Thing" };
const empty = jsonSchema<object>({ type: "object" });

test("one value is the resource, its type and its definition [schema/said-once]", ({ expect }) => {
  expect(Network).toMatchObject({
    plural: "networks",
    singular: "network",
    scope: "Namespaced",
    subresources: ["status"],
  });
  expect(Network.verbs).toContain("watch");
  expect(Network.crd).toEqual({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: "networks.samplecrd.k8s.io",
      annotations: { "api-approved.kubernetes.io": "unapproved, sample" },
    },
    spec: {
      group: "samplecrd.k8s.io",
      scope: "Namespaced",
      names: { kind: "Network", listKind: "NetworkList", plural: "networks", singular: "network", shortNames: ["nw"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: "object",
              required: ["spec"],
              properties: {
                apiVersion: { type: "string" },
                kind: { type: "string" },
                metadata: { type: "object" },
                spec: {
                  type: "object",
                  required: ["cidr"],
                  properties: {
                    cidr: { type: "string" },
                    servers: { type: "array", items: { type: "string" }, default: [] },
                    gateway: { type: "string" },
                  },
                },
                status: {
                  type: "object",
                  required: ["ready"],
                  properties: { id: { type: "string" }, ready: { type: "boolean" } },
                },
              },
            },
          },
        },
      ],
    },
  });
});

test("objects are typed by the schemas: read-only, defaults present, status optional [schema/types-inferred]", ({
  expect,
}) => {
  expectTypeOf<Network["spec"]>().toEqualTypeOf<{
    readonly cidr: string;
    readonly servers: readonly string[];
    readonly gateway?: string | undefined;
  }>();
  expectTypeOf<Network["status"]>().toEqualTypeOf<
    { readonly id?: string | undefined; readonly ready: boolean } | undefined
  >();
  expectTypeOf<Network>().toExtend<KubeObject>();
  expectTypeOf(Network).toExtend<Resource>();

  const Written = defineResource({ ...names, spec: jsonSchema<{ size: number }>({ type: "object" }) });
  expectTypeOf<ObjectOf<typeof Written>["spec"]>().toEqualTypeOf<{ readonly size: number }>();
  expectTypeOf<ObjectOf<typeof Written>>().not.toHaveProperty("status");
  const several: readonly CustomResource[] = [Network, Written];
  expect(several).toHaveLength(2);
});

test("without a status there is no status subresource [schema/status-subresource]", ({ expect }) => {
  const resource = defineResource({ ...names, spec: empty });
  expect(resource.subresources).toEqual([]);
  expect(resource.crd.spec.versions[0]).not.toHaveProperty("subresources");
});

test("the plural follows the usual rules, unless it is given [schema/plurals]", ({ expect }) => {
  const plural = (kind: string): string => defineResource({ ...names, kind, spec: empty }).plural;
  const kinds = ["Network", "Policy", "Ingress", "Gateway", "Box", "Switch", "CronTab"];
  expect(kinds.map(plural)).toEqual(["networks", "policies", "ingresses", "gateways", "boxes", "switches", "crontabs"]);
  expect(defineResource({ ...names, plural: "sheep", spec: empty }).crd.metadata.name).toBe("sheep.example.com");
});

test("a name that no server takes is refused with its field [schema/names-checked]", ({ expect }) => {
  const place = (wrong: Partial<Parameters<typeof defineResource>[0]>): unknown => {
    try {
      return defineResource({ ...names, spec: empty, ...wrong });
    } catch (error) {
      return SchemaError.is(error, "SETPOINT_SCHEMA_NAME") ? error.place : error;
    }
  };
  expect(place({ group: "example" })).toBe("group");
  expect(place({ group: "Example.com" })).toBe("group");
  expect(place({ version: "1" })).toBe("version");
  expect(place({ version: "V1" })).toBe("version");
  expect(place({ kind: "9Lives" })).toBe("kind");
  expect(place({ kind: "" })).toBe("kind");
  expect(place({ plural: "Things" })).toBe("plural");
  expect(place({ singular: "a b" })).toBe("singular");
  expect(place({ shortNames: ["ok", "Not"] })).toBe("shortNames[1]");
  expect(place({ categories: ["-"] })).toBe("categories[0]");
  expect(place({ group: `${"a.".repeat(124)}bc`, plural: "p".repeat(63) })).toBe("plural and group");
});

test("a schema that does not write itself is refused, with the reason [schema/unwritable-refused]", ({ expect }) => {
  const date = (): unknown => defineResource({ ...names, spec: z.object({ at: z.date() }) });
  expect(date).toThrow(/^Cannot define the resource: spec: Date cannot be represented/);
  expect(date).toThrow(
    expect.objectContaining({ code: "SETPOINT_SCHEMA_UNSUPPORTED", cause: expect.any(Error) as Error }),
  );
  const old = { "~standard": { validate: () => ({ value: {} }) } } as never;
  expect(() => defineResource({ ...names, spec: old })).toThrow(/expected a schema that can write itself/);
  expect(() => defineResource({ ...names, spec: undefined as never })).toThrow(/spec: no schema/);
  expect(SchemaError.is(new Error("other"))).toBe(false);
});
