/**
 * Server-side apply: merging what several managers apply to one object, and recording who owns which of its fields.
 *
 * Promised: objects, managed fields, conflicts and refusals are those of Kubernetes; nothing here writes to its input, holds objects, or
 * knows of requests and stores. Not promised: defaults and validation of the result, which are the caller's.
 *
 * @module
 */
export { ApplyEngine } from "./apply-engine.ts";
export type { ApplyOutcome } from "./apply-engine.ts";
export { ApplyRefusedError } from "./errors.ts";
export { FieldSet } from "./field-set.ts";
export { goText, goType } from "./go-value.ts";
export { withIdleTimes } from "./idle-times.ts";
export { goEscaped } from "./path-element.ts";
export { ownersOfParent, ownersOfScale } from "./scale-owners.ts";
export { statusOnly, untrackedFields } from "./untracked-fields.ts";
export type { Write } from "./write.ts";
