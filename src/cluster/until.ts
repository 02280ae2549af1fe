import type { Clock, Random } from "../async/index.ts";
import { linkSignals } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import { Reflector } from "../informer/index.ts";
import type { ListWatch, ReflectorDelta } from "../informer/index.ts";
import { escapeFieldValue, formatKey } from "../model/index.ts";
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

/**
 * Waits until an object, or its absence (`undefined`), satisfies `isDone`, and gives what did. Follows the object through interruptions. Rejects
 * with `SETPOINT_UNTIL_TIMEOUT`, which tells the last state seen, and with the reason when aborted.
 */
export async function until<T extends KubeObject>(
  watched: Watched<T>,
  isDone: (object: T | undefined) => boolean,
  { timeoutMs = clusterDefaults.untilTimeoutMs, signal }: UntilOptions = {},
): Promise<T | undefined> {
  using scope = linkSignals(signal);
  const timedOut = { message: `within ${timeoutMs} ms` };
  using _timer = watched.clock.setTimeout(() => scope.abort(timedOut), timeoutMs);
  let last: T | undefined;
  const { clock, random, resource } = watched;
  const reflector = new Reflector(resource, onlyOne(watched), { clock, random });
  for await (const delta of reflector.deltas({ signal: scope.signal })) {
    const seen = stateAfter(delta);
    if (seen === undefined) continue;
    last = seen.object;
    if (isDone(last)) return last;
  }
  if (scope.signal.reason !== timedOut) throw scope.signal.reason;
  throw new ClusterError(
    "SETPOINT_UNTIL_TIMEOUT",
    `Wait for ${watched.resource.kind} ${formatKey(watched.key)}: not as expected ${timedOut.message}; last seen: ${describe(last)}`,
  );
}

function stateAfter<T extends KubeObject>(delta: ReflectorDelta<T>): { readonly object: T | undefined } | undefined {
  switch (delta.type) {
    case "replaced":
      return { object: delta.objects[0] };
    case "added":
    case "updated":
      return { object: delta.object };
    case "deleted":
      return { object: undefined };
    default:
      return undefined;
  }
}

function onlyOne<T extends KubeObject>({ client, resource, key }: Watched<T>): ListWatch<T> {
  const handle = client.resource(resource, { namespace: key.namespace });
  const fieldSelector = `metadata.name=${escapeFieldValue(key.name)}`;
  return {
    list: (request) => handle.list({ ...request, fieldSelector }),
    watch: (request) => handle.watch({ ...request, fieldSelector }),
  };
}

/** Enough to see why, without the bytes of a secret: metadata's version and the status. */
function describe(object: KubeObject | undefined): string {
  if (object === undefined) return "no such object";
  const { resourceVersion, generation, deletionTimestamp, finalizers } = object.metadata;
  const { status } = object as { readonly status?: unknown };
  return JSON.stringify({ resourceVersion, generation, deletionTimestamp, finalizers, status });
}
