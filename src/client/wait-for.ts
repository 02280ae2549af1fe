import { formatDuration, linkSignals, parseDuration, systemRandom } from "../async/index.ts";
import type { Clock, Duration, Random } from "../async/index.ts";
import { formatKey, parseKey } from "../model/index.ts";
import type { KubeObject, ObjectKey } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";
import { followObject } from "./follow-object.ts";
import type { ResourceClient } from "./resource-client.ts";
import { verbDefaults } from "./verb-defaults.ts";
import { WaitTimeoutError } from "./wait-timeout-error.ts";

/** How long to wait. */
export interface WaitOptions {
  /** Default: 30 s. */
  readonly timeout?: Duration | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Default: the client's. */
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** Whether an object is as it was waited for. */
export type WaitCondition<T extends KubeObject> = (object: T) => boolean | undefined;

/** What to wait for, and how long. */
export interface WaitForOptions<T extends KubeObject> extends WaitOptions {
  readonly condition: WaitCondition<T>;
}

/**
 * Waits until an object is as the condition wants it, and gives that state. It need not exist yet, and may go and come back meanwhile. A key
 * without a namespace is looked for where the handle looks for a name alone. Follows the object by list and watch, through interruptions;
 * what will not pass, such as `Forbidden`, is thrown at once. Rejects with a `WaitTimeoutError` after the time, and on abort with the reason.
 */
export async function waitFor<T extends KubeObject>(
  resource: ResourceClient<T>,
  key: string | ObjectKey,
  expected: WaitCondition<T> | WaitForOptions<T>,
): Promise<T> {
  const { condition, ...options } = typeof expected === "function" ? { condition: expected } : expected;
  const isDone = (object: T | undefined): boolean => object !== undefined && condition(object) === true;
  // The condition above holds for objects only.
  return (await wait(resource, key, { ...options, isDone })) as T;
}

/** Waits until there is no such object. Otherwise as `waitFor`. */
export async function waitUntilGone<T extends KubeObject>(
  resource: ResourceClient<T>,
  key: string | ObjectKey,
  options: WaitOptions = {},
): Promise<void> {
  await wait(resource, key, { ...options, isDone: (object) => object === undefined });
}

interface Waiting<T extends KubeObject> extends WaitOptions {
  readonly isDone: (object: T | undefined) => boolean;
}

async function wait<T extends KubeObject>(
  resource: ResourceClient<T>,
  key: string | ObjectKey,
  { isDone, signal, timeout = verbDefaults.waitTimeoutMs, clock = resource.clock, random = systemRandom }: Waiting<T>,
): Promise<T | undefined> {
  const { handle, name } = locate(resource, typeof key === "string" ? parseKey(key) : key);
  const timeoutMs = parseDuration(timeout, "waitFor.timeout");
  using scope = linkSignals(signal);
  const timedOut = Symbol("timed out");
  using _timer = clock.setTimeout(() => scope.abort(timedOut), timeoutMs);
  let last: T | undefined;
  let failure: unknown;
  const failed = (error: unknown): void => {
    failure = error;
  };
  try {
    for await (const object of followObject(handle, name, { signal: scope.signal, clock, random, failed })) {
      last = object;
      if (isDone(object)) return object;
    }
  } catch (error) {
    if (scope.signal.reason !== timedOut) throw error;
  }
  const what = `wait for ${handle.resource.kind} ${formatKey({ namespace: handle.namespace ?? "", name })}`;
  const seen = last === undefined ? "no such object" : `version ${last.metadata.resourceVersion}`;
  const message = `${what}: not as expected within ${formatDuration(timeoutMs)}; last seen: ${seen}`;
  throw new WaitTimeoutError(message, failure === undefined ? {} : { cause: failure });
}

interface Located<T extends KubeObject> {
  readonly handle: ResourceClient<T>;
  readonly name: string;
}

function locate<T extends KubeObject>(resource: ResourceClient<T>, { namespace, name }: ObjectKey): Located<T> {
  if (namespace === "") return { handle: resource.inNamespace(), name };
  const isElsewhere = resource.namespace !== undefined && resource.namespace !== namespace;
  if (resource.resource.scope === "Namespaced" && !isElsewhere)
    return { handle: resource.inNamespace(namespace), name };
  const expected =
    resource.namespace === undefined ? "no namespace" : `the namespace ${resource.namespace} of the handle`;
  throw new InvalidRequestError(`wait for ${resource.resource.kind} ${namespace}/${name}: expected ${expected}`);
}
