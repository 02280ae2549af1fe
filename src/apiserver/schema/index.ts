/**
 * What is known of the fields of objects, and what follows from it: their types, unknown and duplicate fields, defaults, required fields and
 * values, and the one form in which Kubernetes writes an object of a built-in kind.
 *
 * Promised: messages are those of Kubernetes' own decoder, word for word but for a few forms that nobody sends; nothing here writes to its
 * input; only own properties count, so that keys such as `__proto__` are data. Not promised: what Kubernetes checks and completes in code,
 * beyond what its OpenAPI tells.
 *
 * @module
 */
export { builtInSchemas } from "./built-in-schemas.ts";
export type { BuiltInSchemas } from "./built-in-schemas.ts";
export { conversionProblem } from "./conversion-problem.ts";
export { firstToTell } from "./first-to-tell.ts";
export { illegalBase64At } from "./illegal-base64.ts";
export { normalized } from "./normalized.ts";
export {
  isRaw,
  rawEqual,
  rawTextOf,
  stringifyRaw,
  withoutRawTexts,
  withRawTextsOf,
  withSharedTextsOf,
} from "./raw-text.ts";
export { readRaw } from "./raw-text-reader.ts";
export type { Schema, SchemaSource } from "./schema.ts";
export { schemaProblems } from "./schema-problems.ts";
export type { TypeCheck } from "./schema-problems.ts";
export { readSentVersion } from "./sent-version.ts";
export { strictFindings, strictProblems } from "./strict-problems.ts";
export { typeProblem } from "./type-problem.ts";
export { unknownFields } from "./unknown-fields.ts";
export { validateFields } from "./validate-fields.ts";
export type { FieldValidation } from "./validate-fields.ts";
export { yamlDuplicates } from "./yaml-duplicates.ts";
export { withDefaults } from "./with-defaults.ts";
export { withMerged } from "./with-merged.ts";
