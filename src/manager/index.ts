/**
 * What runs controllers in a process: starts their informers, runs them side by side, stops them in order.
 *
 * Promises: `run` ends soon after its signal is aborted, whatever the server or a reconcile does, and leaves no timer, no listener and no
 * request behind but those of a reconcile that does not end although it was told to; a server that cannot be reached does not end it.
 * Does not: close the client, listen to signals of the operating system, or elect a leader.
 *
 * @module
 */
export { managerDefaults } from "./defaults.ts";
export type { ManagerDefaults } from "./defaults.ts";
export { ManagerError } from "./errors.ts";
export type { ManagerErrorCode } from "./errors.ts";
export { Manager } from "./manager.ts";
export type { ManagerOptions } from "./manager.ts";
