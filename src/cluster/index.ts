/**
 * The one place where server, client and controllers are joined: `startCluster` in this process, `joinCluster` on a server that runs already.
 *
 * Promises: started whole or not at all; after `close` no socket, timer or listener is left; a cluster that does not listen opens no socket; any
 * number of clusters can live in one process. Does not: keep anything after the process (the store is in memory), or speak for the real
 * thing: run the same test on both servers.
 *
 * @module
 */
export { Cluster } from "./cluster.ts";
export type { ClusterParts, Expected } from "./cluster.ts";
export { clusterDefaults } from "./defaults.ts";
export type { ClusterDefaults } from "./defaults.ts";
export { ClusterError } from "./errors.ts";
export type { ClusterErrorCode } from "./errors.ts";
export { joinCluster } from "./join-cluster.ts";
export type { JoinOptions } from "./join-cluster.ts";
export { EmbeddedCluster, startCluster } from "./start-cluster.ts";
export type { ClusterOptions } from "./start-cluster.ts";
export type { UntilOptions } from "./until.ts";
