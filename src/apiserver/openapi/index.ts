/**
 * The API of all that is served, as documents of OpenAPI.
 *
 * Promised: paths, parameters, schemas, kinds, list types and merge keys are those of Kubernetes for what is served, and follow definitions at
 * once; a document is made when it is first asked for and kept until what it is about changes. Not promised: prose about built-in kinds.
 *
 * @module
 */
export { OpenApi } from "./open-api.ts";
export type { EncodedDocument } from "./open-api.ts";
