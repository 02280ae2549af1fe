import type { Random } from "../async/index.ts";
import type { Status } from "../model/index.ts";
import type { Logger } from "../observe/index.ts";
import { requireJson } from "./accept.ts";
import { jsonAnswer, statusAnswer, textAnswer, withoutBody } from "./answer.ts";
import type { Credential } from "./credential.ts";
import { NoSuchPathError } from "./errors.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";
import type { Catalog, Verbs } from "./registry/index.ts";
import { parseRequestPath } from "./request-path.ts";
import { answerResource } from "./resource-request.ts";
import { publicDocument, serverDocument } from "./server-documents.ts";

/** What every request is answered with. */
export interface ServerParts {
  readonly verbs: Verbs;
  readonly catalog: Catalog;
  readonly credential: Credential;
  readonly random: Random;
  readonly log: Logger;
}

/** Answers one request, whatever it is: what fails becomes an answer that says so. */
export async function respond(parts: ServerParts, request: ServerRequest): Promise<ServerResponse> {
  const auditId = auditIdOf(request, parts.random);
  const tell = (error: unknown): Status => statusOf(error, parts.log, auditId);
  const answer = await answerRequest(parts, request, tell).catch((error: unknown) =>
    NoSuchPathError.is(error) ? textAnswer("404 page not found\n", 404) : statusAnswer(tell(error)),
  );
  const headers = { "cache-control": "no-cache, private", ...answer.headers, "audit-id": auditId };
  const complete = { ...answer, headers };
  return request.method === "HEAD" ? withoutBody(complete) : complete;
}

/** Nothing is told before the credential was seen, not even which paths there are. */
async function answerRequest(
  parts: ServerParts,
  request: ServerRequest,
  tell: (error: unknown) => Status,
): Promise<ServerResponse> {
  const [path = "", queryText] = request.path.split(/\?(.*)/s);
  const open = publicDocument(path);
  if (open !== undefined) return onlyRead(request, open);
  if (!parts.credential.isCarriedBy(request.headers.authorization)) throw StatusError.unauthorized();
  const parsed = parseRequestPath(path);
  if (parsed === undefined) throw StatusError.noSuchResource();
  if (parsed.type === "resource") {
    return answerResource({ ...parts, tell }, { request, path: parsed, query: new URLSearchParams(queryText) });
  }
  const document = serverDocument(parts.catalog, { segments: parsed.segments, host: request.headers.host ?? "" });
  return onlyRead(request, () => {
    requireJson(request);
    return jsonAnswer(document);
  });
}

function onlyRead({ method }: ServerRequest, answer: () => ServerResponse): ServerResponse {
  if (method !== "GET" && method !== "HEAD") throw StatusError.methodNotAllowed();
  return answer();
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
