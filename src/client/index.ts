/**
 * Speaks to an API server: a transport, requests by hand, and handles of resources with their verbs and watches.
 *
 * Promised: the server is always verified, unless the configuration itself says otherwise, and no credential goes over a connection without
 * TLS or after a redirect; names are checked before they become paths; what comes back is what was asked for or an error with a code
 * (`ApiError` when the server refused, `TransportError` when there is no answer); sockets, answers and lines have limits; a request ends after
 * a time, a stream on abort, on `break` or when the client is closed; a request is sent again only when the server says when to, when its
 * credential was refused and there is another, or, if it only reads, when its connection broke; no credential is in an error or in what
 * `util.inspect` shows.
 *
 * Not promised: noticing that a watch has gone mute, unless it was given a time-out for that, and that a write whose connection broke was
 * or was not done.
 *
 * @module
 */
export { applyAll } from "./apply-all.ts";
export type { ApplyAllOptions, ApplyAllResult } from "./apply-all.ts";
export type { ApplyConfiguration, ApplyPatch, Wanted, WantedMeta } from "./apply-configuration.ts";
export { ApplyConflictError } from "./apply-conflict-error.ts";
export type { FieldConflict } from "./apply-conflict-error.ts";
export { Client } from "./client.ts";
export type { ClientOverOptions, ResourceOptions } from "./client.ts";
export type { ClientOptions, RestClientOptions } from "./client-options.ts";
export { createOrPatch, createOrUpdate } from "./create-or-update.ts";
export type { Ensured, EnsureOptions, NamedObject, Recipe } from "./create-or-update.ts";
export type { ObjectOptions } from "./decode-object.ts";
export { clientDefaults } from "./defaults.ts";
export type { ClientDefaults } from "./defaults.ts";
export type { ApiGroup, DiscoveredResource, DiscoveryFailure, ServerApi } from "./discovery-api.ts";
export { DiscoveryClient } from "./discovery-client.ts";
export type { DiscoverOptions, DiscoveryClientOptions, ServerVersion } from "./discovery-client.ts";
export { discoveryDefaults } from "./discovery-defaults.ts";
export type { DiscoveryDefaults } from "./discovery-defaults.ts";
export { DynamicClient } from "./dynamic-client.ts";
export type { DynamicClientOptions, DynamicResourceOptions, ObjectClient } from "./dynamic-client.ts";
export { KindError } from "./dynamic-errors.ts";
export type { KindErrorCode } from "./dynamic-errors.ts";
export { AnswerDecodeError, InvalidRequestError, TransportError, WatchDecodeError } from "./errors.ts";
export type { ClientErrorCode, TransportErrorCode } from "./errors.ts";
export { extract } from "./extract.ts";
export type { ExtractOptions } from "./extract.ts";
export { createHttpsTransport } from "./https-transport.ts";
export type { HttpsTransport, HttpsTransportOptions } from "./https-transport.ts";
export { MetadataClient } from "./metadata-client.ts";
export type { MetadataClientOptions, PartialObjectMetadata } from "./metadata-client.ts";
export type { PagesOptions } from "./pager.ts";
export type {
  AnyPatchOptions,
  ApplyOptions,
  PatchOptions,
  PatchType,
  StrategicDirectives,
  StrategicPatch,
} from "./patch.ts";
export type { RateLimit } from "./rate-limit.ts";
export type { RawAnswer } from "./raw-answer.ts";
export { ResourceClient } from "./resource-client.ts";
export type { ResourceClientOptions } from "./resource-requests.ts";
export { RestClient } from "./rest-client.ts";
export { RestMapper } from "./rest-mapper.ts";
export type { RestMapperOptions } from "./rest-mapper.ts";
export type { KindQuery, NameQuery, ResourceQuery } from "./rest-mapper-query.ts";
export { RestRequest } from "./rest-request.ts";
export type {
  AnswerOfOne,
  AnswerReader,
  QueryValue,
  RequestContext,
  RawOptions,
  RequestParts,
  SendOptions,
} from "./rest-request.ts";
export { retryOnConflict } from "./retry-on-conflict.ts";
export type { RetryOnConflictOptions } from "./retry-on-conflict.ts";
export { Scheme } from "./scheme.ts";
export { SubresourceClient } from "./subresource-client.ts";
export type { KnownSubresources } from "./subresource-client.ts";
export { stderrLogger } from "./stderr-logger.ts";
export type { HttpRequest, HttpResponse, Middleware, Transport } from "./transport.ts";
export type { ServerWarning } from "./warnings.ts";
export { asTyped, asUnstructured, fieldOf, toUnstructured } from "./unstructured.ts";
export type { Unstructured } from "./unstructured.ts";
export { verbDefaults } from "./verb-defaults.ts";
export type { VerbDefaults } from "./verb-defaults.ts";
export type {
  CollectionOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Preconditions,
  SelectOptions,
  WatchOptions,
  WriteOptions,
} from "./verb-options.ts";
export { verbPresets } from "./verb-presets.ts";
export type { VerbPresets } from "./verb-presets.ts";
export { waitFor, waitUntilGone } from "./wait-for.ts";
export type { WaitCondition, WaitForOptions, WaitOptions } from "./wait-for.ts";
export { WaitTimeoutError } from "./wait-timeout-error.ts";
