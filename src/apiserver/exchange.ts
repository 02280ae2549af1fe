import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { constants } from "node:http2";
import type { Http2ServerRequest } from "node:http2";
import type { Socket } from "node:net";
import { abortable } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { Caller, Identified } from "./caller.ts";
import { compressed } from "./compressed.ts";
import { serverDefaults } from "./defaults.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { joinBytes } from "../wire/index.ts";
import type { OpenExchange, OpenExchanges } from "./open-exchanges.ts";
import { PartsBody } from "./parts-body.ts";
import { follow } from "./storage/index.ts";
import { drainOf, needsDrain, sent } from "./write-answer.ts";
import type { Outgoing, PieceWriter } from "./write-answer.ts";

/** What answers requests. */
export type Handle = (request: ServerRequest, caller: Caller) => Promise<ServerResponse>;

/** Looks at a request before its body is read. */
export type Identify = (head: ServerRequest) => Promise<Identified> | Identified;

/** A request on a socket, in HTTP/1.1 or HTTP/2. */
export type Incoming = IncomingMessage | Http2ServerRequest;

/** One request on a socket, and how to answer it. */
export interface Exchange {
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
  readonly handle: Handle;
  readonly identify: Identify;
  readonly pieces: PieceWriter;
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
  const { outgoing, identify, clock, open } = exchange;
  const scope = open.enter();
  const gone = (): void => {
    if (!outgoing.writableFinished) scope.abort(new Error("answer a request: the connection was closed"));
  };
  outgoing.on("close", gone);
  outgoing.on("error", gone);
  try {
    const head = headOf(exchange.incoming, scope.signal);
    const caller = await identify(head);
    const { refusal } = caller;
    const answer = compressed(head, refusal ?? (await scope.follow(answerTo(exchange, head, caller))));
    await sendAnswer(exchange, answer, { isLast: refusal !== undefined, scope });
    if (refusal !== undefined) stopReading(outgoing, clock);
  } catch {
    breakOff(exchange);
  } finally {
    scope.leave();
  }
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
  else cut(outgoing);
}

const late = `answer a request: its body did not come within ${serverDefaults.requestTimeoutMs} ms`;
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
  await follow(body, (piece) => (pieces.write(outgoing, piece) ? undefined : whenTaken(outgoing, patience)));
  outgoing.end();
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

/** Requests that only read have no body: whatever comes is not kept. */
async function answerTo(
  { incoming, handle, clock }: Pick<Exchange, "incoming" | "handle" | "clock">,
  head: ServerRequest,
  caller: Caller,
): Promise<ServerResponse> {
  if (head.method === "GET" || head.method === "HEAD") return handle(head, caller);
  return handle({ ...head, body: await readAll(incoming, clock) }, caller);
}

/** A request without its body. */
export function headOf(incoming: Incoming, signal: AbortSignal): ServerRequest {
  const { method = "", url = "", headers: given } = incoming;
  const names = Object.keys(given);
  const hasRepeatable = names.some(isRepeatable);
  const repeatedHeaders = hasRepeatable ? repeatedHeadersOf(incoming) : [];
  return { method, path: url, headers: plainHeaders(incoming, names), repeatedHeaders, signal };
}

/** Those that can be there once only. In HTTP/2 the host is called the authority. */
function plainHeaders(incoming: Incoming, names: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = incoming.headers[name];
    if (typeof value === "string" && !name.startsWith(":") && !isRepeatable(name)) headers[name] = value;
  }
  if ("authority" in incoming && incoming.authority) headers["host"] = incoming.authority;
  return headers;
}

/** The names of groups may have commas in them, so that each has a line of its own. */
function isRepeatable(name: string): boolean {
  return name.startsWith("impersonate-");
}

function repeatedHeadersOf({ rawHeaders }: Incoming): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) => {
    const isName = index % 2 === 0 && isRepeatable(name.toLowerCase());
    return isName ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : [];
  });
}

/** HTTP/2 sends the head at once; HTTP/1.1 would wait for the first piece of a stream. */
function writeHead(outgoing: Outgoing, { status, headers }: ServerResponse, isLast: boolean): void {
  if ("stream" in outgoing) {
    outgoing.writeHead(status, { ...headers });
    return;
  }
  outgoing.writeHead(status, { ...headers, ...(isLast && { connection: "close" }) });
  if (!Object.hasOwn(headers, "content-length")) outgoing.flushHeaders();
}

/**
 * The rest of a body that nobody wants is dropped as it comes, for some time: to reset a stream of HTTP/2 at once could overtake the answer.
 * HTTP/1.1 ends the connection for it.
 */
function stopReading(outgoing: Outgoing, clock: Clock): void {
  if (!("stream" in outgoing) || outgoing.stream.endAfterHeaders) return;
  const { stream } = outgoing;
  const patience = clock.setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), serverDefaults.requestTimeoutMs);
  stream.once("close", () => patience[Symbol.dispose]());
  stream.resume();
}

/** Breaks off what cannot be told to its end. A stream of HTTP/2 must say that this was no end. */
function cut(outgoing: Outgoing): void {
  if ("stream" in outgoing) outgoing.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else outgoing.destroy();
}

/** Of a body that is too large only so much is kept that this can be seen. One that does not end in time ends the request. */
async function readAll(incoming: Incoming, clock: Clock): Promise<Uint8Array> {
  const whole = bodyThatCame(incoming);
  if (whole !== undefined) return whole;
  using _patience = clock.setTimeout(() => incoming.destroy(new Error(late)), serverDefaults.requestTimeoutMs);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const receive = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > serverDefaults.maxBodyBytes) resolve();
  };
  const cutOff = (): void => {
    if (!incoming.complete) reject(new Error("answer a request: its body did not come to an end"));
  };
  // By events: an iteration over the stream costs as much as reading what came.
  incoming.on("data", receive).on("end", resolve).on("error", reject).on("close", cutOff);
  await ended;
  incoming.off("data", receive).pause();
  return joinBytes(chunks);
}

/** A short body in HTTP/1.1 comes with the head: nothing has to be waited for. */
function bodyThatCame(incoming: Incoming): Uint8Array | undefined {
  if ("stream" in incoming || incoming.readableLength > serverDefaults.maxBodyBytes) return undefined;
  const isWhole = incoming.complete || incoming.readableLength === Number(incoming.headers["content-length"]);
  return isWhole ? ((incoming.read() as Uint8Array | null) ?? new Uint8Array()) : undefined;
}
