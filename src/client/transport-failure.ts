import { describeRequest, TransportError } from "./errors.ts";
import type { RequestLine, TransportErrorCode } from "./errors.ts";

interface FailureClass {
  readonly code: TransportErrorCode;
  readonly detail: string;
  /** Which of the platform's codes mean it. */
  readonly pattern: RegExp;
}

const classes: readonly FailureClass[] = [
  { code: "SETPOINT_TRANSPORT_REFUSED", detail: "nobody listens there", pattern: /^ECONNREFUSED$/ },
  { code: "SETPOINT_TRANSPORT_DNS", detail: "the host has no address", pattern: /^(?:ENOTFOUND|EAI_)/ },
  { code: "SETPOINT_TRANSPORT_TIMEOUT", detail: "there was no answer in time", pattern: /TIMEDOUT|TIMEOUT$/ },
  { code: "SETPOINT_TRANSPORT_UNREACHABLE", detail: "no way leads there", pattern: /^E(?:HOST|NET)(?:UNREACH|DOWN)$/ },
  {
    code: "SETPOINT_TRANSPORT_RESET",
    detail: "the connection broke",
    pattern: /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
  },
  { code: "SETPOINT_TRANSPORT_PROTOCOL", detail: "what came is not HTTP", pattern: /^SETPOINT_HTTP1$/ },
  {
    code: "SETPOINT_TRANSPORT_TLS",
    detail: "the server and this client do not trust each other",
    pattern:
      /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_|HOSTNAME_MISMATCH$)/,
  },
];

const other: Readonly<Omit<FailureClass, "pattern">> = {
  code: "SETPOINT_TRANSPORT_FAILED",
  detail: "there was no answer",
};

/** The error for a request that the platform could not carry out. The platform's error is its cause. */
export function transportFailure(error: unknown, request: RequestLine): TransportError {
  const platformCode = error instanceof Error && "code" in error ? String(error.code) : "";
  const { code, detail } = classes.find(({ pattern }) => pattern.test(platformCode)) ?? other;
  const why = platformCode === "" ? "" : ` (${platformCode})`;
  return new TransportError(code, `${describeRequest(request)}: ${detail}${why}`, { cause: error });
}
