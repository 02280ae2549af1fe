import type { KubeObject } from "./object.ts";

/** One change of a watched collection. */
export interface ObjectEvent<T extends KubeObject = KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The new state; of a deleted object the last one, with the version of the deletion. */
  readonly object: T;
}

/** Says that everything up to a version has been sent, without any change. */
export interface BookmarkEvent {
  readonly type: "BOOKMARK";
  readonly resourceVersion: string;
  /** Whether this ends the initial events that the watch asked for. */
  readonly endsInitialEvents: boolean;
}

/** What a watch yields. A failure inside the stream is thrown, not yielded. */
export type WatchEvent<T extends KubeObject = KubeObject> = ObjectEvent<T> | BookmarkEvent;
