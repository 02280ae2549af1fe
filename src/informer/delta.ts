import type { KubeObject } from "../model/index.ts";

/** What happened to an object: `Replaced` when a list told it, `Sync` when nothing did and it is only told again. */
export type DeltaType = "Added" | "Updated" | "Deleted" | "Replaced" | "Sync";

/** One thing that happened to an object. */
export interface Delta<T extends KubeObject = KubeObject> {
  readonly type: DeltaType;
  /** The new state; of a deletion the last one that is known. */
  readonly object: T;
  /** The object is gone, but nobody saw it go: `object` may be older than its last state. */
  readonly isFinalStateUnknown: boolean;
}
