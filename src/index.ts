/**
 * The names that a beginner needs; everything else is in the folder that is named after it, as `setpoint/queue`.
 *
 * @module
 */
export { realClock, runAll, VirtualClock } from "./async/index.ts";
export { Client } from "./client/index.ts";
export { startCluster } from "./cluster/index.ts";
export type { EmbeddedCluster } from "./cluster/index.ts";
export { loadConfig, loadKubeconfig } from "./config/index.ts";
export { defineController, TerminalError } from "./controller/index.ts";
export type { ReconcileContext } from "./controller/index.ts";
export { InformerFactory } from "./informer/index.ts";
export { Manager } from "./manager/index.ts";
export { ApiError, edit, isNotFound, parseSelector } from "./model/index.ts";
export type { KubeObject, ObjectKey, ObjectOf, Resource } from "./model/index.ts";
export { createLogger, MetricsRegistry } from "./observe/index.ts";
export { WorkQueue } from "./queue/index.ts";
export type { Lease } from "./queue/index.ts";
export { defineResource, jsonSchema } from "./schema/index.ts";
