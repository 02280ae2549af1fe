import { InvalidArgumentError, parseDuration, realClock, systemRandom } from "../async/index.ts";
import type { Clock, Duration, Random } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import type { Logger } from "../observe/index.ts";
import { AccessControl, Credential } from "./auth/index.ts";
import type { AuthorizationMode, TokenUser } from "./auth/index.ts";
import { BootstrapObjects } from "./bootstrap-objects.ts";
import type { Caller } from "./caller.ts";
import { ClientAuthorities } from "./client-authorities.ts";
import { authoritiesIn } from "./client-ca.ts";
import { serverDefaults } from "./defaults.ts";
import { ServerClosedError } from "./errors.ts";
import type { Handle } from "./exchange.ts";
import type { ServerRequest, ServerResponse } from "./http-message.ts";
import { HttpsEndpoint } from "./https-endpoint.ts";
import type { Endpoint, EndpointOptions } from "./https-endpoint.ts";
import { OpenWatches } from "./open-watches.ts";
import { Registry } from "./registry/index.ts";
import { Renderer } from "./render/index.ts";
import { identifyOrRefuse, respond } from "./respond.ts";
import type { ServerParts } from "./respond.ts";
import { ServerDocuments } from "./server-documents.ts";
import { ServerFaults } from "./server-faults.ts";
import { MemoryStore } from "./storage/index.ts";
import type { Store } from "./storage/index.ts";

/** How to start a server. Nothing is needed. */
export interface ApiServerOptions {
  /** Where objects are kept. With the store of another server the new one goes on where that one was. */
  readonly store?: Store | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  readonly log?: Logger | undefined;
  /** The administrator's credential; a new one by default. */
  readonly token?: string | undefined;
  /** More users, each with a token of their own. What they may do is up to roles and bindings. */
  readonly users?: readonly TokenUser[] | undefined;
  /**
   * `"rbac"`, the default: the administrator may do everything, everybody else what roles and bindings allow. `"off"`: whoever has a credential
   * may do everything.
   */
  readonly authorization?: AuthorizationMode | undefined;
  /** The key that signs the tokens of service accounts, ECDSA P-256 in PEM; a new one by default, so that they end with the server. */
  readonly serviceAccountKey?: string | undefined;
  /** How long an event is kept after its last write: an hour by default, and for ever if it is 0. */
  readonly eventTtl?: Duration | undefined;
  /**
   * How long a request over a socket, but for a watch, may take until its answer begins: a minute by default, and as long as it needs if it is
   * 0. One in process has its signal for that.
   */
  readonly requestTimeout?: Duration | undefined;
  /** To listen as soon as it is started, as `listen` does. By default it opens no socket. */
  readonly listen?: ListenOptions | boolean | undefined;
}

/** Where to listen. */
export interface ListenOptions {
  /** 0, the default, stands for any that is free. */
  readonly port?: number | undefined;
  /**
   * An IP address of this machine, or `0.0.0.0` or `::` for all of them. Default: that of the loopback interface, which nobody else can reach.
   */
  readonly host?: string | undefined;
  /** More authorities whose client certificates tell who asks, in PEM; that of the port always counts. */
  readonly clientCa?: string | undefined;
}

interface OwnParts extends Pick<ServerParts, "credential" | "access" | "random" | "log"> {
  readonly store: Store;
  readonly clock: Clock;
  readonly patienceMs: number | undefined;
}

/** A server that was started to listen. */
export type ListeningApiServer = ApiServer & { readonly endpoint: Endpoint };

/**
 * A Kubernetes API server in this process. It opens no socket before it is told to listen; whoever has the administrator's credential
 * may do everything, other users what they have a right to, and nobody else may do anything.
 */
export class ApiServer implements AsyncDisposable {
  /** What it does wrong when it is told to: for tests of those who must live with that. */
  readonly faults: ServerFaults;
  /** What it takes for the time. */
  readonly clock: Clock;
  readonly #parts: ServerParts;
  readonly #store: Store;
  readonly #registry: Registry;
  readonly #patienceMs: number | undefined;
  readonly #endpoints = new Set<Promise<HttpsEndpoint>>();
  #endpoint: Endpoint | undefined;
  #closed: Promise<void> | undefined;

  private constructor(registry: Registry, { store, clock, patienceMs, ...parts }: OwnParts) {
    this.clock = clock;
    this.#registry = registry;
    this.#patienceMs = patienceMs;
    this.#store = store;
    const watches = new OpenWatches();
    this.faults = new ServerFaults(clock, watches);
    const own = { ...parts, clock, renderer: new Renderer({ clock }), verbs: registry, catalog: registry.catalog };
    const [documents, bootstrap] = [new ServerDocuments(own), new BootstrapObjects(own)];
    this.#parts = { ...own, watches, documents, bootstrap, authorities: new ClientAuthorities(registry) };
  }

  /** Resolves when the server answers, at its port too if it is to listen. */
  static start(options: ApiServerOptions & { readonly listen: ListenOptions | true }): Promise<ListeningApiServer>;
  static start(options?: ApiServerOptions): Promise<ApiServer>;
  static async start(options: ApiServerOptions = {}): Promise<ApiServer> {
    const { clock = realClock, random = systemRandom, log = silentLogger, store = new MemoryStore() } = options;
    const credential = Credential.from(options.token, random);
    const patienceMs = durationOf(options, "requestTimeout") ?? serverDefaults.requestTimeoutMs;
    const registry = await Registry.open({ store, clock, random, eventTtlMs: durationOf(options, "eventTtl") });
    const { users, serviceAccountKey, authorization: mode = "rbac", listen = false } = options;
    const keeping = { store, verbs: registry, catalog: registry.catalog };
    const access = new AccessControl({ ...keeping, clock, random, credential, users, serviceAccountKey, mode });
    const own = {
      store,
      clock,
      credential,
      access,
      random,
      log,
      patienceMs: patienceMs === 0 ? undefined : patienceMs,
    };
    await using opened = new AsyncDisposableStack();
    const server = opened.use(new ApiServer(registry, own));
    if (listen !== false) server.#endpoint = await server.listen(listen === true ? {} : listen);
    opened.move();
    return server;
  }

  /** The administrator's credential: requests carry it as `authorization: Bearer <token>`. */
  get token(): string {
    return this.#parts.credential.token;
  }

  /** Where others reach it, if it was started to listen: its URL, its authority, and a kubeconfig. */
  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /**
   * Answers one request; may be passed on as it is. What goes wrong is told in the answer. Rejects only with a `ServerClosedError`, or with
   * the reason of the request's signal. The chunks of the body are shared: read them, and do not write to them.
   */
  readonly handle = (request: ServerRequest): Promise<ServerResponse> => this.#answer(request);

  /** Forgets the changes up to a version, by default all: whoever needs them is told that they have expired. Objects stay. */
  compact(resourceVersion?: string): void {
    this.#store.compact(resourceVersion === undefined ? this.#store.revision : Number(resourceVersion));
  }

  /** Opens an HTTPS port, on the loopback interface unless told otherwise, with a new certificate from a new authority. It closes with the server. */
  async listen({ port = 0, host, clientCa }: ListenOptions = {}): Promise<Endpoint> {
    if (this.#closed !== undefined) throw new ServerClosedError("listen");
    const clientAuthorities = clientCa === undefined ? [] : authoritiesIn(clientCa);
    const { token } = this;
    const { random, log, authorities } = this.#parts;
    const patienceMs = this.#patienceMs;
    const handle: Handle = (request, caller) => this.#answer(request, { ...caller, patienceMs });
    const identify: EndpointOptions["identify"] = (head, peer) => identifyOrRefuse(this.#parts, head, peer);
    const opening = HttpsEndpoint.open({ handle, identify, token, port, host, clientAuthorities, random, log });
    this.#endpoints.add(opening);
    const forget = (): boolean => this.#endpoints.delete(opening);
    void opening.then(async ({ ca, ended }) => {
      const told = [ca, ...clientAuthorities].join("");
      authorities.add(told);
      await ended;
      authorities.remove(told);
      forget();
    }, forget);
    return opening;
  }

  /** Idempotent. Open watches end, sockets close without grace, and the store is left as it is for the next server. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Closes the server at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Only a connection can prove who is on its other side: in process there is no peer. */
  async #answer(request: ServerRequest, caller: Caller = {}): Promise<ServerResponse> {
    request.signal?.throwIfAborted();
    if (this.#closed !== undefined) throw new ServerClosedError(`${request.method} ${request.path}`);
    return this.faults.apply(request, (asked) => respond(this.#parts, asked, caller));
  }

  /** The registry goes first: it ends the watches, so that their sockets have time for the last line. */
  async #close(): Promise<void> {
    this.faults.clear();
    await this.#registry.close();
    const opened = await Promise.allSettled(this.#endpoints);
    await Promise.all(opened.flatMap((result) => (result.status === "fulfilled" ? [result.value.close()] : [])));
  }
}

function durationOf(options: ApiServerOptions, name: "eventTtl" | "requestTimeout"): number | undefined {
  const input = options[name];
  if (input === undefined) return undefined;
  const place = `ApiServer.${name}`;
  const durationMs = parseDuration(input, place);
  if (durationMs >= 0) return durationMs;
  throw new InvalidArgumentError({ place, input, expected: "a duration of zero or more" });
}
