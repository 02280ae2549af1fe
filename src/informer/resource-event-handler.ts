import type { KubeObject } from "../model/index.ts";

/**
 * What to do when the cache changes. When a method is called the cache is at least as new as what it is told. The next call is made when the
 * last one has returned, and its promise, if it gave one, has settled; anything else that it gives is ignored. Objects are shared and read-only.
 */
export interface ResourceEventHandler<T extends KubeObject = KubeObject> {
  /** `isInitial`: the object was there when the informer, or this handler, began. */
  add?(object: T, info: { readonly isInitial: boolean }): unknown;
  /** The same object twice means that nothing is known to have changed. */
  update?(old: T, current: T): unknown;
  /** `isFinalStateUnknown`: nobody saw it go, and this is the last state that was seen. */
  delete?(object: T, info: { readonly isFinalStateUnknown: boolean }): unknown;
}

/** The place of one handler at an informer. Disposing it removes it. */
export interface HandlerRegistration extends Disposable {
  /** Whether the informer has synced and this handler was called for everything that was there then. */
  readonly hasSynced: boolean;
  /** Resolves once it has synced. Rejects when the handler was removed or the informer stopped before that. */
  waitForSync(signal?: AbortSignal): Promise<void>;
  /** Ends the calls at once: what waits is dropped, only a call that is under way goes on. May be repeated. */
  remove(): void;
}

/** A call that a handler is to get. One value serves all handlers. */
export type Notification<T extends KubeObject = KubeObject> =
  | { readonly type: "add"; readonly object: T; readonly isInitial: boolean }
  | { readonly type: "update"; readonly old: T; readonly object: T }
  | { readonly type: "delete"; readonly object: T; readonly isFinalStateUnknown: boolean };
