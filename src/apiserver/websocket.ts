import { createHash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { splitLines, splitProtobufFrames } from "../wire/index.ts";
import { serverDefaults } from "./defaults.ts";
import { headOf, patienceFor, sendAnswer } from "./exchange.ts";
import type { Exchange, Patience } from "./exchange.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import type { OpenExchange } from "./open-exchanges.ts";
import { frameHead, opcodes, WebSocketReader } from "./websocket-frames.ts";
import { withProtocolToken } from "./websocket-token.ts";
import type { Outgoing } from "./write-answer.ts";

/** What every server of WebSockets adds to the key of a client, by the standard. */
const handshakeSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

const normalClosure: Readonly<Uint8Array> = Uint8Array.of(0x03, 0xe8);

/** A request that asks for a WebSocket, and the connection it came on. */
export interface WebSocketExchange extends Omit<Exchange, "incoming" | "outgoing"> {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
}

/** Whether a request asks for a watch over a WebSocket. Kubernetes answers every other request as if it had not asked to upgrade. */
export function isWebSocketWatch({ method, url = "", headers }: IncomingMessage): boolean {
  if (method !== "GET" || headers.upgrade?.toLowerCase() !== "websocket") return false;
  const [path = "", query = ""] = url.split("?", 2);
  const flag = new URLSearchParams(query).get("watch")?.toLowerCase() ?? "false";
  return (flag !== "false" && flag !== "0") || /^\/apis?\/(?:[^/]+\/){1,2}watch\//.test(path);
}

/**
 * Tells a watch over a WebSocket: each event is one message, text for JSON and binary for protobuf. Messages of the other side are ignored.
 * What cannot be watched is answered as always. Never rejects: a socket that fails is destroyed.
 */
export async function carryWebSocket(exchange: WebSocketExchange): Promise<void> {
  const { incoming, socket, handle, identify, open } = exchange;
  const scope = open.enter();
  const leave = (): void => scope.abort(new Error("answer a request: the connection was closed"));
  socket.on("close", leave);
  socket.on("error", leave);
  let isUpgraded = false;
  try {
    const head = withProtocolToken(headOf(incoming, scope.signal));
    const caller = await identify(head);
    const answer = caller.refusal ?? (await scope.follow(handle(head, caller)));
    // Only a page has no origin of its own to tell, and Kubernetes answers none without.
    const isForbidden = answer.status === 200 && !head.headers["origin"];
    if (answer.status !== 200 || isForbidden) {
      const plain = isForbidden ? { ...answer, status: 403, headers: {}, body: nothing() } : answer;
      await answerPlainly(exchange, plain, scope);
      return;
    }
    socket.write(handshake(head));
    isUpgraded = true;
    const reader = new WebSocketReader({
      onClose: leave,
      // Whoever asks without reading the answers would have them all kept for it.
      onPing: (payload) => void (socket.writableNeedDrain || send(exchange, opcodes.pong, payload)),
    });
    socket.on("data", (chunk: Uint8Array) => reader.push(chunk));
    await tell(exchange, answer, scope);
  } catch {
    // Before the handshake the other side still expects HTTP, in which a closing frame means nothing.
    if (!open.isClosing || !isUpgraded) socket.destroy();
  } finally {
    scope.leave();
  }
  if (!socket.destroyed)
    hangUp(exchange, Buffer.concat([frameHead(opcodes.close, normalClosure.length), normalClosure]));
}

async function tell(
  exchange: WebSocketExchange,
  { headers, body }: ServerResponse,
  scope: OpenExchange,
): Promise<void> {
  const isText = headers["content-type"] === "application/json";
  const limit = Number.MAX_SAFE_INTEGER;
  const batches = isText
    ? splitLines(body, { maxLineBytes: limit })
    : splitProtobufFrames(body, { maxFrameBytes: limit });
  for await (const messages of batches) {
    for (const message of messages) {
      const payload = isText ? Buffer.concat([message, Uint8Array.of(0x0a)]) : message;
      if (send(exchange, isText ? opcodes.text : opcodes.binary, payload)) continue;
      using _patience = patienceFor(scope, exchange.clock).stall();
      await once(exchange.socket, "drain", { signal: scope.signal });
    }
  }
}

function send({ socket }: WebSocketExchange, opcode: number, payload: Uint8Array): boolean {
  socket.write(frameHead(opcode, payload.length));
  return socket.write(payload);
}

function handshake({ headers }: ServerRequest): string {
  const key = `${headers["sec-websocket-key"] ?? ""}${handshakeSuffix}`;
  const [protocol = ""] = (headers["sec-websocket-protocol"] ?? "").split(",");
  return [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${createHash("sha1").update(key).digest("base64")}`,
    ...(protocol.trim() === "" ? [] : [`Sec-WebSocket-Protocol: ${protocol.trim()}`]),
    "\r\n",
  ].join("\r\n");
}

/** Whoever does not read the answer is cut off as on every other connection. */
async function answerPlainly(exchange: WebSocketExchange, answer: ServerResponse, scope: OpenExchange): Promise<void> {
  const { incoming, socket, pieces, clock } = exchange;
  // By name, an import of this module would load everything of it, a client for HTTP included: a sixth of the time in which a server starts.
  const { ServerResponse: Http1Response } = process.getBuiltinModule("node:http");
  const outgoing = new Http1Response(incoming);
  outgoing.assignSocket(socket as Parameters<typeof outgoing.assignSocket>[0]);
  await sendAnswer({ outgoing, pieces, clock }, answer, { isLast: true, scope });
  await whenFinished(outgoing, patienceFor(scope, clock));
  outgoing.detachSocket(socket as Parameters<typeof outgoing.detachSocket>[0]);
  hangUp(exchange);
}

/** Says the last word. The platform no longer looks after the socket: whoever does not end its side in time either is cut off. */
function hangUp({ socket, clock }: WebSocketExchange, word: Uint8Array = new Uint8Array()): void {
  const patience = clock.setTimeout(() => socket.destroy(), serverDefaults.stallTimeoutMs);
  socket.once("close", () => patience.cancel());
  socket.end(word);
}

/** Without the signal it would wait forever for a socket that is already gone. */
async function whenFinished(outgoing: Outgoing, { stall, signal }: Patience): Promise<void> {
  if (outgoing.writableFinished) return;
  using _patience = stall();
  await once(outgoing, "finish", { signal });
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}
