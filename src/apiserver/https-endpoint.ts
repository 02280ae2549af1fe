import { once } from "node:events";
import type { IncomingMessage, ServerResponse as OutgoingResponse } from "node:http";
import { createServer } from "node:https";
import type { Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { nextTurn, realClock } from "../async/index.ts";
import type { Random } from "../async/index.ts";
import { createAuthority, issueCertificate } from "../certificates/index.ts";
import type { Logger } from "../observe/index.ts";
import { statusAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import { ServerListenError } from "./errors.ts";
import { carry } from "./exchange.ts";
import type { Handle, Refuse } from "./exchange.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { isLoopbackHost, loopback, loopbackNames } from "./loopback.ts";
import { StatusError } from "./registry/index.ts";

/** Where a server can be reached over HTTPS. */
export interface Endpoint extends AsyncDisposable {
  readonly url: string;
  /** The certificate of the authority that vouches for the server, in PEM. */
  readonly ca: string;
  /** The text of a kubeconfig for this place, the credential included. */
  readonly kubeconfig: string;
  /** Idempotent. Ends the watches, and closes the sockets without waiting for those who hold them. */
  close(): Promise<void>;
}

/** What an endpoint is made from. */
export interface EndpointOptions {
  readonly handle: Handle;
  /** Asked before a body is read, after the host was looked at. */
  readonly refuse: Refuse;
  readonly token: string;
  readonly random: Random;
  readonly log: Logger;
  readonly port: number;
}

/** Listens on the loopback interface only, with a certificate and an authority of its own. */
export class HttpsEndpoint implements Endpoint {
  readonly url: string;
  readonly ca: string;
  /** Resolves when it is closed. */
  readonly ended: Promise<void>;
  readonly #token: string;
  readonly #server: Server;
  readonly #handle: Handle;
  readonly #refuse: Refuse;
  readonly #closing = new AbortController();
  readonly #exchanges = new Set<Promise<void>>();
  readonly #sockets = new Set<Duplex>();
  #closed: Promise<void> | undefined;

  private constructor(server: Server, ca: string, { token, handle, refuse, log }: EndpointOptions) {
    const { port } = server.address() as AddressInfo;
    this.url = `https://${loopback.address}:${port}`;
    this.ca = ca;
    this.#server = server;
    this.#token = token;
    this.#handle = handle;
    this.#refuse = refuse;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    server.once("close", resolve);
    server.on("connection", (socket) => this.#follow(socket));
    server.on("request", (incoming, outgoing) => this.#accept(incoming, outgoing));
    server.on("error", (error) => log.warn("the API server could not accept a connection", { error }));
  }

  /** Resolves when the port is open. Rejects with a `ServerListenError` if it can't be had. */
  static async open(options: EndpointOptions): Promise<HttpsEndpoint> {
    const { port, random } = options;
    // Whoever connects compares the certificate with the time of day, whatever the server takes for the time.
    const authority = createAuthority({ commonName: "setpoint", clock: realClock, random });
    const { certificate, key } = issueCertificate(authority, {
      commonName: "setpoint-apiserver",
      usages: ["server"],
      dnsNames: loopback.dnsNames,
      ipAddresses: loopback.ipAddresses,
    });
    const server = createServer({
      cert: certificate,
      key,
      maxHeaderSize: serverDefaults.maxHeaderBytes,
      handshakeTimeout: serverDefaults.headersTimeoutMs,
      headersTimeout: serverDefaults.headersTimeoutMs,
      requestTimeout: serverDefaults.requestTimeoutMs,
      keepAliveTimeout: serverDefaults.keepAliveTimeoutMs,
    });
    try {
      server.listen(port, loopback.address);
      await once(server, "listening");
    } catch (error) {
      throw new ServerListenError(`${loopback.address}:${port}`, { cause: error });
    }
    return new HttpsEndpoint(server, authority.certificate, options);
  }

  get kubeconfig(): string {
    return writeKubeconfig({ server: this.url, ca: this.ca, token: this.#token });
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
    this.#closing.abort();
    this.#server.close();
    await Promise.all(this.#exchanges);
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

  #accept(incoming: IncomingMessage, outgoing: OutgoingResponse): void {
    const refuse = (head: ServerRequest): ServerResponse | undefined => strangeHost(head) ?? this.#refuse(head);
    const exchange = carry({ incoming, outgoing, handle: this.#handle, refuse, closing: this.#closing.signal });
    this.#exchanges.add(exchange);
    void exchange.finally(() => this.#exchanges.delete(exchange));
  }
}

function strangeHost({ headers: { host } }: ServerRequest): ServerResponse | undefined {
  if (isLoopbackHost(host)) return undefined;
  const message = `the host ${JSON.stringify(host)} is not this server: expected ${loopbackNames.join(", ")}`;
  return statusAnswer(new StatusError("Forbidden", message).status);
}
