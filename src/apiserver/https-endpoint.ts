import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { DEFAULT_CIPHERS } from "node:tls";
import type { TLSSocket } from "node:tls";
import { nextTurn, realClock } from "../async/index.ts";
import type { Clock, Random } from "../async/index.ts";
import { createAuthority, issueCertificate } from "../certificates/index.ts";
import type { Authority, CertificatePair, CertificateSubject } from "../certificates/index.ts";
import type { Logger } from "../observe/index.ts";
import { statusAnswer } from "./answer.ts";
import { peerOf } from "./auth/index.ts";
import type { CertifiedSocket, Peer } from "./auth/index.ts";
import type { Identified } from "./caller.ts";
import { serverDefaults } from "./defaults.ts";
import { ServerListenError } from "./errors.ts";
import { carry } from "./exchange.ts";
import type { ExchangeParts, Handle } from "./exchange.ts";
import { HttpDate } from "./http-date.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import type { Http2ConnectionOptions } from "./http2/index.ts";
import { Http2Connection, OutputBlocks } from "./http2/index.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { listenAddress } from "./listen-address.ts";
import type { ListenAddress } from "./listen-address.ts";
import { isOwnHost, loopback, loopbackNames } from "./loopback.ts";
import { OpenExchanges } from "./open-exchanges.ts";
import { PlainAnswers } from "./plain-answer.ts";
import { PlainConnection } from "./plain-connection.ts";
import { StatusError } from "./registry/index.ts";
import { carryWebSocket, isWebSocketWatch } from "./websocket.ts";
import { TurnEnd } from "./turn-end.ts";
import { PieceFrames } from "./write-answer.ts";
import type { Outgoing } from "./write-answer.ts";

/** Where a server can be reached over HTTPS. */
export interface Endpoint extends AsyncDisposable {
  readonly url: string;
  /** The certificate of the authority that vouches for the server, in PEM. */
  readonly ca: string;
  /** The text of a kubeconfig for this place, the credential included. */
  readonly kubeconfig: string;
  /** A certificate with which its holder is the user of that name, in those groups, at this place. */
  issueClientCertificate(subject: CertificateSubject): CertificatePair;
  /** Idempotent. Ends the watches, and closes the sockets without waiting for those who hold them. */
  close(): Promise<void>;
}

/** What an endpoint is made from. */
export interface EndpointOptions {
  readonly handle: Handle;
  /** Asked before a body is read, after the host was looked at. */
  readonly identify: (head: ServerRequest, peer: Peer | undefined) => Promise<Identified> | Identified;
  readonly token: string;
  readonly random: Random;
  readonly log: Logger;
  readonly port: number;
  /** An IP address of this machine; that of the loopback interface by default. */
  readonly host?: string | undefined;
  /** More authorities whose client certificates count, besides its own. */
  readonly clientAuthorities?: readonly string[] | undefined;
  /** Of those who read too slowly; the real time by default. */
  readonly clock?: Clock | undefined;
  /** How long the platform waits for the head of a request, and how often it looks. */
  readonly heads?: Readonly<{ timeoutMs: number; checkMs: number }> | undefined;
}

interface OwnParts extends ListenAddress {
  readonly authority: Authority;
}

/** Listens on the loopback interface unless it is told otherwise, with a certificate and an authority of its own. Speaks HTTP/1.1 and HTTP/2, whichever the other side prefers. */
export class HttpsEndpoint implements Endpoint {
  readonly url: string;
  readonly ca: string;
  /** Resolves when it is closed. */
  readonly ended: Promise<void>;
  readonly #addresses: readonly string[];
  readonly #token: string;
  readonly #authority: Authority;
  readonly #server: Server;
  readonly #handle: Handle;
  readonly #identify: EndpointOptions["identify"];
  readonly #clock: Clock;
  readonly #open = new OpenExchanges();
  readonly #pieces = new PieceFrames();
  readonly #sockets = new Set<Duplex>();
  readonly #connections = new Set<Http2Connection>();
  readonly #parts = new WeakMap<object, ExchangeParts>();
  #closed: Promise<void> | undefined;

  private constructor(
    server: Server,
    { authority, urlHost, addresses }: OwnParts,
    { token, handle, identify, log, heads, clock = realClock }: EndpointOptions,
  ) {
    const { port } = server.address() as AddressInfo;
    this.url = `https://${urlHost}:${port}`;
    this.#addresses = addresses;
    this.ca = authority.certificate;
    this.#authority = authority;
    this.#server = server;
    this.#token = token;
    this.#handle = handle;
    this.#identify = identify;
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    server.once("close", resolve);
    server.on("connection", (socket: Duplex) => this.#follow(socket));
    this.#route(new HttpDate(clock), heads?.timeoutMs);
    server.on("request", (incoming, outgoing) => this.#accept(incoming, outgoing));
    server.on("upgrade", (incoming: IncomingMessage, socket: Duplex) => this.#upgrade(incoming, socket));
    server.on("error", (error) => log.warn("the API server could not accept a connection", { error }));
  }

  /** Resolves when the port is open. Rejects with a `ServerListenError` if it can't be had. */
  static async open(options: EndpointOptions): Promise<HttpsEndpoint> {
    const { port, random, clientAuthorities = [] } = options;
    const place = listenAddress(options.host);
    if (place === undefined) throw new ServerListenError(`${options.host}:${port}`, {});
    // Whoever connects compares the certificate with the time of day, whatever the server takes for the time.
    const authority = createAuthority({ commonName: "setpoint", clock: realClock, random });
    const { certificate, key } = issueCertificate(authority, {
      commonName: "setpoint-apiserver",
      usages: ["server"],
      dnsNames: loopback.dnsNames,
      ipAddresses: [...loopback.ipAddresses, ...place.addresses],
    });
    const ca = [authority.certificate, ...clientAuthorities];
    const server = makeServer({ cert: certificate, key, ca }, options.heads);
    try {
      server.listen(port, place.host);
      await once(server, "listening");
    } catch (error) {
      throw new ServerListenError(`${place.host}:${port}`, { cause: error });
    }
    return new HttpsEndpoint(server, { ...place, authority }, options);
  }

  get kubeconfig(): string {
    return writeKubeconfig({ server: this.url, ca: this.ca, token: this.#token });
  }

  issueClientCertificate(subject: CertificateSubject): CertificatePair {
    return issueCertificate(this.#authority, { ...subject, usages: ["client"] });
  }

  /** Idempotent: whoever calls it waits for the same end. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    const left = this.#open.close();
    this.#server.close();
    await left;
    for (const connection of this.#connections) connection.end();
    // The last lines of the watches are written; a turn later the platform has taken them.
    await nextTurn();
    for (const socket of this.#sockets) socket.destroy();
    await this.ended;
  }

  /** Also those that never get as far as a request. */
  #follow(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  /** Connections of HTTP/1.1 are the platform's only from the first request on that is not plain, those of HTTP/2 never. */
  #route(date: HttpDate, firstMs: number = serverDefaults.headersTimeoutMs): void {
    const answers = new PlainAnswers(date);
    const turn = new TurnEnd();
    const blocks = new OutputBlocks();
    const listeners = this.#server.listeners("secureConnection") as ((socket: TLSSocket) => void)[];
    const handOver = (socket: TLSSocket): void => {
      for (const listener of listeners) listener.call(this.#server, socket);
    };
    this.#server.removeAllListeners("secureConnection");
    this.#server.on("secureConnection", (socket: TLSSocket) => {
      const parts = this.#partsFor(socket);
      if (socket.alpnProtocol === "h2") this.#speakHttp2(socket, { parts, date, blocks });
      else void new PlainConnection(socket, { parts, answers, turn, firstMs, handOver });
    });
  }

  #speakHttp2(socket: TLSSocket, options: Http2ConnectionOptions): void {
    const connection = new Http2Connection(socket, options);
    this.#connections.add(connection);
    socket.once("close", () => this.#connections.delete(connection));
  }

  #accept(incoming: IncomingMessage, outgoing: Outgoing): void {
    void carry({ incoming, outgoing, ...this.#partsFor(incoming.socket) });
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex): void {
    void carryWebSocket({ incoming, socket, ...this.#partsFor(socket) });
  }

  /** Made once for each connection: who is on its other side stays the same. */
  #partsFor(socket: object): ExchangeParts {
    const known = this.#parts.get(socket);
    if (known !== undefined) return known;
    const peer = peerOf(socket as CertifiedSocket);
    let ownHost: string | undefined;
    const parts: ExchangeParts = {
      identify: (head) => {
        const { host } = head.headers;
        const refusal = host !== undefined && host === ownHost ? undefined : strangeHost(head, this.#addresses);
        if (refusal !== undefined) return { refusal };
        ownHost = host;
        return this.#identify(head, peer);
      },
      handle: this.#handle,
      pieces: this.#pieces,
      clock: this.#clock,
      open: this.#open,
    };
    this.#parts.set(socket, parts);
    return parts;
  }
}

const preferredCipher = "TLS_AES_128_GCM_SHA256";

/** Those of the platform, and no other, with the one first that Kubernetes prefers: what is written costs less than with a longer key. */
const ciphers = DEFAULT_CIPHERS.split(":").includes(preferredCipher)
  ? `${preferredCipher}:${DEFAULT_CIPHERS}`
  : DEFAULT_CIPHERS;

/** Client certificates are asked for, not demanded; what an unknown authority has signed proves nothing, and harms nobody. */
function makeServer(
  { ca, ...own }: { readonly cert: string; readonly key: string; readonly ca: readonly string[] },
  heads: NonNullable<EndpointOptions["heads"]> = {
    timeoutMs: serverDefaults.headersTimeoutMs,
    checkMs: serverDefaults.headersCheckMs,
  },
): Server {
  return createServer({
    ...own,
    ca: [...ca],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2", "http/1.1"],
    ciphers,
    handshakeTimeout: heads.timeoutMs,
    maxHeaderSize: serverDefaults.maxHeaderBytes,
    headersTimeout: heads.timeoutMs,
    connectionsCheckingInterval: heads.checkMs,
    requestTimeout: serverDefaults.requestTimeoutMs,
    keepAliveTimeout: serverDefaults.keepAliveTimeoutMs,
    shouldUpgradeCallback: isWebSocketWatch,
  });
}

function strangeHost({ headers: { host } }: ServerRequest, addresses: readonly string[]): ServerResponse | undefined {
  if (isOwnHost(host, addresses)) return undefined;
  const expected = [...loopbackNames, ...addresses].join(", ");
  const message = `the host ${JSON.stringify(host)} is not this server: expected ${expected}`;
  return statusAnswer(new StatusError("Forbidden", message).status);
}
