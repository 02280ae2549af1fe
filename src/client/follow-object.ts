import { Backoff } from "../async/index.ts";
import type { Clock, Random } from "../async/index.ts";
import {
  escapeFieldValue,
  findApiError,
  isExpired,
  isGone,
  isTooManyRequests,
  suggestedDelayMs,
} from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { AnswerDecodeError, InvalidRequestError, TransportError, WatchDecodeError } from "./errors.ts";
import type { ResourceClient } from "./resource-client.ts";
import { verbDefaults } from "./verb-defaults.ts";

/** How to follow an object. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  /** Is told of failures that may pass. */
  readonly failed: (error: unknown) => void;
}

interface Following extends FollowOptions {
  readonly fieldSelector: string;
  readonly backoff: Backoff;
}

/**
 * The states of one object, `undefined` while there is none: the present one, then each that follows. After an interruption it begins again
 * with the present one. Ends only by throwing: the reason of an abort, or a failure that will not pass.
 */
export async function* followObject<T extends KubeObject>(
  handle: ResourceClient<T>,
  name: string,
  options: FollowOptions,
): AsyncGenerator<T | undefined, void, void> {
  const { signal, clock, random, failed } = options;
  const fieldSelector = `metadata.name=${escapeFieldValue(name)}`;
  const backoff = new Backoff({ ...verbDefaults.waitBackoff, clock, random });
  for (;;) {
    try {
      yield* listAndWatch(handle, { ...options, fieldSelector, backoff });
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      failed(error);
      await clock.sleep(Math.max(backoff.next(), suggestedDelayMs(error) ?? 0), signal);
    }
  }
}

async function* listAndWatch<T extends KubeObject>(
  handle: ResourceClient<T>,
  { fieldSelector, backoff, clock, signal }: Following,
): AsyncGenerator<T | undefined, void, void> {
  const { items, metadata } = await handle.list({ fieldSelector, signal });
  yield items[0];
  let { resourceVersion } = metadata;
  for (;;) {
    const begin = { version: resourceVersion, atMs: clock.monotonic() };
    const { waitWatchSeconds: timeoutSeconds, waitIdleMs: idleTimeoutMs } = verbDefaults;
    const from = { fieldSelector, resourceVersion, allowBookmarks: true };
    const watch = handle.watch({ ...from, timeoutSeconds, idleTimeoutMs, signal });
    for await (const event of watch) {
      resourceVersion = event.type === "BOOKMARK" ? event.resourceVersion : event.object.metadata.resourceVersion;
      if (event.type !== "BOOKMARK") yield event.type === "DELETED" ? undefined : event.object;
    }
    // A server that keeps ending watches that brought nothing new must not be asked again at once.
    const isShort = clock.monotonic() - begin.atMs < verbDefaults.shortWatchMs;
    if (isShort && resourceVersion === begin.version) await backoff.wait(signal);
    else backoff.reset();
  }
}

/** Whether the same request may succeed later without anybody's doing. */
function mayPass(error: unknown): boolean {
  const refusal = findApiError(error);
  if (refusal !== undefined) {
    return refusal.status >= 500 || isTooManyRequests(refusal) || isExpired(refusal) || isGone(refusal);
  }
  if (InvalidRequestError.is(error) || AnswerDecodeError.is(error) || WatchDecodeError.is(error)) return false;
  const forGood = ["SETPOINT_TRANSPORT_TLS", "SETPOINT_TRANSPORT_REDIRECT", "SETPOINT_TRANSPORT_CLOSED"] as const;
  return error instanceof Error && "code" in error && !TransportError.is(error, ...forGood);
}
