import type { Random } from "../async/index.ts";
import type { Status } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { requireJson } from "./accept.ts";
import { jsonAnswer, statusAnswer, textAnswer, withoutBody } from "./answer.ts";
import type { Credential } from "./credential.ts";
import { NoSuchPathError } from "./errors.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import type { OpenWatches } from "./open-watches.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog, Verbs } from "./registry/index.ts";
import { parseRequestPath } from "./request-path.ts";
import { answerResource } from "./resource-request.ts";
import { publicDocument, serverDocument } from "./server-documents.ts";

/** What every request is answered with. */
export interface ServerParts {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly watches: OpenWatches;
  readonly credential: Credential;
  readonly random: Random;
  readonly log: Logger;
}

/** The answer to whoever has no credential; undefined for a request that may be looked at. Needs no body. */
export function refuseStranger(parts: ServerParts, request: ServerRequest): ServerResponse | undefined {
  if (openDocument(request) !== undefined || parts.credential.isCarriedBy(request.headers.authorization))
    return undefined;
  return completed(statusAnswer(StatusError.unauthorized().status), request, auditIdOf(request, parts.random));
}

/** Answers one request, whatever it is: what fails becomes an answer that says so. Nothing is told to strangers, not even which paths there are. */
export async function respond(parts: ServerParts, request: ServerRequest): Promise<ServerResponse> {
  const refusal = refuseStranger(parts, request);
  if (refusal !== undefined) return refusal;
  const auditId = auditIdOf(request, parts.random);
  const tell = (error: unknown): Status => statusOf(error, parts.log, auditId);
  const answer = await answerRequest(parts, request, tell).catch((error: unknown) =>
    NoSuchPathError.is(error) ? textAnswer("404 page not found\n", 404) : statusAnswer(tell(error)),
  );
  return completed(answer, request, auditId);
}

function completed(answer: ServerResponse, { method }: ServerRequest, auditId: string): ServerResponse {
  const headers = { "cache-control": "no-cache, private", ...answer.headers, "audit-id": auditId };
  const complete = { ...answer, headers };
  return method === "HEAD" ? withoutBody(complete) : complete;
}

/** What anybody may read: a body would be none of its business. */
function openDocument({ method, path }: ServerRequest): (() => ServerResponse) | undefined {
  return isRead(method) ? publicDocument(pathOf(path)) : undefined;
}

async function answerRequest(
  parts: ServerParts,
  request: ServerRequest,
  tell: (error: unknown) => Status,
): Promise<ServerResponse> {
  const path = pathOf(request.path);
  const open = publicDocument(path);
  if (open !== undefined) return onlyRead(request, open);
  const parsed = parseRequestPath(path);
  if (parsed === undefined) throw StatusError.noSuchResource();
  if (parsed.type === "resource") {
    return answerResource(
      { ...parts, tell },
      { request, path: parsed, query: new URLSearchParams(request.path.slice(path.length)) },
    );
  }
  const document = serverDocument(parts.catalog, { segments: parsed.segments, host: request.headers.host ?? "" });
  return onlyRead(request, () => {
    requireJson(request);
    return jsonAnswer(document);
  });
}

function onlyRead({ method }: ServerRequest, answer: () => ServerResponse): ServerResponse {
  if (!isRead(method)) throw StatusError.methodNotAllowed();
  return answer();
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
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
