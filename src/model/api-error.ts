import { failureOf } from "./failure.ts";
import type { FailedRequest } from "./failure.ts";
import { statusCodes } from "./status.ts";
import type { AnyStatusReason, StatusCause, StatusDetails, StatusReason } from "./status.ts";

/** What an `ApiError` is made from. */
export interface ApiErrorFields {
  /** The HTTP code. */
  readonly status: number;
  readonly reason: AnyStatusReason;
  readonly method: string;
  readonly path: string;
  readonly details?: StatusDetails | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The API server answered, and the answer was a failure. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code = "SETPOINT_API";
  /** The HTTP code. */
  readonly status: number;
  readonly reason: AnyStatusReason;
  readonly method: string;
  readonly path: string;
  readonly details: StatusDetails;
  readonly causes: readonly StatusCause[];
  /** How long the server asks to wait, if it does. Whether to try again is another question. */
  readonly retryAfterMs: number | undefined;
  /** What the server said, without the request in front. */
  readonly serverMessage: string;

  constructor(message: string, fields: ApiErrorFields, options?: ErrorOptions) {
    super(`${fields.method} ${fields.path}: ${message}`, options);
    this.status = fields.status;
    this.reason = fields.reason;
    this.method = fields.method;
    this.path = fields.path;
    this.details = fields.details ?? {};
    this.causes = this.details.causes ?? [];
    this.retryAfterMs = fields.retryAfterMs;
    this.serverMessage = message;
  }

  /**
   * The error that a failed answer means. `status` is the body if it was JSON, and may be anything: what is missing or malformed is
   * made up from the HTTP code, in the words of client-go, and marked with the cause `UnexpectedServerResponse`.
   */
  static fromStatus(status: unknown, request: FailedRequest): ApiError {
    const { message, ...fields } = failureOf(status, request);
    return new ApiError(message, { ...fields, method: request.method, path: request.path });
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without reasons, any will do. */
  static is(error: unknown, ...reasons: readonly StatusReason[]): error is ApiError {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "SETPOINT_API") return false;
    return reasons.length === 0 || reasons.some((reason) => hasReason(error as ApiError, reason));
  }
}

/**
 * What the HTTP code says about a reason that the server did not give. Usually it decides when the server gave no reason, or one that
 * is not Kubernetes'. It never does for a reason that shares its code with another one; for some it does whatever the server says.
 */
const codeDecides: Readonly<Partial<Record<StatusReason, "never" | "always">>> = {
  Unknown: "never",
  AlreadyExists: "never",
  Expired: "never",
  ServerTimeout: "never",
  StorageReadError: "never",
  TooManyRequests: "always",
  RequestEntityTooLarge: "always",
};

function hasReason({ reason: given, status }: ApiError, reason: StatusReason): boolean {
  if (given === reason) return true;
  if (codeDecides[reason] === "never" || status !== statusCodes[reason]) return false;
  return given === "Unknown" || !Object.hasOwn(statusCodes, given) || codeDecides[reason] === "always";
}
