/**
 * Where the API server keeps its objects: revisions, the log of changes, and drivers.
 *
 * Promised: one counter for all changes; a change happens whole or not at all, and only if the object is still what its writer believed; a
 * watch misses nothing and repeats nothing, or says that it has expired. A store outlives the servers that use it.
 *
 * Not promised: durability (the memory driver forgets with the process), states of the past further back than the log reaches. Knows bytes and keys, no Kubernetes, no HTTP.
 *
 * @module
 */
export { compareBytes } from "./byte-order.ts";
export { StoreError } from "./errors.ts";
export type { StoreErrorCode } from "./errors.ts";
export { Feed, follow } from "./feed.ts";
export { MemoryStore } from "./memory-store.ts";
export type { MemoryStoreOptions } from "./memory-store.ts";
export type { Change, Commit, Scan, Store, StoredObject, StoreKey, StoreRange, WatchRange } from "./store.ts";
export { madeTell, outletTell } from "./tell.ts";
export type { Make, Tell } from "./tell.ts";
