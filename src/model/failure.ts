import { isPlainObject } from "./container.ts";
import { maxServerTextLength } from "./defaults.ts";
import { genericAnswer } from "./generic-answer.ts";
import { getOwn } from "./own-property.ts";
import { statusCodes } from "./status.ts";
import type { AnyStatusReason, StatusCause, StatusDetails, StatusReason } from "./status.ts";

/** The request that failed, and what its answer said outside the body. */
export interface FailedRequest {
  readonly method: string;
  readonly path: string;
  /** The HTTP code. Absent for a failure inside a watch stream, where only the `Status` has one. */
  readonly status?: number | undefined;
  /** The body as text, if it was text. Only its beginning is kept. */
  readonly text?: string | undefined;
  /** From the `Retry-After` header, which wins over the body. */
  readonly retryAfterMs?: number | undefined;
}

/** What a failed answer means. */
export interface Failure {
  readonly message: string;
  readonly status: number;
  readonly reason: AnyStatusReason;
  readonly details: StatusDetails;
  readonly retryAfterMs: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the body of a failed answer. A body that is not a failed `Status` counts only as text. */
export function failureOf(body: unknown, request: FailedRequest): Failure {
  return isFailedStatus(body) ? statedFailure(body, request) : impliedFailure(request);
}

/** The kind may be missing, the fields may not be what they should; only a `Status` of success is none. */
function isFailedStatus(body: unknown): body is Fields {
  if (!isPlainObject(body)) return false;
  const kind = getOwn(body, "kind");
  const outcome = getOwn(body, "status");
  return kind === "Status" ? outcome !== "Success" : kind === undefined && outcome === "Failure";
}

function statedFailure(body: Fields, request: FailedRequest): Failure {
  const reason = textOf(body, "reason") ?? "Unknown";
  const stated = getOwn(body, "code");
  const status = isHttpCode(stated) ? stated : (request.status ?? codeOf(reason));
  const details = detailsOf(getOwn(body, "details"));
  return {
    message: textOf(body, "message") ?? genericAnswer(status, request.method, serverText(request)).message,
    status,
    reason,
    details,
    retryAfterMs: request.retryAfterMs ?? delayOf(details),
  };
}

function impliedFailure(request: FailedRequest): Failure {
  const { method, retryAfterMs, status = statusCodes.Unknown } = request;
  const text = serverText(request);
  const causes: readonly StatusCause[] = [{ reason: "UnexpectedServerResponse", message: text }];
  return { ...genericAnswer(status, method, text), status, details: { causes }, retryAfterMs };
}

function serverText({ text }: FailedRequest): string {
  return text === undefined ? "unknown" : text.slice(0, maxServerTextLength).trim();
}

function detailsOf(value: unknown): StatusDetails {
  if (!isPlainObject(value)) return {};
  const causes = getOwn(value, "causes");
  const seconds = getOwn(value, "retryAfterSeconds");
  return {
    name: textOf(value, "name"),
    group: textOf(value, "group"),
    kind: textOf(value, "kind"),
    uid: textOf(value, "uid"),
    causes: Array.isArray(causes) ? causes.filter(isPlainObject).map(causeOf) : undefined,
    retryAfterSeconds: typeof seconds === "number" && seconds > 0 ? seconds : undefined,
  };
}

function causeOf(value: Fields): StatusCause {
  return { reason: textOf(value, "reason"), message: textOf(value, "message"), field: textOf(value, "field") };
}

function delayOf({ retryAfterSeconds }: StatusDetails): number | undefined {
  return retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000;
}

/** An empty text is none: on the wire, empty members are left out. */
function textOf(fields: Fields, key: string): string | undefined {
  const value = getOwn(fields, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function codeOf(reason: string): number {
  return Object.hasOwn(statusCodes, reason) ? statusCodes[reason as StatusReason] : statusCodes.Unknown;
}

function isHttpCode(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599;
}
