import { ApiError } from "./api-error.ts";
import type { AnyCauseType, StatusCause, StatusReason } from "./status.ts";

/** Tells one kind of failure from all others. Sees through errors that wrap the one of the server. */
export type FailurePredicate = (error: unknown) => boolean;

function failedWith(reason: StatusReason): FailurePredicate {
  return (error) => ApiError.is(findApiError(error), reason);
}

/** The credentials are missing or not accepted. */
export const isUnauthorized: FailurePredicate = failedWith("Unauthorized");
/** The caller may not do this. */
export const isForbidden: FailurePredicate = failedWith("Forbidden");
/** There is no such object, or no such resource. */
export const isNotFound: FailurePredicate = failedWith("NotFound");
/** There is an object of that name already. Not a conflict: a newer version of one's own object will not help. */
export const isAlreadyExists: FailurePredicate = failedWith("AlreadyExists");
/** The object has changed since it was read, or another field manager owns the field. */
export const isConflict: FailurePredicate = failedWith("Conflict");
/** What was asked for is gone for good. A version too old may be told as this or as `isExpired`. */
export const isGone: FailurePredicate = failedWith("Gone");
/** The object does not pass validation. The causes name the fields. */
export const isInvalid: FailurePredicate = failedWith("Invalid");
/** The server could not do it in time and asks to be tried again. */
export const isServerTimeout: FailurePredicate = failedWith("ServerTimeout");
/** The server could not read what is stored. */
export const isStoreReadError: FailurePredicate = failedWith("StorageReadError");
/** The time for the request ran out. It may still take effect. */
export const isTimeout: FailurePredicate = failedWith("Timeout");
/** The server has too much to do. Any 429 counts. */
export const isTooManyRequests: FailurePredicate = failedWith("TooManyRequests");
/** The request makes no sense to the server. */
export const isBadRequest: FailurePredicate = failedWith("BadRequest");
/** The resource does not support this method. */
export const isMethodNotAllowed: FailurePredicate = failedWith("MethodNotAllowed");
/** The server cannot answer in a content type that was asked for. */
export const isNotAcceptable: FailurePredicate = failedWith("NotAcceptable");
/** The request is too large. Any 413 counts. */
export const isRequestEntityTooLarge: FailurePredicate = failedWith("RequestEntityTooLarge");
/** The server does not read the content type that was sent. */
export const isUnsupportedMediaType: FailurePredicate = failedWith("UnsupportedMediaType");
/** The server failed in a way that it did not expect. */
export const isInternalError: FailurePredicate = failedWith("InternalError");
/** The version or the continue token is too old: list again. */
export const isExpired: FailurePredicate = failedWith("Expired");
/** The server, or the service behind it, is not available now. */
export const isServiceUnavailable: FailurePredicate = failedWith("ServiceUnavailable");

/** The answer was not in the format of the API: it may come from a proxy and not from an API server. */
export function isUnexpectedServerError(error: unknown): boolean {
  return statusCause(error, "UnexpectedServerResponse") !== undefined;
}

/** The first cause of that type which the server gave, if any. */
export function statusCause(error: unknown, type: AnyCauseType): StatusCause | undefined {
  return findApiError(error)?.causes.find((cause) => cause.reason === type);
}

/** How long the server asks to wait; 0 when it asks to try again without saying when. Not whether trying again is wise. */
export function suggestedDelayMs(error: unknown): number | undefined {
  const found = findApiError(error);
  return found?.retryAfterMs ?? (found?.reason === "ServerTimeout" ? 0 : undefined);
}

/** The server's error itself, or the first one among the causes of an error that wraps it. */
export function findApiError(error: unknown): ApiError | undefined {
  const seen = new Set<unknown>();
  const pending = [error];
  while (pending.length > 0) {
    const candidate = pending.pop();
    if (ApiError.is(candidate)) return candidate;
    if (!(candidate instanceof Error) || seen.has(candidate)) continue;
    seen.add(candidate);
    if (candidate instanceof AggregateError) pending.push(...(candidate.errors as readonly unknown[]).toReversed());
    pending.push(candidate.cause);
  }
  return undefined;
}
