import { linkSignals, realClock } from "../async/index.ts";
import { ConfigError, parseServerUrl } from "../config/index.ts";
import type { ClientConfig } from "../config/index.ts";
import type { Logger } from "../observe/index.ts";
import { clientDefaults } from "./defaults.ts";
import { dial } from "./dial.ts";
import type { Destination } from "./dial.ts";
import { closedError, describeRequest, TransportError } from "./errors.ts";
import type { RequestLine } from "./errors.ts";
import { ConnectionPool } from "./http1/connection-pool.ts";
import type { Connection } from "./http1/connection.ts";
import type { SentMessage } from "./http1/exchange.ts";
import { requestHead } from "./http1/request-head.ts";
import { parseProxyUrl } from "./proxy/proxy-url.ts";
import { Slots } from "./slots.ts";
import { stderrLogger } from "./stderr-logger.ts";
import { TlsIdentities } from "./tls-identity.ts";
import type { TlsIdentity } from "./tls-identity.ts";
import { transportFailure } from "./transport-failure.ts";
import type { HttpRequest, HttpResponse, Transport } from "./transport.ts";

/** How many requests and how many streams may be under way, each with a connection, and what becomes of the connections. */
export interface HttpsTransportOptions {
  readonly maxSockets?: number | undefined;
  readonly maxStreams?: number | undefined;
  /** How long an unused connection is kept. */
  readonly idleSocketMs?: number | undefined;
  /** Is warned, once, when the configuration says not to verify the server. */
  readonly logger?: Logger | undefined;
}

/** A transport that owns its connections. */
export interface HttpsTransport extends AsyncDisposable {
  readonly send: Transport;
  /** Idempotent. Ends what is under way with `SETPOINT_TRANSPORT_CLOSED` and resolves when every connection is closed. */
  close(): Promise<void>;
}

/**
 * Carries requests over HTTP/1.1 and TLS 1.2 or newer on connections that are used again. The server is always verified, against the
 * configured authorities or else the system's, whatever the environment says; only `insecureSkipTlsVerify` turns that off. Plain `http:` is
 * accepted only without a credential. Requests and streams are counted apart, so that no number of streams keeps a request waiting.
 */
export function createHttpsTransport(config: ClientConfig, options: HttpsTransportOptions = {}): HttpsTransport {
  const { maxSockets = clientDefaults.maxSockets, maxStreams = clientDefaults.maxStreams } = options;
  const server = serverUrl(config);
  const closing = new AbortController();
  const way = {
    server,
    prefix: server.pathname.replace(/\/$/, ""),
    destination: destinationOf(config, server),
    identities: server.protocol === "https:" ? new TlsIdentities(config) : undefined,
    pool: new ConnectionPool({ maxIdle: maxSockets, idleMs: options.idleSocketMs ?? clientDefaults.idleSocketMs }),
    dials: new Set<Promise<unknown>>(),
    closing: closing.signal,
  };
  const requests: Way = { ...way, slots: new Slots(maxSockets) };
  const streams: Way = { ...way, slots: new Slots(maxStreams) };
  warnIfUnverified(way.destination, { server, logger: options.logger });
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all([way.pool.close(), Promise.allSettled(way.dials)]);
  };
  return {
    send: (request) => send(request, request.isStream === true ? streams : requests),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Way {
  readonly server: URL;
  /** In front of every path. */
  readonly prefix: string;
  readonly destination: Destination;
  /** Absent without TLS. */
  readonly identities: TlsIdentities | undefined;
  readonly pool: ConnectionPool;
  /** Connections that are being opened. */
  readonly dials: Set<Promise<unknown>>;
  /** Limits the exchanges, and so the connections. */
  readonly slots: Slots;
  readonly closing: AbortSignal;
}

/** Sends once; or, if a connection that was used before turns out to have been closed before a GET went out, on a new one. */
async function send(request: HttpRequest, way: Way, isFresh = false): Promise<HttpResponse> {
  const { signal, method, body } = request;
  const line = { method, server: way.server.origin, path: way.prefix + request.path };
  const head = requestHead(request, { host: way.server.host, path: line.path });
  let holdsSlot = false;
  const onFree = (): void => {
    if (holdsSlot) way.slots.giveBack();
    holdsSlot = false;
  };
  let sent: SentMessage | undefined;
  try {
    signal?.throwIfAborted();
    way.closing.throwIfAborted();
    if (!way.slots.tryTake()) await waitForSlot(way, signal);
    holdsSlot = true;
    const { identities } = way;
    const identity = identities && (identities.fixed ?? (await identities.current(signal)));
    const waiting = isFresh ? undefined : way.pool.take(identity);
    const connection = waiting ?? (await open(way, { identity, line, signal }));
    sent = connection.send({ line, head, body, signal, onFree });
    const response = await sent.answer;
    const isRedirect = response.status >= 300 && response.status <= 399;
    return isRedirect ? await refuseRedirect(response, line) : response;
  } catch (error) {
    onFree();
    const failure = failureOf(error, { line, signal, closing: way.closing });
    if (sent === undefined || !isStale(sent, method, failure)) throw failure;
  }
  return send(request, way, true);
}

/** Whether the connection was closed before the request went out, which may then be sent on another. */
function isStale({ isOnUsedConnection, hasBegun }: SentMessage, method: string, failure: unknown): boolean {
  const mayRepeat = isOnUsedConnection && !hasBegun && (method === "GET" || method === "HEAD");
  return mayRepeat && TransportError.is(failure, "SETPOINT_TRANSPORT_RESET");
}

interface FailureOptions {
  readonly line: RequestLine;
  readonly signal: AbortSignal | undefined;
  readonly closing: AbortSignal;
}

function failureOf(error: unknown, { line, signal, closing }: FailureOptions): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (closing.aborted) return closedError(line);
  return TransportError.is(error) || ConfigError.is(error) ? error : transportFailure(error, line);
}

async function waitForSlot({ slots, closing }: Way, signal: AbortSignal | undefined): Promise<void> {
  using scope = linkSignals(signal, closing);
  await slots.take(scope.signal);
}

interface OpenOptions {
  readonly identity: TlsIdentity | undefined;
  readonly line: RequestLine;
  readonly signal: AbortSignal | undefined;
}

async function open(way: Way, { identity, line, signal }: OpenOptions): Promise<Connection> {
  using scope = linkSignals(signal, way.closing);
  const dialling = dial(way.destination, { identity, line, signal: scope.signal });
  way.dials.add(dialling);
  try {
    const socket = await dialling;
    // The client may have been closed since: then nobody would close this connection.
    if (way.closing.aborted) socket.destroy();
    way.closing.throwIfAborted();
    return way.pool.add(socket, identity);
  } finally {
    way.dials.delete(dialling);
  }
}

/** To follow one would hand the credential to whoever the answer names. */
async function refuseRedirect({ status, body }: HttpResponse, line: RequestLine): Promise<never> {
  await body[Symbol.asyncIterator]().return?.();
  const message = `${describeRequest(line)}: the server answered with a redirect (${status}), which is never followed`;
  throw new TransportError("SETPOINT_TRANSPORT_REDIRECT", message);
}

function serverUrl({ server, token, clientCertificate, credentials }: ClientConfig): URL {
  const place = "ClientConfig.server";
  const url = parseServerUrl(server, place);
  const isOpen = [token, clientCertificate, credentials].every((credential) => credential === undefined);
  if (url.protocol === "https:" || isOpen) return url;
  const detail = "the credential would be sent in the clear";
  throw new ConfigError({ code: "SETPOINT_CONFIG_INSECURE", place, detail, expected: "an https: address" });
}

function destinationOf(config: ClientConfig, { hostname, port, protocol }: URL): Destination {
  const { tlsServerName, insecureSkipTlsVerify: isUnverified = false, proxyUrl, ca, trust } = config;
  if (isUnverified && (ca !== undefined || trust !== undefined)) {
    const [place, detail] = [
      "ClientConfig.insecureSkipTlsVerify",
      "it says not to verify what the authorities are for",
    ];
    const expected = "either authorities or insecureSkipTlsVerify";
    throw new ConfigError({ code: "SETPOINT_CONFIG_INVALID", place, detail, expected });
  }
  const host = hostname.replace(/^\[|\]$/g, "");
  const isTls = protocol === "https:";
  return {
    host,
    port: port === "" ? (isTls ? 443 : 80) : Number(port),
    isTls,
    serverName: tlsServerName === undefined || tlsServerName === "" ? host : tlsServerName,
    isUnverified,
    proxy: proxyUrl === undefined ? undefined : parseProxyUrl(proxyUrl),
    proxyCa: ca,
  };
}

function warnIfUnverified({ isTls, isUnverified }: Destination, { server, logger }: WarnOptions): void {
  if (!isTls || !isUnverified) return;
  const log = logger ?? stderrLogger(realClock);
  log.warn(
    "the server is not verified, as insecureSkipTlsVerify says: anybody on the way can read and change everything",
    {
      server: server.origin,
    },
  );
}

interface WarnOptions {
  readonly server: URL;
  readonly logger: Logger | undefined;
}
