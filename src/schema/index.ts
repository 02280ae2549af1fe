/**
 * Kinds of one's own, said once: `defineResource` gives the type of the objects, the value that clients, informers and controllers take,
 * and the CustomResourceDefinition that makes a server serve them.
 *
 * Promises: knows no schema library, only what such libraries agree on (Standard Schema with JSON Schema); a constraint is said in the
 * definition or refused with its place, never dropped in silence, unless servers see to it anyway (unknown fields, the range of integers); what is not refused
 * here has the form that Kubernetes wants. Does not: ask a server, check objects, run transforms. The type is that of the schema's output
 * and the definition that of its input: a schema whose output differs by more than defaults describes other objects than it types.
 *
 * @module
 */
export type { CrdManifest, CustomResource } from "./custom-resource.ts";
export { schemaDefaults } from "./defaults.ts";
export type { SchemaDefaults } from "./defaults.ts";
export { defineResource } from "./define-resource.ts";
export type { ResourceDefinition, SpecObject, StatusObject, StatusResourceDefinition } from "./define-resource.ts";
export { SchemaError } from "./errors.ts";
export type { SchemaErrorCode, SchemaProblem } from "./errors.ts";
export type { Immutable } from "./immutable.ts";
export { jsonSchema } from "./json-schema.ts";
export type { JsonSchema, Schema, SchemaResult, StandardSchema } from "./schema.ts";
