/**
 * Data about Kubernetes' kinds that only some programs need: import it when it is needed, not before.
 *
 * Promised: values without code, for the Kubernetes version that the types are of. Not promised: their form, which belongs to those who
 * read them.
 *
 * @module
 */
export { bootstrapObjects } from "./bootstrap-objects.ts";
export { bootstrapRbac } from "./bootstrap-rbac.ts";
export { protobufTables } from "./protobuf-tables.ts";
export { schemaPack } from "./schema-pack.ts";
