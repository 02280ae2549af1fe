import type { Schema } from "./schema.ts";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";
const apiextensions = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

/** The metadata of an object: `TemplateMeta` where it is embedded, part of `KubeObject` in a kind. */
export const objectMetaSchema: string = `${meta}.ObjectMeta`;

/** Schemas whose type is written by hand in `src/model`, with its name there. */
export const modelTypes: ReadonlyMap<string, string> = new Map([
  [objectMetaSchema, "TemplateMeta"],
  [`${meta}.FieldsV1`, "JsonObject"],
  [`${meta}.LabelSelector`, "LabelSelector"],
  [`${meta}.LabelSelectorRequirement`, "LabelSelectorRequirement"],
  [`${meta}.ListMeta`, "ListMeta"],
  [`${meta}.ManagedFieldsEntry`, "ManagedFieldsEntry"],
  [`${meta}.OwnerReference`, "OwnerReference"],
  ["io.k8s.apimachinery.pkg.runtime.RawExtension", "JsonObject"],
  [`${apiextensions}.JSON`, "JsonValue"],
]);

/** Go packages that belong to no API group. What they define stands together in `meta/v1`. */
export const sharedPackages: ReadonlyMap<string, string> = new Map([
  [meta, "meta/v1"],
  ["io.k8s.apimachinery.pkg.api.resource", "meta/v1"],
  ["io.k8s.apimachinery.pkg.util.intstr", "meta/v1"],
]);

const jsonSchemaProps: Schema = { type: "reference", name: `${apiextensions}.JSONSchemaProps` };
const strings: Schema = { type: "array", items: { type: "string", values: [] } };

/**
 * Schemas that say less, or more, than what the server sends. A quantity may be written as a number, but it is always read as a
 * string; the alternatives to a JSON schema are served as "anything".
 */
export const correctedSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", { type: "string", values: [] }],
  [`${apiextensions}.JSONSchemaPropsOrArray`, oneOf(jsonSchemaProps, { type: "array", items: jsonSchemaProps })],
  [`${apiextensions}.JSONSchemaPropsOrBool`, oneOf(jsonSchemaProps, { type: "boolean" })],
  [`${apiextensions}.JSONSchemaPropsOrStringArray`, oneOf(jsonSchemaProps, strings)],
]);

/** What a client sends beside objects of the kinds that discovery names. */
export const requestSchemas: readonly string[] = [`${meta}.DeleteOptions`];

function oneOf(...members: readonly Schema[]): Schema {
  return { type: "union", members };
}
