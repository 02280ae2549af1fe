import type { KubeList, KubeObject, Resource, WatchEvent } from "../model/index.ts";

/** How to list. */
export interface ListRequest {
  /** Absent: the newest state, read consistently. */
  readonly resourceVersion?: string | undefined;
  readonly signal: AbortSignal;
}

/** How to watch. */
export interface WatchRequest {
  /** The version after which changes are wanted. */
  readonly resourceVersion: string;
  readonly allowBookmarks: boolean;
  /** After so long the server ends the stream by itself. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/**
 * What a reflector needs of a client: a collection and its changes. A client's handle of a resource satisfies it.
 *
 * Both throw an `ApiError` when the server refuses, also inside the stream; any other error means that there was no answer.
 */
export interface ListWatch<T extends KubeObject = KubeObject> {
  list(request: ListRequest): Promise<KubeList<T>>;
  watch(request: WatchRequest): AsyncIterable<WatchEvent<T>>;
}

/** Where a factory gets the collections of its informers. A client satisfies it. */
export interface ListWatchClient {
  resource<T extends KubeObject>(resource: Resource<T>): ListWatch<T>;
}
