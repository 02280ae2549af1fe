import type { Clock, Random } from "../async/index.ts";
import { waitFor, WaitTimeoutError, waitUntilGone } from "../client/index.ts";
import type { Client } from "../client/index.ts";
import { formatKey } from "../model/index.ts";
import type { KubeObject, ObjectKey, Resource } from "../model/index.ts";
import { clusterDefaults } from "./defaults.ts";
import { ClusterError } from "./errors.ts";

/** How long to wait. */
export interface UntilOptions {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One object to look at, through a client. */
export interface Watched<T extends KubeObject> {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly resource: Resource<T>;
  readonly key: ObjectKey;
}

/** `waitFor` with the time of a cluster. Rejects with `SETPOINT_UNTIL_TIMEOUT`, which tells the last state seen. */
export async function until<T extends KubeObject>(
  watched: Watched<T>,
  isDone: (object: T) => boolean | undefined,
  options: UntilOptions,
): Promise<T> {
  let last: T | undefined;
  const condition = (object: T): boolean | undefined => {
    last = object;
    return isDone(object);
  };
  const handle = watched.client.resource(watched.resource);
  return waitFor(handle, watched.key, { ...waitOptions(watched, options), condition }).catch((error: unknown) => {
    throw asUntilTimeout(error, watched, last);
  });
}

/** `waitUntilGone`, as above. */
export async function untilGone(watched: Watched<KubeObject>, options: UntilOptions): Promise<void> {
  const handle = watched.client.resource(watched.resource);
  await waitUntilGone(handle, watched.key, waitOptions(watched, options)).catch((error: unknown) => {
    throw asUntilTimeout(error, watched, undefined);
  });
}

function waitOptions(
  { clock, random }: Watched<KubeObject>,
  options: UntilOptions,
): Parameters<typeof waitUntilGone>[2] {
  const { timeoutMs = clusterDefaults.untilTimeoutMs, signal } = options;
  return { clock, random, signal, timeout: timeoutMs };
}

function asUntilTimeout(error: unknown, { resource, key }: Watched<KubeObject>, last: KubeObject | undefined): unknown {
  if (!WaitTimeoutError.is(error)) return error;
  const message = `Wait for ${resource.kind} ${formatKey(key)}: not as expected in time; last seen: ${describe(last)}`;
  return new ClusterError("SETPOINT_UNTIL_TIMEOUT", message, { cause: error });
}

/** Enough to see why, without the bytes of a secret: metadata's version and the status. */
function describe(object: KubeObject | undefined): string {
  if (object === undefined) return "see the cause";
  const { resourceVersion, generation, deletionTimestamp, finalizers } = object.metadata;
  const { status } = object as { readonly status?: unknown };
  return JSON.stringify({ resourceVersion, generation, deletionTimestamp, finalizers, status });
}
