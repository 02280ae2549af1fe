/**
 * The nouns of Kubernetes: objects and their keys, resources, selectors, failures, versions, owners, conditions, quantities, times, and
 * the things done to documents everywhere: reading, comparing, editing and patching.
 *
 * Promised: nothing here writes to its input or holds state. Input from outside is either understood or refused with an error that has
 * a code; only own properties count, so that keys such as `__proto__` and `constructor` are data and never reach a prototype; no text
 * and no nesting makes anything here hang or overflow the stack. Where Kubernetes has a message, it is the `detail` of the error.
 *
 * An integer too large for a number is a leaf that is written digit by digit (`isExactInteger`), and survives all of it.
 *
 * Not promised: values other than JSON's (class instances pass through as they are).
 *
 * @module
 */

export { ApiError } from "./api-error.ts";
export type { ApiErrorFields } from "./api-error.ts";
export {
  findApiError,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isGone,
  isInternalError,
  isInvalid,
  isMethodNotAllowed,
  isNotAcceptable,
  isNotFound,
  isRequestEntityTooLarge,
  isServerTimeout,
  isServiceUnavailable,
  isStoreReadError,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnexpectedServerError,
  isUnsupportedMediaType,
  statusCause,
  suggestedDelayMs,
} from "./api-error-predicates.ts";
export type { FailurePredicate } from "./api-error-predicates.ts";
export { applyJsonPatch } from "./apply-json-patch.ts";
export type { JsonPatchOptions } from "./apply-json-patch.ts";
export { findCondition, isConditionTrue, removeCondition, setCondition } from "./condition.ts";
export type { ConditionFields, NewCondition } from "./condition.ts";
export { createJsonPatch } from "./create-json-patch.ts";
export { deepEqual } from "./deep-equal.ts";
export { defaultMaxDepth } from "./defaults.ts";
export { assertDepth } from "./depth.ts";
export type { DepthOptions } from "./depth.ts";
export { asDraft } from "./draft.ts";
export type { Draft } from "./draft.ts";
export { edit } from "./edit.ts";
export { InvalidInputError } from "./errors.ts";
export type { InvalidInput, InvalidInputCode, ModelErrorCode } from "./errors.ts";
export { exactInteger, exactIntegerText, isExactInteger } from "./exact-integer.ts";
export type { ExactInteger } from "./exact-integer.ts";
export type { FailedRequest } from "./failure.ts";
export { escapeFieldValue, FieldSelector, parseFieldSelector } from "./field-selector.ts";
export type { FieldRequirement } from "./field-selector.ts";
export { apiVersionOf, formatApiVersion, gvkOf, gvrOf, parseApiVersion } from "./group-version.ts";
export type { GroupVersion, GroupVersionKind, GroupVersionResource } from "./group-version.ts";
export { intOrStringToText, scaledIntOrPercent } from "./int-or-string.ts";
export type { JsonPatch, JsonPatchOperation } from "./json-patch.ts";
export { selectorFromLabelSelector } from "./label-selector.ts";
export type { LabelSelector, LabelSelectorRequirement } from "./label-selector.ts";
export {
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "./label-validation.ts";
export { applyMergePatch, createMergePatch } from "./merge-patch.ts";
export type { MergePatch } from "./merge-patch.ts";
export { formatMetaDuration, parseMetaDuration } from "./meta-duration.ts";
export { configKeyProblems, dns1035LabelProblems, pathSegmentProblems, portNameProblems } from "./name-validation.ts";
export type { NewObject } from "./new-object.ts";
export type {
  JsonObject,
  JsonValue,
  KubeList,
  KubeObject,
  ListMeta,
  ManagedFieldsEntry,
  ObjectMeta,
  TemplateMeta,
} from "./object.ts";
export { formatKey, keyOf, parseKey } from "./object-key.ts";
export type { ObjectKey } from "./object-key.ts";
export { getOwn, setOwn } from "./own-property.ts";
export type { OwnerReference } from "./owner-reference.ts";
export { controllerOf, isControlledBy, isOwnedBy, ownerReferenceTo } from "./ownership.ts";
export type { OwnerReferenceOptions } from "./ownership.ts";
export { parseJson } from "./parse-json.ts";
export type { ParseJsonOptions } from "./parse-json.ts";
export { isProjected, projected } from "./projection-mark.ts";
export type { ProjectionMark } from "./projection-mark.ts";
export { Quantity } from "./quantity.ts";
export type { QuantityFields } from "./quantity.ts";
export { parseQuantity } from "./quantity-parser.ts";
export type { QuantityFormat } from "./quantity-suffix.ts";
export { Requirement } from "./requirement.ts";
export type { Labels } from "./requirement.ts";
export type { RequirementFields, SelectorOperator } from "./requirement-validation.ts";
export type { ObjectOf, Resource, Scope } from "./resource.ts";
export { compareResourceVersions, isResourceVersion } from "./resource-version.ts";
export { everything, nothing, Selector, selectorFromLabels } from "./selector.ts";
export { parseSelector } from "./selector-parser.ts";
export { statusCodes } from "./status.ts";
export type {
  AnyCauseType,
  AnyStatusReason,
  CauseType,
  Status,
  StatusCause,
  StatusDetails,
  StatusReason,
} from "./status.ts";
export { applyStrategicMergePatch } from "./strategic-merge-patch.ts";
export type { StrategicPatchField, StrategicSchema } from "./strategic-merge-patch.ts";
export { formatMicroTime, formatTime, parseTime } from "./time.ts";
export { compareUtf8, utf8Length } from "./utf8.ts";
export type { BookmarkEvent, ObjectEvent, WatchEvent } from "./watch-event.ts";
