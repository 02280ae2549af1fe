/**
 * What tests of controllers need besides a cluster: faults between a client and its server.
 *
 * Promises: a fault happens at a place that the test chose and is counted, so that a test can show that it happened. Does not: touch the server; it
 * sees requests and answers as any client would cause them.
 *
 * @module
 */
export type { FaultCounts, FaultOptions, RefusalOptions } from "./planned-faults.ts";
export { TransportFaults } from "./transport-faults.ts";
export type { ConflictCount } from "./transport-faults.ts";
