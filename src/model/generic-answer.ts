import { quote } from "./quote.ts";
import type { StatusReason } from "./status.ts";

/** What can be said about a failure when the server said nothing that a program understands. */
export interface GenericAnswer {
  readonly reason: StatusReason;
  readonly message: string;
}

const answers: Readonly<Record<number, GenericAnswer>> = {
  400: { reason: "BadRequest", message: "the server rejected our request for an unknown reason" },
  401: { reason: "Unauthorized", message: "the server has asked for the client to provide credentials" },
  404: { reason: "NotFound", message: "the server could not find the requested resource" },
  405: { reason: "MethodNotAllowed", message: "the server does not allow this method on the requested resource" },
  409: { reason: "Conflict", message: "the server reported a conflict" },
  422: { reason: "Invalid", message: "the server rejected our request due to an error in our request" },
  429: {
    reason: "TooManyRequests",
    message: "the server has received too many requests and has asked us to try again later",
  },
  503: { reason: "ServiceUnavailable", message: "the server is currently unable to handle the request" },
  504: {
    reason: "Timeout",
    message: "the server was unable to return a response in the time allotted, but may still be processing the request",
  },
};

const unacceptable = "the server was unable to respond with a content type that the client supports";

/** What client-go makes of an HTTP code, the method of the request and the text of the answer (`unknown` if it was no text). */
export function genericAnswer(status: number, method: string, text: string): GenericAnswer {
  const silent = `the server responded with the status code ${status} but did not return more information`;
  // A create cannot conflict with another version: what exists already is in its way.
  if (status === 409 && method === "POST")
    return { reason: "AlreadyExists", message: "the server reported a conflict" };
  // These answers say who may do what, and which types are understood.
  if (status === 403) return { reason: "Forbidden", message: text || silent };
  if (status === 415) return { reason: "UnsupportedMediaType", message: text || silent };
  if (status === 406) {
    return { reason: "NotAcceptable", message: text === "" || text === "unknown" ? unacceptable : text };
  }
  const known = answers[status];
  if (known !== undefined) return known;
  if (status < 500) return { reason: "Unknown", message: silent };
  return {
    reason: "InternalError",
    message: `an error on the server (${quote(text)}) has prevented the request from succeeding`,
  };
}
