import type { KubeObject } from "../model/index.ts";

/** What every call of a handler is told besides the object. */
export interface ChangeInfo {
  /** The key of the object, for a queue: to ask the object for it would decode its metadata. */
  readonly key: string;
}

/**
 * What to do when the cache changes. When a method is called the cache is at least as new as what it is told. The next call is made when the
 * last one has returned, and its promise, if it gave one, has settled; anything else that it gives is ignored. Objects are shared and read-only.
 */
export interface ResourceEventHandler<T extends KubeObject = KubeObject> {
  /** `isInitial`: the object was there when the informer, its namespace or this handler began. */
  add?(object: T, info: ChangeInfo & { readonly isInitial: boolean }): unknown;
  /** The same object twice means that nothing is known to have changed; `isResync`: only the handler's resync period has passed. */
  update?(old: T, current: T, info: ChangeInfo & { readonly isResync: boolean }): unknown;
  /** `isFinalStateUnknown`: nobody saw it go, and this is the last state that was seen. */
  delete?(object: T, info: ChangeInfo & { readonly isFinalStateUnknown: boolean }): unknown;
}

/** How a handler is called. */
export interface HandlerOptions {
  /** Every so often it is told all objects again. Default: the informer's; 0: never. */
  readonly resyncMs?: number | undefined;
  /** From so many waiting calls on, those about one object are merged into what they come to. Default: 10,000. */
  readonly maxPending?: number | undefined;
}

/** Something that begins with a first list. */
export interface Syncing {
  /** Whether all that was there at the beginning is there. Never becomes false again. */
  readonly hasSynced: boolean;
  /** Resolves once it has synced. Rejects when it was removed or the informer stopped before that, or with the reason of the signal. */
  waitForSync(signal?: AbortSignal): Promise<void>;
}

/** The place of one handler at an informer. It has synced when the informer has and it was called for all that was there. Disposing it removes it. */
export interface HandlerRegistration extends Syncing, Disposable {
  /** How many calls wait for the handler. */
  readonly pending: number;
  /** Ends the calls at once: what waits is dropped, only a call that is under way goes on. May be repeated. */
  remove(): void;
  /** Resolves when the handler was removed and no call is under way. */
  readonly ended: Promise<void>;
}

/** Something that happened to an object. */
export type Change<T extends KubeObject = KubeObject> =
  | { readonly type: "add"; readonly key: string; readonly object: T; readonly isInitial: boolean }
  | {
      readonly type: "update";
      readonly key: string;
      readonly old: T;
      readonly object: T;
      readonly isResync: boolean;
    }
  | { readonly type: "delete"; readonly key: string; readonly object: T; readonly isFinalStateUnknown: boolean };
