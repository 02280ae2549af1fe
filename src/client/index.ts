/**
 * Speaks to an API server: a transport, requests by hand, and handles of resources with their verbs and watches.
 *
 * Promised: the server is always verified and no credential goes over a connection without TLS or after a redirect; names are checked
 * before they become paths; what comes back is what was asked for or an error with a code (`ApiError` when the server refused,
 * `TransportError` when there is no answer); sockets, answers and lines have limits; a request ends after a time, a stream on abort, on
 * `break` or when the client is closed; no credential is in an error or in what `util.inspect` shows.
 *
 * Not promised: retries, rate limits, renewed credentials, noticing that a watch has gone mute (whoever watches gives it a time-out), and
 * integers beyond 2^53.
 *
 * @module
 */
export { Client } from "./client.ts";
export type { ClientOverOptions, ResourceOptions } from "./client.ts";
export { clientDefaults } from "./defaults.ts";
export type { ClientDefaults } from "./defaults.ts";
export { AnswerDecodeError, InvalidRequestError, TransportError, WatchDecodeError } from "./errors.ts";
export type { ClientErrorCode, TransportErrorCode } from "./errors.ts";
export { createHttpsTransport } from "./https-transport.ts";
export type { HttpsTransport, HttpsTransportOptions } from "./https-transport.ts";
export { ResourceClient } from "./resource-client.ts";
export type {
  DeleteOptions,
  GetOptions,
  ListOptions,
  ResourceClientOptions,
  SelectOptions,
  WatchOptions,
} from "./resource-client.ts";
export { RestClient } from "./rest-client.ts";
export type { ClientOptions, RestClientOptions } from "./rest-client.ts";
export { RestRequest } from "./rest-request.ts";
export type { AnswerOfOne, QueryValue, RequestContext, RequestParts, SendOptions } from "./rest-request.ts";
export type { HttpRequest, HttpResponse, Transport } from "./transport.ts";
