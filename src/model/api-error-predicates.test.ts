import { test } from "vitest";
import { ApiError } from "./api-error.ts";
import * as predicates from "./api-error-predicates.ts";
import type { FailurePredicate } from "./api-error-predicates.ts";
import { statusCodes } from "./status.ts";
import type { StatusReason } from "./status.ts";

type Known = Exclude<StatusReason, "Unknown">;

const byReason: Readonly<Record<Known, FailurePredicate>> = {
  Unauthorized: predicates.isUnauthorized,
  Forbidden: predicates.isForbidden,
  NotFound: predicates.isNotFound,
  AlreadyExists: predicates.isAlreadyExists,
  Conflict: predicates.isConflict,
  Gone: predicates.isGone,
  Invalid: predicates.isInvalid,
  ServerTimeout: predicates.isServerTimeout,
  StorageReadError: predicates.isStoreReadError,
  Timeout: predicates.isTimeout,
  TooManyRequests: predicates.isTooManyRequests,
  BadRequest: predicates.isBadRequest,
  MethodNotAllowed: predicates.isMethodNotAllowed,
  NotAcceptable: predicates.isNotAcceptable,
  RequestEntityTooLarge: predicates.isRequestEntityTooLarge,
  UnsupportedMediaType: predicates.isUnsupportedMediaType,
  InternalError: predicates.isInternalError,
  Expired: predicates.isExpired,
  ServiceUnavailable: predicates.isServiceUnavailable,
};
const reasons = Object.keys(byReason) as Known[];

function failure(reason: string, status: number): ApiError {
  return new ApiError("no", { status, reason, method: "GET", path: "/api/v1/pods" });
}

/** The reasons that the predicates see in an error. */
function seenIn(error: unknown): readonly string[] {
  return reasons.filter((reason) => byReason[reason](error));
}

test("each reason has its HTTP code [model/reason-codes]", ({ expect }) => {
  expect(
    Object.entries(statusCodes)
      .map(([reason, code]) => `${code} ${reason}`)
      .sort(),
  ).toEqual([
    "400 BadRequest",
    "401 Unauthorized",
    "403 Forbidden",
    "404 NotFound",
    "405 MethodNotAllowed",
    "406 NotAcceptable",
    "409 AlreadyExists",
    "409 Conflict",
    "410 Expired",
    "410 Gone",
    "413 RequestEntityTooLarge",
    "415 UnsupportedMediaType",
    "422 Invalid",
    "429 TooManyRequests",
    "500 InternalError",
    "500 ServerTimeout",
    "500 StorageReadError",
    "500 Unknown",
    "503 ServiceUnavailable",
    "504 Timeout",
  ]);
});

test("a failure with a reason is of that reason and of no other [model/reason-predicates]", ({ expect }) => {
  for (const reason of reasons) expect(seenIn(failure(reason, statusCodes[reason]))).toEqual([reason]);
});

test("a 409 AlreadyExists is not a conflict, and a conflict does not mean that the object exists [model/conflict-is-not-already-exists]", ({
  expect,
}) => {
  expect(predicates.isConflict(failure("AlreadyExists", 409))).toBe(false);
  expect(predicates.isAlreadyExists(failure("AlreadyExists", 409))).toBe(true);
  expect(predicates.isConflict(failure("Conflict", 409))).toBe(true);
  expect(predicates.isAlreadyExists(failure("Conflict", 409))).toBe(false);
});

test.for([
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [405, "MethodNotAllowed"],
  [406, "NotAcceptable"],
  [409, "Conflict"],
  [410, "Gone"],
  [413, "RequestEntityTooLarge"],
  [415, "UnsupportedMediaType"],
  [422, "Invalid"],
  [429, "TooManyRequests"],
  [500, "InternalError"],
  [503, "ServiceUnavailable"],
  [504, "Timeout"],
] as const)(
  "without a reason of Kubernetes, the code %i means %s [model/reason-by-code]",
  ([code, reason], { expect }) => {
    for (const given of ["Unknown", "QuotaPlugin", "constructor", "__proto__"]) {
      expect(seenIn(failure(given, code))).toEqual([reason]);
    }
  },
);

test("a reason of Kubernetes wins over the code, but for 413 and 429 [model/reason-over-code]", ({ expect }) => {
  expect(seenIn(failure("NotFound", 403))).toEqual(["NotFound"]);
  expect(seenIn(failure("NotFound", 413))).toEqual(["NotFound", "RequestEntityTooLarge"]);
  expect(seenIn(failure("NotFound", 429))).toEqual(["NotFound", "TooManyRequests"]);
});

test("the failure inside an error that wraps it is seen [model/failure-inside]", ({ expect }) => {
  const inner = failure("NotFound", 404);
  const wrapped = new Error("reading", { cause: new Error("fetching", { cause: inner }) });
  const several = new AggregateError([new Error("x"), wrapped, failure("Gone", 410)], "all failed");
  expect(predicates.findApiError(inner)).toBe(inner);
  expect(predicates.findApiError(wrapped)).toBe(inner);
  expect(predicates.findApiError(several)).toBe(inner);
  expect(predicates.isNotFound(several)).toBe(true);
});

test("an error without a failure inside is of no reason, even if it wraps itself [model/failure-inside]", ({
  expect,
}) => {
  const endless = new Error("endless");
  endless.cause = new AggregateError([endless, endless], "again", { cause: endless });
  for (const error of [undefined, null, "NotFound", new Error("NotFound"), endless]) {
    expect(predicates.findApiError(error)).toBeUndefined();
    expect(seenIn(error)).toEqual([]);
  }
});

test("a cause is found by its type [model/status-cause]", ({ expect }) => {
  const details = { causes: [{ message: "first" }, { reason: "NamespaceTerminating", field: "metadata.namespace" }] };
  const error = new ApiError("no", { status: 403, reason: "Forbidden", method: "POST", path: "/x", details });
  const wrapped = new Error("creating", { cause: error });
  expect(predicates.statusCause(wrapped, "NamespaceTerminating")?.field).toBe("metadata.namespace");
  expect(predicates.statusCause(wrapped, "ResourceVersionTooLarge")).toBeUndefined();
  expect(predicates.statusCause(new Error("x"), "NamespaceTerminating")).toBeUndefined();
});

test("an answer that is not in the format of the API is told apart [model/unexpected-answer]", ({ expect }) => {
  const request = { method: "GET", path: "/x", status: 502 };
  expect(predicates.isUnexpectedServerError(ApiError.fromStatus("<html>", request))).toBe(true);
  expect(predicates.isUnexpectedServerError(ApiError.fromStatus({ kind: "Status" }, request))).toBe(false);
});

test("a server may ask to wait, or to try again without saying when [model/suggested-delay]", ({ expect }) => {
  const request = { method: "GET", path: "/x" };
  const status = { kind: "Status", reason: "Timeout", code: 504 };
  expect(predicates.suggestedDelayMs(ApiError.fromStatus(status, request))).toBeUndefined();
  expect(predicates.suggestedDelayMs(ApiError.fromStatus({ ...status, reason: "ServerTimeout" }, request))).toBe(0);
  const delayed = ApiError.fromStatus({ ...status, details: { retryAfterSeconds: 2 } }, request);
  expect(predicates.suggestedDelayMs(new Error("x", { cause: delayed }))).toBe(2_000);
  expect(predicates.suggestedDelayMs(new Error("x"))).toBeUndefined();
});
