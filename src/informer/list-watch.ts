import type { KubeList, KubeObject, Resource, WatchEvent } from "../model/index.ts";

/** How to list. */
export interface ListRequest {
  /** Absent: the newest state, read consistently. */
  readonly resourceVersion?: string | undefined;
  /** At most so many objects; the `continue` of the list leads to the rest. A server may give more. Absent: all of them. */
  readonly limit?: number | undefined;
  /** The `continue` of the page before: the page after it, of the same state. */
  readonly continue?: string | undefined;
  /** Whether objects may come as a cache keeps them: without managed fields, each in bytes of its own. A source need not care. */
  readonly isCompact?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** How to watch. */
export interface WatchRequest {
  /** The version after which changes are wanted. Absent only together with `sendInitialEvents`. */
  readonly resourceVersion?: string | undefined;
  readonly allowBookmarks: boolean;
  /** First the newest state, read consistently, as additions that a bookmark ends; then what changes. */
  readonly sendInitialEvents?: true | undefined;
  /** After so long the server ends the stream by itself. */
  readonly timeoutSeconds: number;
  /** As for a list. */
  readonly isCompact?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Where single objects are read from. */
export interface ObjectReader<T extends KubeObject = KubeObject> {
  /** The newest state of an object, read consistently. Rejects with an `ApiError` for which `isNotFound` is true if there is none. */
  get(name: string, options: { readonly signal: AbortSignal }): Promise<T>;
}

/**
 * What a reflector needs of a client: a collection and its changes. A client's handle of a resource satisfies it.
 *
 * Both throw an `ApiError` when the server refuses, also inside the stream; any other error means that there was no answer.
 */
export interface ListWatch<T extends KubeObject = KubeObject> {
  /** False: its watches have no initial events, so that nobody needs to try. */
  readonly streamsLists?: boolean | undefined;
  list(request: ListRequest): Promise<KubeList<T>>;
  watch(request: WatchRequest): AsyncIterable<WatchEvent<T>>;
  /** The same watch by what came together: reading it takes one turn for many events. None of the batches is empty. Absent: only one by one. */
  watchBatches?(request: WatchRequest): AsyncIterable<readonly WatchEvent<T>[]>;
  /** Where its objects of one namespace are read one by one. Absent: own writes that the stream does not tell are believed until a list comes. */
  inNamespace?(namespace?: string): ObjectReader<T>;
}

/** Where a factory gets the collections of its informers. A client satisfies it. */
export interface ListWatchClient {
  resource<T extends KubeObject>(resource: Resource<T>): ListWatch<T>;
}
