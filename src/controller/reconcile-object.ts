import type { Clock } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import { isConflict, keyOf } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import type { AnyReconcileContext, ControllerDefinition, ReconcileResult } from "./definition.ts";
import { ControllerError } from "./errors.ts";
import type { ObjectWriter } from "./object-writer.ts";

/** What one run of one object needs. */
export interface ObjectRun<T extends KubeObject> {
  readonly definition: ControllerDefinition<T>;
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Logger;
  readonly writer: ObjectWriter<T>;
  /** For the user's function. The framework's own writes have their own. */
  readonly signal: AbortSignal;
}

/**
 * One run of one object, from its newest known state: an object that is being deleted is finalized and let go, any other is held by its
 * finalizer first and then reconciled. Throws what went wrong. An object that is gone meanwhile needs nothing more.
 */
export async function reconcileObject<T extends KubeObject>(
  object: T,
  run: ObjectRun<T>,
): Promise<ReconcileResult | undefined> {
  const { definition, writer } = run;
  if (object.metadata.deletionTimestamp !== undefined) {
    if (!writer.holds(object)) return undefined;
    const { written } = await call(object, run, (context) => definition.finalize?.(object, context));
    if (written !== undefined) await writer.letGo(written);
    return undefined;
  }
  const held = await writer.hold(object);
  if (held === undefined) return undefined;
  const { result } = await call(held, run, (context) => definition.reconcile(held, context));
  return result ?? undefined;
}

interface Called<T, R> {
  readonly result: R;
  /** The object after its status was written; nothing when it is gone. */
  readonly written: T | undefined;
}

/** Calls the user's function, and afterwards writes the status that it has set, also when it threw. */
async function call<T extends KubeObject, R>(
  object: T,
  run: ObjectRun<T>,
  work: (context: AnyReconcileContext) => R | Promise<R>,
): Promise<Called<T, R>> {
  const { definition, client, clock, log, writer, signal } = run;
  let status: { readonly value: unknown } | undefined;
  let isEnded = false;
  const context: AnyReconcileContext = {
    key: keyOf(object),
    signal,
    client,
    log,
    clock,
    status(value) {
      if (!definition.for.subresources.includes("status")) throw noStatus(definition);
      if (isEnded) log.warn("A status was set after its reconcile had ended, and is lost: an await is missing");
      status = { value };
    },
  };
  const write = async (): Promise<T | undefined> =>
    status === undefined ? object : writer.writeStatus(object, status.value);

  // The finalizer may have taken long: nothing begins that was told to stop already.
  signal.throwIfAborted();
  let result: R;
  try {
    result = await work(context);
  } catch (error) {
    isEnded = true;
    await write().catch((statusError: unknown) => {
      if (!isConflict(statusError)) log.warn("Cannot write the status after a failure", { error: statusError });
    });
    throw error;
  }
  isEnded = true;
  return { result, written: await write() };
}

function noStatus<T extends KubeObject>({ name, for: resource }: ControllerDefinition<T>): ControllerError {
  return new ControllerError(
    "SETPOINT_CONTROLLER_NO_STATUS",
    `Set a status in the controller ${name}: ${resource.kind} has no status subresource; give its definition a \`status\` schema`,
  );
}
