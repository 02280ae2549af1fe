import type { Clock, Random } from "../async/index.ts";
import type { Status } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { statusAnswer, textAnswer, withoutBody } from "./answer.ts";
import { attributesOf, isImpersonation } from "./auth/index.ts";
import type { AccessControl, Credential, Peer } from "./auth/index.ts";
import type { BootstrapObjects } from "./bootstrap-objects.ts";
import type { Caller, Identified } from "./caller.ts";
import type { ClientAuthorities } from "./client-authorities.ts";
import { NoSuchPathError } from "./errors.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import type { OpenWatches } from "./open-watches.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog, Verbs } from "./registry/index.ts";
import type { Renderer } from "./render/index.ts";
import { parseRequestPath } from "./request-path.ts";
import { readTimeout, withinTime } from "./request-timeout.ts";
import { answerResource } from "./resource-request.ts";
import { isPublicPath } from "./server-documents.ts";
import type { ServerDocuments } from "./server-documents.ts";
import { withWarnings } from "./warnings.ts";

/** What every request is answered with. */
export interface ServerParts {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly watches: OpenWatches;
  readonly renderer: Renderer;
  readonly documents: ServerDocuments;
  readonly bootstrap: BootstrapObjects;
  readonly authorities: ClientAuthorities;
  readonly credential: Credential;
  readonly access: AccessControl;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Who asks, and the answer to whoever has no credential where one is needed. Needs no body. */
export async function identifyOrRefuse(
  parts: ServerParts,
  request: ServerRequest,
  peer: Peer | undefined,
): Promise<Identified> {
  if (isOpen(request)) return { peer };
  const user = await parts.access.identify(request, peer);
  return user === undefined ? { refusal: unauthorized(parts, request) } : { peer, user };
}

function unauthorized({ random }: ServerParts, request: ServerRequest): ServerResponse {
  return completed(statusAnswer(StatusError.unauthorized().status), request, auditIdOf(request, random));
}

/** Answers one request, whatever it is: what fails becomes an answer that says so. Nothing is told to strangers, not even which paths there are. */
export async function respond(parts: ServerParts, request: ServerRequest, caller: Caller): Promise<ServerResponse> {
  const user = caller.user ?? (await parts.access.identify(request, caller.peer));
  if (user === undefined && (!isOpen(request) || isClaim(request))) return unauthorized(parts, request);
  const auditId = auditIdOf(request, parts.random);
  const tell = (error: unknown): Status => statusOf(error, parts.log, auditId);
  const { patienceMs } = caller;
  const answer = await answerRequest(parts, { request, user, patienceMs }, tell).catch(async (error: unknown) => {
    if (NoSuchPathError.is(error)) return textAnswer("404 page not found\n", 404);
    const told = await parts.renderer.status(request, tell(error));
    return StatusError.is(error) ? withWarnings(told, error.warnings) : told;
  });
  return completed(answer, request, auditId);
}

function completed(answer: ServerResponse, { method }: ServerRequest, auditId: string): ServerResponse {
  const headers = { "cache-control": "no-cache, private", ...answer.headers, "audit-id": auditId };
  const complete = { ...answer, headers };
  return method === "HEAD" ? withoutBody(complete) : complete;
}

/** What anybody may read: a body would be none of its business. */
function isOpen({ method, path }: ServerRequest): boolean {
  return (method === "GET" || method === "HEAD") && isPublicPath(pathOf(path));
}

/** Whether a request shows a token. One that does not count is refused even where nobody needs one. */
function isClaim({ headers }: ServerRequest): boolean {
  return /^bearer +\S/i.test(headers["authorization"] ?? "");
}

async function answerRequest(
  parts: ServerParts,
  { request, user, patienceMs }: Pick<Caller, "user" | "patienceMs"> & { readonly request: ServerRequest },
  tell: (error: unknown) => Status,
): Promise<ServerResponse> {
  const path = pathOf(request.path);
  const parsed = parseRequestPath(path);
  const query = new URLSearchParams(request.path.slice(path.length));
  const { method } = request;
  const attributes = attributesOf({ method, path, query, parsed });
  const limitMs = attributes.verb === "watch" ? undefined : readTimeout(query, patienceMs);
  const isPublic = parsed?.type === "document" && isPublicPath(path);
  if (isPublic && !isImpersonation(request)) return parts.documents.answer(request, parsed.segments);
  if (user === undefined) throw StatusError.unauthorized();
  return withinTime(parts.clock, limitMs, async () => {
    const actor = await parts.access.admit(user, request, attributes);
    if (parsed === undefined) throw StatusError.noSuchResource();
    if (parsed.type === "resource") {
      if (parsed.isNowhere === true) throw StatusError.noSuchResource();
      return answerResource({ ...parts, tell }, { request, path: parsed, query, user: actor });
    }
    return parts.documents.answer(request, parsed.segments);
  });
}

function pathOf(pathAndQuery: string): string {
  return pathAndQuery.split("?", 1)[0] ?? "";
}

/** What a failure tells whoever asked. The cause of one that nobody foresaw is told to the log only. */
function statusOf(error: unknown, log: Logger, auditId: string): Status {
  if (StatusError.is(error)) return error.status;
  log.error("a request failed for an unexpected reason", { error, auditId });
  return StatusError.internal("the cause is in the server's log").status;
}

/** The one that came with the request, if it can be sent back, or a new one. */
function auditIdOf({ headers }: ServerRequest, random: Random): string {
  const given = headers["audit-id"];
  return given !== undefined && /^[\w.:-]{1,64}$/.test(given) ? given : random.uuid();
}
