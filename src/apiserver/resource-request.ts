import type { Status } from "../model/index.ts";
import type { AccessControl, User } from "./auth/index.ts";
import type { BootstrapObjects } from "./bootstrap-objects.ts";
import type { ClientAuthorities } from "./client-authorities.ts";
import { definitionOf } from "./definition-of.ts";
import { deprecationOf, warnedOf } from "./deprecation.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { OpenWatch } from "./open-watches.ts";
import type { OpenWatches } from "./open-watches.ts";
import { patchTypeOf, patchTypes } from "./patch-type.ts";
import { deleteOptionsOf, readFlag, readListOptions, readWatchOptions } from "./query-options.ts";
import { readAsKept, StatusError } from "./registry/index.ts";
import type {
  Catalog,
  PatchType,
  Rights,
  ServedResource,
  Target,
  Verbs,
  WriteAnswer,
  WriteOptions,
} from "./registry/index.ts";
import type { Renderer, Rendering } from "./render/index.ts";
import { assertBodySize, bodyTypeOf, customObjectTypes, objectTypes, readBody } from "./request-body.ts";
import type { Body, BodyType } from "./request-body.ts";
import type { ResourcePath } from "./request-path.ts";
import { findResource, verbOf } from "./resource-verb.ts";
import type { ResourceVerb } from "./resource-verb.ts";
import { withWarnings } from "./warnings.ts";
import { readWriteOptions } from "./write-options.ts";

/** What requests for resources are answered with. */
export interface ResourceServer {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly watches: OpenWatches;
  readonly renderer: Renderer;
  readonly access: AccessControl;
  readonly bootstrap: BootstrapObjects;
  readonly authorities: ClientAuthorities;
  /** What to say of a failure inside a stream. */
  tell(error: unknown): Status;
}

/** A request whose path was understood. */
export interface ResourceRequest {
  readonly request: ServerRequest;
  readonly path: ResourcePath;
  readonly query: URLSearchParams;
  /** As whom it is answered. */
  readonly user: User;
}

interface Call extends ResourceRequest {
  readonly server: ResourceServer;
  readonly target: Target;
  readonly rendering: Rendering;
}

/** Answers a request for an object or a collection. Throws what the answer to a failure is made from. */
export async function answerResource(server: ResourceServer, asked: ResourceRequest): Promise<ServerResponse> {
  const served = findResource(server.catalog, asked.path);
  return warnedOf(served.deprecation, () => answerServed(server, asked, served));
}

async function answerServed(
  server: ResourceServer,
  asked: ResourceRequest,
  served: ServedResource,
): Promise<ServerResponse> {
  const { request, path, query } = asked;
  // Of what is defined, one object is only read: Kubernetes looks no further at the query then.
  const isOne = served.isCustom && path.name !== "";
  const isWatch = request.method === "GET" && (path.isWatch ?? (isOne ? false : readFlag(query, "watch")) ?? false);
  // Kubernetes answers HEAD as GET only where it serves what is defined.
  const method = request.method === "HEAD" && served.isCustom ? "GET" : request.method;
  const verb = verbOf(method, path, { served, isWatch });
  // The form of a patch is looked at before that of the answer.
  if (verb === "patch") patchTypeOf(request, served);
  const rendering = await server.renderer.renderingFor({
    request,
    query,
    served,
    isWatch: verb === "watch",
    isCollection: verb === "list",
    subresource: path.subresource,
    definition: () => definitionOf(server, served),
  });
  const { namespace, name, subresource } = path;
  const target = { served: rendering.showsParts ? readAsKept(served) : served, namespace, name, subresource };
  // Among config maps there is nothing else from the beginning.
  await (server.authorities.prepare(target) ?? server.bootstrap.prepare(served));
  return warnedOf(deprecationOf(served), () => answers[verb]({ ...asked, server, rendering, target }));
}

const answers: Readonly<Record<ResourceVerb, (call: Call) => Promise<ServerResponse>>> = {
  get: async ({ server, target, query, rendering }) => {
    assertNoExport(query);
    const resourceVersion = query.get("resourceVersion") ?? undefined;
    return rendering.object(await server.verbs.get(target, { resourceVersion }));
  },
  list: async ({ server, target, query, rendering }) =>
    rendering.list(target.served, await server.verbs.list(target, readListOptions(query))),
  watch: async (call) => answerWatch(call),
  create: async (call) => {
    bodyTypeOf(call.request, objectTypesOf(call));
    assertBodySize(call.request);
    const options = readWriteOptions(call.request, call.query, { kind: "CreateOptions" });
    if (call.server.access.reviews.has(call.target)) return answerReview(call, options);
    const { value, text, repeated } = await readObject(call);
    const sent = { ...options, user: call.user, text, repeated };
    return written(call, await call.server.verbs.create(call.target, value, sent));
  },
  update: async (call) => {
    assertBodySize(call.request);
    const options = readWriteOptions(call.request, call.query, { kind: "UpdateOptions" });
    const { value, text, repeated } = await readObject(call);
    const sent = { ...options, user: call.user, ...creating(call), rights: rightsOf(call, "update"), text, repeated };
    return written(call, await call.server.verbs.update(call.target, value, sent));
  },
  patch: async (call) => {
    const { request, query, target } = call;
    const type = patchTypeOf(request, target.served);
    assertBodySize(request);
    const options = readWriteOptions(request, query, { kind: "PatchOptions", patch: type });
    const body = await readPatch(call, type);
    const patch = { type, value: body?.value, isForced: readFlag(query, "force") };
    const { text, repeated } = body ?? {};
    const sent = { ...options, user: call.user, ...creating(call), rights: rightsOf(call, "patch"), text, repeated };
    return written(call, await call.server.verbs.patch(target, patch, sent));
  },
  delete: async (call) => written(call, await call.server.verbs.delete(call.target, await readDeleteOptions(call))),
  deletecollection: async (call) => {
    const options = await readDeleteOptions(call);
    const { server, target, query, rendering } = call;
    const { list, warnings = [] } = await server.verbs.deleteCollection(target, options, readListOptions(query));
    return withWarnings(await rendering.list(target.served, list), warnings);
  },
};

function assertNoExport(query: URLSearchParams): void {
  if (readFlag(query, "export") !== true) return;
  throw StatusError.badRequest("the export parameter, deprecated since v1.14, is no longer supported");
}

function written({ rendering }: Call, { status, bytes, warnings = [] }: WriteAnswer): ServerResponse {
  return withWarnings(rendering.object(bytes, status), warnings);
}

/** To make an object by an update or an apply is a right of its own. */
function creating({ server, target, user }: Call): Pick<WriteOptions, "admitCreate"> {
  const { served, namespace, name, subresource = "" } = target;
  const { group, plural: resource } = served.resource;
  const attributes = { type: "resource", verb: "create", group, resource, subresource, namespace, name } as const;
  return { admitCreate: () => server.access.authorize(user, attributes) };
}

function rightsOf({ server, target, user }: Call, verb: string): Rights {
  const { group, plural: resource } = target.served.resource;
  return {
    verb,
    user,
    authorize: (right) => server.access.authorize(user, { type: "resource", group, resource, ...right }),
  };
}

/** What is posted to be answered is not kept, but the answer tells who asked. */
async function answerReview(call: Call, options: WriteOptions): Promise<ServerResponse> {
  const { server, target, user, rendering } = call;
  const { fieldManager: manager = "", fieldValidation } = options;
  const { value: body, text } = await readObject(call);
  const warnings = new Set<string>();
  const sent = { body, text, fieldValidation, warn: (warning: string): void => void warnings.add(warning) };
  const answer = await server.access.reviews.answer({ target, sent, user, manager });
  return withWarnings(rendering.object(new TextEncoder().encode(JSON.stringify(answer)), 201), [...warnings]);
}

function answerWatch({ server, target, query, request, rendering }: Call): ServerResponse {
  const { verbs, plural } = target.served.resource;
  if (!verbs.includes("watch")) throw StatusError.notWatchable(plural);
  const options = { ...readWatchOptions(query), isOldPath: readFlag(query, "watch") !== true };
  const signal = request.signal ?? new AbortController().signal;
  const watch = new OpenWatch(request);
  const { ending } = watch;
  return rendering.watch({
    frames: server.verbs.watch(target, { ...options, ending, signal }),
    asking: request.signal,
    ending,
    enter: () => server.watches.enter(watch),
    tell: (error) => server.tell(error),
  });
}

/** The body of a request in one of some forms; undefined if there is none. */
function bodyOf(
  { server, request, target }: Call,
  accepted: readonly BodyType[],
  isOptions = false,
): Promise<Body | undefined> {
  return readBody(request, { accepted, codec: server.renderer.codec, kind: target.served.resource.kind, isOptions });
}

function objectTypesOf({ target }: Call): readonly BodyType[] {
  return target.served.isCustom ? customObjectTypes : objectTypes;
}

/** Kubernetes looks for the object before it reads a patch of it; what is applied need not be there. */
async function readPatch(call: Call, type: PatchType): Promise<Body | undefined> {
  try {
    return await bodyOf(call, Object.keys(patchTypes) as readonly BodyType[]);
  } catch (error) {
    if (type !== "apply") await call.server.verbs.get(call.target, {});
    throw error;
  }
}

async function readObject(call: Call): Promise<Body> {
  const body = await bodyOf(call, objectTypesOf(call));
  if (body !== undefined) return body;
  const why = "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)";
  const { kind } = call.target.served.resource;
  throw StatusError.badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}`);
}

/** From the body, or from the query if there is none. */
async function readDeleteOptions(call: Call): Promise<unknown> {
  const body = (await bodyOf(call, objectTypes, true))?.value;
  return body === undefined ? deleteOptionsOf(call.query) : body;
}
