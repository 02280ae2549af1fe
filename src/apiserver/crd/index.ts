/**
 * CustomResourceDefinitions as values: what is wrong with one, what is filled in, its status, what it makes the server serve, and what
 * its schemas make of objects.
 *
 * Promised: pure functions; a definition of any content is either accepted or refused with the causes that Kubernetes gives; only own
 * members of values count; what a schema leaves as it was is shared, never copied or written to.
 *
 * Not promised: the evaluation of CEL rules (whoever has a `RuleCompiler` gives it), conversion by webhook, the metadata inside embedded
 * resources. The words for causes and wrong types stand here because the registry, which needs them too, is above this folder.
 *
 * @module
 */
export { duplicate, forbidden, invalid, notFound, notSupported, required, tooLong, tooMany } from "./causes.ts";
export { readScaled } from "./check-scale.ts";
export { acceptedNameCauses, checkDefinition, checkDefinitionUpdate, checkStoredVersions } from "./check-definition.ts";
export { CustomVersion } from "./custom-version.ts";
export type { ObjectToCheck } from "./custom-version.ts";
export type { ObjectCodec } from "./custom-version.ts";
export { cleanupFinalizer } from "./defaults.ts";
export { withDefaults } from "./definition-defaults.ts";
export { definitionTypeProblem } from "./definition-shape.ts";
export { isConditionTrue, withStatus, withTerminating } from "./definition-status.ts";
export type { StatusInputs } from "./definition-status.ts";
export { goQuoted, isPrintable } from "./go-quoted.ts";
export { hasFormat } from "./formats.ts";
export { inGoOrder } from "./in-go-order.ts";
export { jsonType, typeProblem } from "./json-shape.ts";
export type { MetadataRules, SchemaTools } from "./metadata-rules.ts";
export { readPattern } from "./pattern.ts";
export { metadataFields } from "./prune.ts";
export type { CompiledRule, CompiledRules, RuleCompiler, RuleFindings, RuleValues } from "./rule-compiler.ts";
export { selectableValue } from "./selectable-fields.ts";
export type { SelectableField } from "./selectable-fields.ts";
export { definedVersions } from "./served-versions.ts";
export type { ResourceVersion } from "./served-versions.ts";
export { formatWarnings } from "./unrecognized-formats.ts";
export type { ValueSchema } from "./value-schema.ts";
export { compareVersions } from "./version-order.ts";
export { parseWebUrl } from "./web-url.ts";
