import * as http from "node:http";
import * as https from "node:https";
import { createSecureContext } from "node:tls";
import type { SecureContext } from "node:tls";
import { linkSignals, onAbort } from "../async/index.ts";
import { ConfigError, parseServerUrl } from "../config/index.ts";
import type { ClientConfig } from "../config/index.ts";
import { setOwn } from "../model/index.ts";
import { clientDefaults } from "./defaults.ts";
import { describeRequest, TransportError } from "./errors.ts";
import type { RequestLine } from "./errors.ts";
import { ResponseBody } from "./response-body.ts";
import { Slots } from "./slots.ts";
import { transportFailure } from "./transport-failure.ts";
import type { HttpRequest, HttpResponse, Transport } from "./transport.ts";

/** How many requests and how many streams may be under way; each has a connection. */
export interface HttpsTransportOptions {
  readonly maxSockets?: number | undefined;
  readonly maxStreams?: number | undefined;
}

/** A transport that owns its connections. */
export interface HttpsTransport extends AsyncDisposable {
  readonly send: Transport;
  /** Idempotent. Ends what is under way with `SETPOINT_TRANSPORT_CLOSED` and resolves when every connection is closed. */
  close(): Promise<void>;
}

/**
 * Carries requests over HTTP/1.1 and TLS 1.2 or newer on connections that are used again. The server is always verified, against the
 * configured authorities or else the system's, whatever the environment says. Plain `http:` is accepted only without a credential.
 * Requests and streams are counted apart, so that no number of streams keeps a request waiting.
 */
export function createHttpsTransport(config: ClientConfig, options: HttpsTransportOptions = {}): HttpsTransport {
  const { maxSockets = clientDefaults.maxSockets, maxStreams = clientDefaults.maxStreams } = options;
  const server = serverUrl(config);
  const closing = new AbortController();
  const way = { server, agent: agentFor(config, { server, maxFreeSockets: maxSockets }), closing: closing.signal };
  const requests: Way = { ...way, slots: new Slots(maxSockets) };
  const streams: Way = { ...way, slots: new Slots(maxStreams) };
  const close = async (): Promise<void> => {
    closing.abort();
    await endAgent(way.agent);
  };
  return {
    send: (request) => exchange(request, request.isStream === true ? streams : requests),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Way {
  readonly server: URL;
  readonly agent: http.Agent;
  /** Limits the exchanges, and so the connections. The agent's own limit would keep what was aborted in its queue, and connect for it. */
  readonly slots: Slots;
  readonly closing: AbortSignal;
}

async function exchange(request: HttpRequest, way: Way): Promise<HttpResponse> {
  const line = { method: request.method, server: way.server.origin, path: pathOn(way.server, request) };
  const scope = linkSignals(request.signal, way.closing);
  const { signal } = scope;
  const failure = (error: unknown): unknown => {
    if (!signal.aborted) return TransportError.is(error) ? error : transportFailure(error, line);
    if (signal.reason !== way.closing.reason) return signal.reason;
    return new TransportError("SETPOINT_TRANSPORT_CLOSED", `${describeRequest(line)}: the client was closed`);
  };
  let holdsSlot = false;
  const end = (): void => {
    scope[Symbol.dispose]();
    if (holdsSlot) way.slots.giveBack();
    holdsSlot = false;
  };
  try {
    await way.slots.take(signal);
    holdsSlot = true;
    signal.throwIfAborted();
    const incoming = await roundTrip({ ...request, signal }, { way, line });
    // Also if nobody reads the body any more, or nobody ever got to see it.
    onAbort(signal, () => {
      incoming.destroy();
      end();
    });
    signal.throwIfAborted();
    refuseRedirect(incoming, line);
    const body = new ResponseBody(incoming, { signal, failure, end, leave: () => incoming.destroy() });
    return { status: incoming.statusCode ?? 0, headers: headersOf(incoming), body };
  } catch (error) {
    end();
    throw failure(error);
  }
}

interface RoundTripOptions {
  readonly way: Way;
  readonly line: RequestLine;
}

function roundTrip(
  request: HttpRequest & { readonly signal: AbortSignal },
  { way, line }: RoundTripOptions,
): Promise<http.IncomingMessage> {
  const { method, body, signal } = request;
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { hostname, port, protocol } = way.server;
  const open = protocol === "https:" ? https.request : http.request;
  const outgoing = open({
    method,
    host: hostname.replace(/^\[|\]$/g, ""),
    port,
    path: line.path,
    // The platform would send the body of a DELETE without saying how long it is.
    headers: body === undefined ? request.headers : { ...request.headers, "content-length": body.length },
    agent: way.agent,
    maxHeaderSize: clientDefaults.maxHeaderBytes,
  });
  outgoing.on("error", reject);
  outgoing.on("response", resolve);
  // Without a listener, the platform would end the connection and say nothing.
  outgoing.on("upgrade", (_incoming, socket) => {
    socket.destroy();
    const message = `${describeRequest(line)}: the server changed the protocol (101), which nobody asked for`;
    reject(new TransportError("SETPOINT_TRANSPORT_PROTOCOL", message));
  });
  // Whatever the platform does, no exchange outlives its request.
  outgoing.on("close", () => reject(new Error("The request ended without an answer")));
  signal.addEventListener("abort", () => outgoing.destroy());
  outgoing.end(body);
  return promise;
}

function pathOn(server: URL, { path }: HttpRequest): string {
  return server.pathname.replace(/\/$/, "") + path;
}

/** To follow one would hand the credential to whoever the answer names. */
function refuseRedirect(incoming: http.IncomingMessage, line: RequestLine): void {
  const { statusCode = 0 } = incoming;
  if (statusCode < 300 || statusCode > 399) return;
  incoming.destroy();
  const message = `${describeRequest(line)}: the server answered with a redirect (${statusCode}), which is never followed`;
  throw new TransportError("SETPOINT_TRANSPORT_REDIRECT", message);
}

function headersOf(incoming: http.IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) setOwn(headers, name, String(value));
  return headers;
}

function serverUrl({ server, token, clientCertificate }: ClientConfig): URL {
  const place = "ClientConfig.server";
  const url = parseServerUrl(server, place);
  if (url.protocol === "https:" || (token === undefined && clientCertificate === undefined)) return url;
  const detail = "the credential would be sent in the clear";
  throw new ConfigError({ code: "SETPOINT_CONFIG_INSECURE", place, detail, expected: "an https: address" });
}

interface AgentOptions {
  readonly server: URL;
  readonly maxFreeSockets: number;
}

function agentFor(config: ClientConfig, { server, maxFreeSockets }: AgentOptions): http.Agent {
  const pool = { keepAlive: true, maxFreeSockets, timeout: clientDefaults.idleSocketMs };
  if (server.protocol === "http:") return new http.Agent(pool);
  const { tlsServerName } = config;
  const name = tlsServerName === undefined ? {} : { servername: tlsServerName };
  return new https.Agent({ ...pool, ...name, rejectUnauthorized: true, secureContext: secureContextFor(config) });
}

function secureContextFor({ ca, clientCertificate }: ClientConfig): SecureContext {
  const { certificate, key } = clientCertificate ?? {};
  try {
    return createSecureContext({ minVersion: "TLSv1.2", ca, cert: certificate, key });
  } catch (error) {
    const [place, detail] = ["ClientConfig.ca and .clientCertificate", "they can't be read"];
    const expected = "certificates and a key that belong together, in PEM";
    throw new ConfigError({ code: "SETPOINT_CONFIG_INVALID", place, detail, expected }, { cause: error });
  }
}

async function endAgent(agent: http.Agent): Promise<void> {
  const sockets = [agent.sockets, agent.freeSockets].flatMap((pool) =>
    Object.values(pool).flatMap((held) => held ?? []),
  );
  const closed = sockets.map((socket) => new Promise((resolve) => void socket.once("close", resolve)));
  agent.destroy();
  await Promise.all(closed);
}
