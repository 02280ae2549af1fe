/**
 * Local copies of collections, kept up to date by list and watch, and told about to whoever wants to know.
 *
 * Promised: no error of the server, a handler or an index function ends an informer; a stream that falls silent is replaced within the time it
 * was asked to last plus 30 s (at most 10.5 minutes); within one list generation the copy never goes back in time; every presence of
 * an object gets exactly one end; what the copy gives is read-only; what was aborted leaves no timer and no listener behind.
 *
 * Not promised: that a handler hears of every state that an object was in (it hears of the last), any order between different objects, or a
 * bound on what waits for a slow handler.
 *
 * @module
 */
export type { Delta, DeltaType } from "./delta.ts";
export { DeltaFifo } from "./delta-fifo.ts";
export type { DeltaProcessor, KnownObjects } from "./delta-fifo.ts";
export { InformerError } from "./errors.ts";
export type { InformerErrorCode } from "./errors.ts";
export { IndexedStore } from "./indexed-store.ts";
export type { IndexedStoreOptions, IndexFailure } from "./indexed-store.ts";
export type { Indexer } from "./indexer.ts";
export { InformerFactory } from "./informer-factory.ts";
export type { ListRequest, ListWatch, ListWatchClient, WatchRequest } from "./list-watch.ts";
export { Lister, NamespaceLister } from "./lister.ts";
export type { IndexFunction } from "./object-index.ts";
export { Reflector } from "./reflector.ts";
export type { ReflectorOptions, ReflectorState } from "./reflector.ts";
export type { BookmarkDelta, ChangeDelta, InterruptedDelta, ReflectorDelta, ReplacedDelta } from "./reflector-delta.ts";
export type { HandlerRegistration, ResourceEventHandler } from "./resource-event-handler.ts";
export { SharedInformer } from "./shared-informer.ts";
export type { InformerState, SharedInformerOptions } from "./shared-informer.ts";
