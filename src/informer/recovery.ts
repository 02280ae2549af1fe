import { findApiError, isExpired, isGone, isTooManyRequests, suggestedDelayMs } from "../model/index.ts";
import { maxRetryAfterMs } from "./defaults.ts";

/** What the platforms call it when there was no connection, or when it broke. */
const connectionCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ERR_STREAM_PREMATURE_CLOSE",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** How many causes of an error are looked at. */
const mostCauses = 8;

/**
 * What to do after a watch failed. A server that has too much to do, or that is not there, still has our version when it comes back: it is
 * asked to go on from there, and is spared a list. After anything else only a new list is certain.
 */
export function afterWatchFailure(error: unknown): "listing" | "watching" {
  return isServerAway(error) ? "watching" : "listing";
}

/** A server that answers so to a watch with initial events has none of them; it will not have them a minute later. */
const refusals: ReadonlySet<unknown> = new Set([400, 405, 406, 415, 422, 501]);

/** The server does not stream lists, and says so. */
export function isStreamRefused(error: unknown): boolean {
  return refusals.has(findApiError(error)?.status);
}

/** The server can't be asked for anything now: a list of another kind would fare no better. */
export function isServerAway(error: unknown): boolean {
  return isTooManyRequests(error) || isConnectionFailure(error);
}

/** The version that we have is too old for the server. That is usual after a long silence. */
export function isTooOld(error: unknown): boolean {
  return isExpired(error) || isGone(error);
}

/** How long the server asks to wait, within reason; 0 if it does not. */
export function retryAfterMs(error: unknown): number {
  return Math.min(suggestedDelayMs(error) ?? 0, maxRetryAfterMs);
}

/** There was no connection to the server, or it broke. */
export function isConnectionFailure(error: unknown): boolean {
  if (findApiError(error) !== undefined) return false;
  let cause = error;
  for (let depth = 0; depth < mostCauses && cause instanceof Error; depth += 1) {
    if ("code" in cause && connectionCodes.has(cause.code)) return true;
    cause = cause.cause;
  }
  return false;
}
