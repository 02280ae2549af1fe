/**
 * The names that a beginner needs; everything else is in the folder that is named after it, as `setpoint/queue`.
 *
 * @module
 */
export { realClock, runAll, VirtualClock } from "./async/index.ts";
export { ApiError, edit, isNotFound, parseSelector } from "./model/index.ts";
export type { KubeObject, ObjectKey, ObjectOf, Resource } from "./model/index.ts";
export { createLogger, MetricsRegistry } from "./observe/index.ts";
export { WorkQueue } from "./queue/index.ts";
export type { Lease } from "./queue/index.ts";
