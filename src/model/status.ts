import type { ListMeta } from "./object.ts";

/** Why a request failed, for programs to decide by. `Unknown` stands for "the server gave none", an empty string on the wire. */
export type StatusReason =
  | "Unknown"
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "AlreadyExists"
  | "Conflict"
  | "Gone"
  | "Invalid"
  | "ServerTimeout"
  | "StorageReadError"
  | "Timeout"
  | "TooManyRequests"
  | "BadRequest"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "InternalError"
  | "Expired"
  | "ServiceUnavailable";

/** The HTTP code that goes with each reason. */
export const statusCodes: Readonly<Record<StatusReason, number>> = Object.freeze({
  Unknown: 500,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Invalid: 422,
  ServerTimeout: 500,
  StorageReadError: 500,
  Timeout: 504,
  TooManyRequests: 429,
  BadRequest: 400,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  InternalError: 500,
  Expired: 410,
  ServiceUnavailable: 503,
});

/** A reason as a server sends it: usually a `StatusReason`, but extensions invent their own. */
export type AnyStatusReason = StatusReason | (string & Record<never, never>);

/** What one cause of a failure is about, for programs to decide by. */
export type CauseType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid"
  | "InternalError"
  | "UnexpectedServerResponse"
  | "FieldManagerConflict"
  | "ResourceVersionTooLarge"
  | "NamespaceTerminating"
  | "DisruptionBudget";

/** A cause as a server sends it: usually a `CauseType`, but extensions invent their own. */
export type AnyCauseType = CauseType | (string & Record<never, never>);

/** One of the causes of a failure. */
export interface StatusCause {
  /** Its type. */
  readonly reason?: AnyCauseType | undefined;
  readonly message?: string | undefined;
  /** The path of the field that it is about: `spec.ports[0].name`. */
  readonly field?: string | undefined;
}

/** What a failure is about. Which members are set depends on the reason. */
export interface StatusDetails {
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  /** The plural of the resource; for `Invalid` failures the kind. */
  readonly kind?: string | undefined;
  readonly uid?: string | undefined;
  readonly causes?: readonly StatusCause[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The answer of an API server when there is no object to answer with, above all when a request failed. */
export interface Status {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: ListMeta | undefined;
  /** `Success` or `Failure`. */
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: AnyStatusReason | undefined;
  readonly details?: StatusDetails | undefined;
  readonly code?: number | undefined;
}
