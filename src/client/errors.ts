import type { KindErrorCode } from "./dynamic-errors.ts";

const transportCodes = [
  "SETPOINT_TRANSPORT_REFUSED",
  "SETPOINT_TRANSPORT_RESET",
  "SETPOINT_TRANSPORT_DNS",
  "SETPOINT_TRANSPORT_TLS",
  "SETPOINT_TRANSPORT_TIMEOUT",
  "SETPOINT_TRANSPORT_UNREACHABLE",
  "SETPOINT_TRANSPORT_REDIRECT",
  "SETPOINT_TRANSPORT_PROXY",
  "SETPOINT_TRANSPORT_PROTOCOL",
  "SETPOINT_TRANSPORT_CLOSED",
  "SETPOINT_TRANSPORT_FAILED",
] as const;

/**
 * Why there is no answer: nobody listens; the connection broke; the host has no address; the server could not be trusted, or did not trust
 * us; it took too long; no way leads there; the server sent us elsewhere; the proxy refused or failed; what came is not HTTP; we had closed;
 * anything else.
 */
export type TransportErrorCode = (typeof transportCodes)[number];

/** The code of every error that this folder throws, but for an `ApiError`, which is the server's. */
export type ClientErrorCode =
  | TransportErrorCode
  | KindErrorCode
  | "SETPOINT_APPLY_CONFLICT"
  | "SETPOINT_WAIT_TIMEOUT"
  | "SETPOINT_HTTP1"
  | "SETPOINT_INVALID_REQUEST"
  | "SETPOINT_ANSWER_DECODE"
  | "SETPOINT_WATCH_DECODE";

/** What was asked and where: `GET https://host:6443/api/v1/pods`. Without the query, which may hold what nobody should read in a log. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  /** Absent where the request was not sent over a network. */
  readonly server?: string | undefined;
}

/** How a request is told in messages. */
export function describeRequest({ method, path, server = "" }: RequestLine): string {
  return `${method} ${server}${path.replace(/\?.*$/s, "")}`;
}

/** There is no answer, or none that ended. Whether the server did what was asked is unknown. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly code: TransportErrorCode;

  constructor(code: TransportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...codes: readonly TransportErrorCode[]): error is TransportError {
    const accepted: readonly string[] = codes.length === 0 ? transportCodes : codes;
    return error instanceof Error && "code" in error && accepted.includes(error.code as string);
  }
}

/** Why a request has no answer when its client was closed. */
export function closedError(request: RequestLine): TransportError {
  return new TransportError("SETPOINT_TRANSPORT_CLOSED", `${describeRequest(request)}: the client was closed`);
}

/** What came over a connection is not HTTP/1.1, or could be read in two ways. Never quotes it. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly code = "SETPOINT_HTTP1";

  /** `expected` is what HTTP/1.1 has at that place. */
  constructor(expected: string) {
    super(`read an HTTP/1.1 answer: expected ${expected}`);
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is ProtocolError {
    return hasCode(error, "SETPOINT_HTTP1");
  }
}

/** A request was refused before it was sent: it could not mean anything, or something else than intended. */
export class InvalidRequestError extends Error {
  override readonly name = "InvalidRequestError";
  readonly code = "SETPOINT_INVALID_REQUEST";

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is InvalidRequestError {
    return hasCode(error, "SETPOINT_INVALID_REQUEST");
  }
}

/** The server answered a request with success, but not with what was asked for: no JSON, no object, or too much of it. */
export class AnswerDecodeError extends Error {
  override readonly name = "AnswerDecodeError";
  readonly code = "SETPOINT_ANSWER_DECODE";

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is AnswerDecodeError {
    return hasCode(error, "SETPOINT_ANSWER_DECODE");
  }
}

/** A line of a watch is no event. What came before it was delivered; the rest of the stream is lost. */
export class WatchDecodeError extends Error {
  override readonly name = "WatchDecodeError";
  readonly code = "SETPOINT_WATCH_DECODE";

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is WatchDecodeError {
    return hasCode(error, "SETPOINT_WATCH_DECODE");
  }
}

function hasCode(error: unknown, code: ClientErrorCode): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
