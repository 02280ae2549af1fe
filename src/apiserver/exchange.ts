import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { abortable } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { Caller, Identified } from "./caller.ts";
import { compressed } from "./compressed.ts";
import { serverDefaults } from "./defaults.ts";
import { warningLines } from "./header-value.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { IncomingBody } from "./incoming-body.ts";
import type { OpenExchange, OpenExchanges } from "./open-exchanges.ts";
import { PartsBody } from "./parts-body.ts";
import { follow, madeTell, outletTell } from "./storage/index.ts";
import type { Tell } from "./storage/index.ts";
import { drainOf, needsDrain, sent, streamSocketOf } from "./write-answer.ts";
import type { Outgoing, PieceFrames } from "./write-answer.ts";

/** What answers requests. */
export type Handle = (request: ServerRequest, caller: Caller) => Promise<ServerResponse>;

/** Looks at a request before its body is read. */
export type Identify = (head: ServerRequest) => Promise<Identified> | Identified;

/** One request that the platform has read, and how to answer it. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: Outgoing;
  readonly handle: Handle;
  readonly identify: Identify;
  readonly pieces: PieceFrames;
  /** Of those who read too slowly. */
  readonly clock: Clock;
  readonly open: OpenExchanges;
}

/** What all requests on a connection are answered with. */
export type ExchangeParts = Omit<Exchange, "incoming" | "outgoing">;

/**
 * Carries one request to `handle` and its answer back, never faster than the socket takes it. Whoever goes away, or takes nothing for a
 * long time, aborts the request. Never rejects: a socket that fails is destroyed.
 */
export async function carry(exchange: Exchange): Promise<void> {
  const { incoming, outgoing, clock, open } = exchange;
  const scope = open.enter();
  const gone = (): void => {
    if (!outgoing.writableFinished) scope.abort(new Error("answer a request: the connection was closed"));
  };
  outgoing.on("close", gone);
  outgoing.on("error", gone);
  try {
    const head = headOf(incoming, scope.signal);
    const body = new IncomingBody(incoming, clock);
    const { answer, isLast } = await answerTo(exchange, { head, scope, readBody: () => body.read() });
    if (body.isCutOff) await sendAnswer(exchange, lastAnswer(answer, body, scope), { isLast: true, scope });
    else await sendAnswer(exchange, answer, { isLast, scope });
  } catch {
    breakOff(exchange);
  } finally {
    scope.leave();
  }
}

/** The answer to a body that was not read to its end. */
function lastAnswer(answer: ServerResponse, body: IncomingBody, { signal }: OpenExchange): ServerResponse {
  return { ...answer, body: body.before(answer.body, signal) };
}

/** A request of which the body is not read yet. */
export interface Asked {
  readonly head: ServerRequest;
  readonly scope: OpenExchange;
  readonly readBody: () => Promise<Uint8Array> | Uint8Array | undefined;
}

/** An answer, and whether whoever asked gets no other. */
export interface Answered {
  readonly answer: ServerResponse;
  readonly isLast: boolean;
}

/** The answer to a request. Who asks is looked at before the body is read. Requests that only read have no body: whatever comes is not kept. */
export async function answerTo(
  { identify, handle }: Pick<Exchange, "identify" | "handle">,
  { head, scope, readBody }: Asked,
): Promise<Answered> {
  const identifying = identify(head);
  // Also if that is known at once: what was said meanwhile may break the request off.
  const caller = await ("then" in identifying ? scope.follow(identifying) : identifying);
  const { refusal } = caller;
  if (refusal !== undefined) return { answer: compressed(head, refusal), isLast: true };
  // Nothing is begun for whoever is gone.
  scope.signal.throwIfAborted();
  const body = head.method === "GET" || head.method === "HEAD" ? undefined : readBody();
  const asked = body === undefined ? head : { ...head, body: "then" in body ? await scope.follow(body) : body };
  return { answer: compressed(head, await scope.follow(handle(asked, caller))), isLast: false };
}

/** Whether the connection ends with an answer, and what aborts the sending of it. */
export interface Sending {
  readonly isLast: boolean;
  readonly scope: OpenExchange;
}

/** Sends an answer, never faster than the socket takes it. */
export async function sendAnswer(
  { outgoing, pieces, clock }: Pick<Exchange, "outgoing" | "pieces" | "clock">,
  answer: ServerResponse,
  { isLast, scope }: Sending,
): Promise<void> {
  writeHead(outgoing, answer, isLast);
  await sendBody({ outgoing, pieces }, answer.body, patienceFor(scope, clock));
}

/** Ends an answer that failed. What only ends with the server ends as if there were nothing more to say. */
export function breakOff({ outgoing, open }: Pick<Exchange, "outgoing" | "open">): void {
  if (open.isClosing && outgoing.headersSent && !needsDrain(outgoing)) outgoing.end();
  else outgoing.destroy();
}

const stalled = `answer a request: nothing was read for ${serverDefaults.stallTimeoutMs} ms`;

/** How long it is waited for the other side. */
export interface Patience {
  /** What ends the request unless it is disposed of in time. */
  readonly stall: () => Disposable;
  readonly signal: AbortSignal;
}

/** Whoever takes nothing for a long time aborts the request. */
export function patienceFor(scope: OpenExchange, clock: Clock): Patience {
  const stall = (): Disposable =>
    clock.setTimeout(() => scope.abort(new Error(stalled)), serverDefaults.stallTimeoutMs);
  return { stall, signal: scope.signal };
}

async function sendBody(
  { outgoing, pieces }: Pick<Exchange, "outgoing" | "pieces">,
  body: AsyncIterable<Uint8Array>,
  patience: Patience,
): Promise<void> {
  if (body instanceof PartsBody) return sendParts(outgoing, body, patience);
  await follow(body, tellPieces({ outgoing, pieces }, patience));
  outgoing.end();
}

/** How the pieces of a stream go out whose head is sent. */
function tellPieces({ outgoing, pieces }: Pick<Exchange, "outgoing" | "pieces">, patience: Patience): Tell<Uint8Array> {
  const socket = streamSocketOf(outgoing);
  const tell = outletTell<Uint8Array>({ to: socket ?? outgoing, drained: () => whenTaken(outgoing, patience) });
  return socket === undefined ? tell : madeTell(pieces.framed, tell);
}

/** Resolves when the other side has taken what was written. */
export async function whenTaken(outgoing: Outgoing | Socket, { stall, signal }: Patience): Promise<void> {
  using _patience = stall();
  await once(drainOf(outgoing), "drain", { signal });
}

/** A short body goes out with the head and the end, in one write. */
async function sendParts(outgoing: Outgoing, body: PartsBody, { stall, signal }: Patience): Promise<void> {
  const short = body.short();
  if (short !== undefined) {
    outgoing.end(short);
    return;
  }
  for (const chunk of body.passing()) {
    using _patience = stall();
    // Not only until the other side keeps up: the next piece may take the place of this one.
    await abortable(sent(outgoing, chunk), signal);
  }
  outgoing.end();
}

/** A request without its body. */
export function headOf(incoming: IncomingMessage, signal: AbortSignal): ServerRequest {
  const { method = "", url = "", headers: given } = incoming;
  const names = Object.keys(given);
  const hasRepeatable = names.some(isRepeatable);
  const repeatedHeaders = hasRepeatable ? repeatedHeadersOf(incoming) : [];
  return { method, path: url, headers: plainHeaders(incoming, names), repeatedHeaders, signal };
}

/** Those that can be there once only. */
function plainHeaders(incoming: IncomingMessage, names: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = incoming.headers[name];
    if (typeof value === "string" && !isRepeatable(name)) headers[name] = value;
  }
  return headers;
}

/** The names of groups may have commas in them, so that each has a line of its own. */
function isRepeatable(name: string): boolean {
  return name.startsWith("impersonate-");
}

function repeatedHeadersOf({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) => {
    const isName = index % 2 === 0 && isRepeatable(name.toLowerCase());
    return isName ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : [];
  });
}

/** The platform would wait with the head for the first piece of a stream. */
function writeHead(outgoing: Outgoing, { status, headers }: ServerResponse, isLast: boolean): void {
  const { warning, ...others } = headers;
  if (warning !== undefined) outgoing.setHeader("warning", warningLines(warning));
  outgoing.writeHead(status, { ...others, ...(isLast && { connection: "close" }) });
  if (!Object.hasOwn(headers, "content-length")) outgoing.flushHeaders();
}
