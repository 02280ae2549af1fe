/**
 * CustomResourceDefinitions as values: what is wrong with one, what is filled in, its status, and what it makes the server serve.
 *
 * Promised: pure functions; a definition of any content is either accepted or refused with the causes that Kubernetes gives.
 *
 * Not promised: schemas (they are kept, neither checked nor enforced), conversion by webhook, the scale subresource. The words for causes and
 * wrong types stand here because the registry, which needs them too, is above this folder.
 *
 * @module
 */
export { forbidden, invalid, notSupported, required } from "./causes.ts";
export { checkDefinition, checkDefinitionUpdate } from "./check-definition.ts";
export { cleanupFinalizer } from "./defaults.ts";
export { withDefaults } from "./definition-defaults.ts";
export { definitionTypeProblem } from "./definition-shape.ts";
export { isConditionTrue, withStatus, withTerminating } from "./definition-status.ts";
export type { StatusInputs } from "./definition-status.ts";
export { typeProblem } from "./json-shape.ts";
export type { Shape } from "./json-shape.ts";
export { servedVersions, storageVersion } from "./served-versions.ts";
