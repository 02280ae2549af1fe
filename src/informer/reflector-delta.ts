import type { KubeObject } from "../model/index.ts";

/** The whole collection, as one consistent list said. What is not in it does not exist. */
export interface ReplacedDelta<T extends KubeObject = KubeObject> {
  readonly type: "replaced";
  readonly objects: readonly T[];
  readonly resourceVersion: string;
}

/** One change since. */
export interface ChangeDelta<T extends KubeObject = KubeObject> {
  readonly type: "added" | "updated" | "deleted";
  readonly object: T;
}

/** Nothing has changed up to this version. */
export interface BookmarkDelta {
  readonly type: "bookmark";
  readonly resourceVersion: string;
}

/** The connection to the server failed. The reflector goes on by itself; until then what is known may be old. */
export interface InterruptedDelta {
  readonly type: "interrupted";
  readonly error: unknown;
}

/** What a reflector tells. */
export type ReflectorDelta<T extends KubeObject = KubeObject> =
  | ReplacedDelta<T>
  | ChangeDelta<T>
  | BookmarkDelta
  | InterruptedDelta;
