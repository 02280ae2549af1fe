/**
 * Controllers: `defineController` says what to do with one object, `runController` does it whenever an object needs it.
 *
 * Promises: one reconcile per object at a time, and no change lost while it runs; a reconcile that throws is tried again with a growing
 * delay, one that never ends holds up its own object only; the framework writes the finalizer and the status, each only if it differs, and never
 * over somebody else's change; what one run wrote, the next one sees. Does not: tell a reconcile why it runs, keep anything across a
 * restart, or undo what a reconcile did before it threw.
 *
 * @module
 */
export { controllerDefaults } from "./defaults.ts";
export type { ControllerDefaults } from "./defaults.ts";
export { defineController } from "./define-controller.ts";
export type { ControllerOptions } from "./define-controller.ts";
export type {
  AnyReconcileContext,
  ControllerDefinition,
  ReconcileContext,
  ReconcileResult,
  ReconcileTools,
  StatusOf,
} from "./definition.ts";
export { ControllerError } from "./errors.ts";
export type { ControllerErrorCode } from "./errors.ts";
export { runController } from "./run-controller.ts";
export type { ControllerDependencies } from "./run-controller.ts";
export { TerminalError } from "./terminal-error.ts";
