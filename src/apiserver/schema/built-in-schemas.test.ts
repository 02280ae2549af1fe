import { test } from "vitest";
import { schemaPack } from "../../types/pack/index.ts";
import { builtInSchemas } from "./built-in-schemas.ts";
import type { Schema } from "./schema.ts";

test("a schema tells types, values, defaults, list types, merge keys and what becomes of empty values [apiserver/built-in-schemas]", ({
  expect,
}) => {
  const pod = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "Pod" });
  const containers = pod?.properties?.["spec"]?.properties?.["containers"];
  expect(containers).toMatchObject({
    type: "array",
    listType: "map",
    listKeys: ["name"],
    patch: { strategies: ["merge"], mergeKey: "name" },
    emptyValue: "written",
  });
  const container = containers?.items;
  expect(container).toMatchObject({ name: "io.k8s.api.core.v1.Container", type: "object", required: ["name"] });
  expect(container?.properties?.["stdin"]).toMatchObject({ type: "boolean", emptyValue: undefined });
  expect(container?.properties?.["ports"]?.items?.properties?.["protocol"]).toMatchObject({
    type: "string",
    enum: ["SCTP", "TCP", "UDP"],
    default: "TCP",
    goType: "v1.Protocol",
  });
  expect(pod?.properties?.["spec"]?.properties?.["nodeSelector"]).toMatchObject({
    isAtomic: true,
    values: { type: "string" },
  });
  expect(pod?.properties?.["spec"]?.properties?.["priority"]).toMatchObject({ format: "int32", emptyValue: "kept" });
  expect(pod?.properties?.["spec"]?.properties?.["volumes"]).toMatchObject({
    patch: { strategies: ["merge", "retainKeys"], mergeKey: "name" },
  });
  const volume = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "PersistentVolume" })?.properties?.["spec"];
  expect(volume?.properties?.["claimRef"]).toMatchObject({
    name: "io.k8s.api.core.v1.ObjectReference",
    isAtomic: false,
  });
});

test("a kind is found under its own version, what all groups share under each, and nothing under another name [apiserver/built-in-schemas]", ({
  expect,
}) => {
  const schemas = builtInSchemas();
  const nameOf = (apiVersion: string, kind: string): string | undefined => schemas.schemaOf({ apiVersion, kind })?.name;
  expect(nameOf("apps/v1", "Deployment")).toBe("io.k8s.api.apps.v1.Deployment");
  expect(nameOf("apps/v1", "DeleteOptions")).toBe("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions");
  expect(nameOf("v1", "Deployment")).toBeUndefined();
  expect(nameOf("v1", "PodSpec")).toBeUndefined();
  expect(nameOf("__proto__", "Pod")).toBeUndefined();
  expect(nameOf("v1", "constructor")).toBeUndefined();
});

test("a schema may contain itself, and is read once [apiserver/built-in-schemas]", ({ expect }) => {
  const schemas = builtInSchemas();
  const name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
  const inner = schemas.schemaNamed(name)?.properties?.["not"];
  expect(inner?.name).toBe(name);
  expect(inner?.properties).toBe(schemas.schemaNamed(name)?.properties);
});

test("every line of the pack can be read, and refers only to what is there [apiserver/built-in-schemas]", ({
  expect,
}) => {
  const schemas = builtInSchemas();
  const names = Object.keys(schemaPack.versions).flatMap((apiVersion) => schemas.namesOf(apiVersion));
  expect(names.length).toBeGreaterThan(400);
  const types = new Set<string | undefined>();
  const visit = (schema: Schema): void => {
    types.add(schema.type ?? schema.format ?? (schema.isIntOrString === true ? "int-or-string" : schema.name));
    for (const inner of [schema.items, schema.values]) if (inner !== undefined) visit(inner);
  };
  for (const name of names)
    for (const property of Object.values(schemas.schemaNamed(name)?.properties ?? {})) visit(property);
  const extensions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";
  expect([...types].map(String).toSorted((left, right) => (left < right ? -1 : 1))).toEqual([
    "array",
    "boolean",
    "int-or-string",
    "integer",
    `${extensions}.JSON`,
    `${extensions}.JSONSchemaPropsOrArray`,
    `${extensions}.JSONSchemaPropsOrBool`,
    `${extensions}.JSONSchemaPropsOrStringArray`,
    "number",
    "object",
    "quantity",
    "string",
  ]);
});
