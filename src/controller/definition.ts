import type { Clock, Duration } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import type { KubeObject, ObjectKey, Resource } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";

/** The status type of an object type, or `never` if it has none. */
export type StatusOf<T extends KubeObject> = "status" extends keyof T ? NonNullable<T["status"]> : never;

/** What a reconcile may use besides the object, whatever its kind. */
export interface ReconcileTools {
  readonly key: ObjectKey;
  /** Aborted when the controller stops or the reconcile has taken too long. Pass it on to everything that waits. */
  readonly signal: AbortSignal;
  readonly client: Client;
  readonly log: Logger;
  readonly clock: Clock;
}

/** What a reconcile may use besides the object. */
export interface ReconcileContext<T extends KubeObject = KubeObject> extends ReconcileTools {
  /**
   * Sets the status that the object is to have. It is written once, after the reconcile, also if that throws, and only if it differs.
   * Later calls replace earlier ones.
   */
  status(this: void, status: StatusOf<T>): void;
}

/** A context for any kind: what a definition is called with, so that definitions for different kinds can stand in one list. */
export interface AnyReconcileContext extends ReconcileTools {
  status(this: void, status: unknown): void;
}

/** What a reconcile may ask for when it has succeeded. */
export interface ReconcileResult {
  /** Look again after so long. With nothing above zero, soon, and later each time. */
  readonly requeueAfter?: Duration | undefined;
}

/** What a user writes. Plain data and functions: nothing runs before a manager runs it. */
export interface ControllerDefinition<T extends KubeObject = KubeObject> {
  /** In logs, metrics and the finalizer. */
  readonly name: string;
  readonly for: Resource<T>;
  /** Brings the world to what the object says. Throw to be tried again later, throw a `TerminalError` not to be. */
  reconcile(object: T, context: AnyReconcileContext): Promise<ReconcileResult | void>;
  /** Undoes what `reconcile` did, before the object goes. With it the object gets a finalizer, and goes only when this has succeeded. */
  finalize?(object: T, context: AnyReconcileContext): Promise<unknown>;
  /** The name under which `finalize` holds objects back. Present if there is a `finalize`. */
  readonly finalizer?: string | undefined;
  /** How many objects are reconciled side by side. */
  readonly workers: number;
  /** After so long a reconcile is told to stop, and reported. */
  readonly reconcileTimeoutMs: number;
}
