/**
 * Local copies of collections, kept up to date by list and watch, and told about to whoever wants to know.
 *
 * Promised: no error of the server, a handler or an index function ends an informer; a stream that falls silent is replaced within the time it
 * was asked to last plus 30 s (at most 10.5 minutes); within one list generation the copy never goes back in time; every presence of
 * an object gets exactly one end; what the copy gives is read-only; what was aborted leaves no timer and no listener behind.
 *
 * What an own write was answered with can be read at once (`observe`); what the server's stream does not tell of it within ten seconds is asked for.
 *
 * What waits for a slow handler is bounded by the number of objects, and holds up nobody else.
 *
 * Not promised: that a handler hears of every state that an object was in (it hears of the last), or any order between different objects.
 *
 * @module
 */
export type { ChangesOptions } from "./audience.ts";
export type { Delta, DeltaType } from "./delta.ts";
export { DeltaFifo } from "./delta-fifo.ts";
export type { DeltaFifoOptions, DeltaProcessor, KnownObjects } from "./delta-fifo.ts";
export { InformerError } from "./errors.ts";
export type { InformerErrorCode } from "./errors.ts";
export type { FeedState } from "./feed.ts";
export type { NamespacedSource } from "./feeds.ts";
export type { PathOf } from "./field-path.ts";
export { Fifo } from "./fifo.ts";
export type { FifoProcessor } from "./fifo.ts";
export type { Identity, ObjectState } from "./identity.ts";
export { filteredHandler } from "./filtered-handler.ts";
export { IndexedStore } from "./indexed-store.ts";
export type { IndexedStoreOptions, IndexFailure, StoreBound } from "./indexed-store.ts";
export type { Indexer, Selection } from "./indexer.ts";
export { Informer } from "./informer.ts";
export type { InformerOptions } from "./informer.ts";
export { InformerFactory } from "./informer-factory.ts";
export type { InformerClient, InformerFactoryOptions, InformerRequest } from "./informer-factory.ts";
export type { InformerFailure } from "./informer-failure.ts";
export type { SharedInformerOptions } from "./informer-options.ts";
export type { InformerScope, RequestTweak } from "./informer-scope.ts";
export type { ListRequest, ListWatch, ListWatchClient, ObjectReader, WatchRequest } from "./list-watch.ts";
export { Lister, NamespaceLister } from "./lister.ts";
export { MetadataLister } from "./metadata-lister.ts";
export type { IndexFunction } from "./object-index.ts";
export { keepPaths, metadataOf, transformed } from "./projection.ts";
export type { MetadataOnly, Projected, Projection } from "./projection.ts";
export { Reflector } from "./reflector.ts";
export type { ReflectorOptions, ReflectorState } from "./reflector.ts";
export type { BookmarkDelta, ChangeDelta, InterruptedDelta, ReflectorDelta, ReplacedDelta } from "./reflector-delta.ts";
export type {
  Change,
  ChangeInfo,
  HandlerOptions,
  HandlerRegistration,
  ResourceEventHandler,
  Syncing,
} from "./resource-event-handler.ts";
export { SharedInformer } from "./shared-informer.ts";
export type { InformerState, ProjectingOptions } from "./shared-informer.ts";
export { UndeltaStore } from "./undelta-store.ts";
export type { StatePusher } from "./undelta-store.ts";
