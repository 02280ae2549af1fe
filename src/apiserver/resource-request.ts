import { FieldSelector, getOwn } from "../model/index.ts";
import type { Status } from "../model/index.ts";
import { requireJson } from "./accept.ts";
import { bytesAnswer } from "./answer.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { listAnswer } from "./list-answer.ts";
import { OpenWatch } from "./open-watches.ts";
import type { OpenWatches } from "./open-watches.ts";
import { readFlag, readInteger, readListOptions, readWatchOptions } from "./query-options.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog, ListOptions, Target, Verbs, WriteAnswer } from "./registry/index.ts";
import { readBody } from "./request-body.ts";
import type { ResourcePath } from "./request-path.ts";
import { findResource, verbOf } from "./resource-verb.ts";
import type { ResourceVerb } from "./resource-verb.ts";
import { watchAnswer } from "./watch-answer.ts";

/** What requests for resources are answered with. */
export interface ResourceServer {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly watches: OpenWatches;
  /** What to say of a failure inside a stream. */
  tell(error: unknown): Status;
}

/** A request whose path was understood. */
export interface ResourceRequest {
  readonly request: ServerRequest;
  readonly path: ResourcePath;
  readonly query: URLSearchParams;
}

interface Call extends ResourceRequest {
  readonly server: ResourceServer;
  readonly target: Target;
}

/** Answers a request for an object or a collection. Throws what the answer to a failure is made from. */
export async function answerResource(server: ResourceServer, asked: ResourceRequest): Promise<ServerResponse> {
  const { request, path, query } = asked;
  const served = findResource(server.catalog, path);
  const isWatch = request.method === "GET" && readFlag(query, "watch") === true;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const verb = verbOf(method, path, { served, isWatch });
  requireJson(request);
  if (query.get("dryRun")) throw dryRunRefused();
  const { namespace, name, subresource } = path;
  return answers[verb]({ ...asked, server, target: { served, namespace, name, subresource } });
}

const answers: Readonly<Record<ResourceVerb, (call: Call) => Promise<ServerResponse>>> = {
  get: async ({ server, target, query }) =>
    bytesAnswer(await server.verbs.get(target, { resourceVersion: query.get("resourceVersion") ?? undefined })),
  list: async ({ server, target, query }) =>
    listAnswer(target.served.resource, await server.verbs.list(target, readListOptions(query))),
  watch: async (call) => answerWatch(call),
  create: async ({ server, target, request }) => written(await server.verbs.create(target, readObject(request))),
  update: async ({ server, target, request }) => written(await server.verbs.update(target, readObject(request))),
  patch: async ({ server, target, request }) =>
    written(await server.verbs.mergePatch(target, readBody(request, "application/merge-patch+json"))),
  delete: async (call) => written(await call.server.verbs.delete(call.target, readDeleteOptions(call))),
  deletecollection: async (call) => {
    const options = readDeleteOptions(call);
    return written(await call.server.verbs.deleteCollection(call.target, options, readListOptions(call.query)));
  },
};

function written({ status, bytes }: WriteAnswer): ServerResponse {
  return bytesAnswer(bytes, status);
}

/** A watch of one object is a watch of its collection that selects its name. */
function answerWatch({ server, target, query, request }: Call): ServerResponse {
  const { name, ...collection } = target;
  const options = readWatchOptions(query);
  const fieldSelector = name === "" ? options.fieldSelector : selectorOfName(options, name);
  const signal = request.signal ?? new AbortController().signal;
  const watch = new OpenWatch(request);
  const { ending } = watch;
  return watchAnswer({
    frames: server.verbs.watch({ ...collection, name: "" }, { ...options, fieldSelector, ending, signal }),
    asking: request.signal,
    ending,
    enter: () => server.watches.enter(watch),
    tell: (error) => server.tell(error),
  });
}

function selectorOfName({ fieldSelector }: ListOptions, name: string): FieldSelector {
  if (fieldSelector === undefined || fieldSelector.isEverything) {
    return new FieldSelector([{ field: "metadata.name", operator: "=", value: name }]);
  }
  if (fieldSelector.exactValueOf("metadata.name") === name) return fieldSelector;
  throw StatusError.badRequest("fieldSelector metadata.name doesn't match requested name");
}

function readObject(request: ServerRequest): unknown {
  const body = readBody(request, "application/json");
  if (body === undefined) throw StatusError.badRequest("the request has no body: expected an object");
  return body;
}

/** From the body, or from the query if there is none. */
function readDeleteOptions({ request, query }: Call): unknown {
  const body = readBody(request, "application/json");
  if (typeof body === "object" && body !== null) {
    const dryRun = getOwn(body, "dryRun");
    if (dryRun !== undefined && dryRun !== null && !(Array.isArray(dryRun) && dryRun.length === 0))
      throw dryRunRefused();
  }
  if (body !== undefined) return body;
  const gracePeriodSeconds = readInteger(query, "gracePeriodSeconds");
  const propagationPolicy = query.get("propagationPolicy");
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(propagationPolicy ? { propagationPolicy } : {}),
  };
}

/** To write for somebody who asked for a rehearsal would be worse than to refuse. */
function dryRunRefused(): StatusError {
  return StatusError.badRequest("dryRun is not supported by this server yet: nothing was changed");
}
