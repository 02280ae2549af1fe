import { realClock, systemRandom } from "../async/index.ts";
import { MemoryStore } from "../apiserver/index.ts";
import type { ApiServerOptions, Endpoint, ListenOptions, Store } from "../apiserver/index.ts";
import { Client } from "../client/index.ts";
import type { Transport } from "../client/index.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterParts } from "./cluster.ts";
import { EmbeddedServer } from "./embedded-server.ts";
import { joinCluster } from "./join-cluster.ts";
import type { JoinOptions } from "./join-cluster.ts";

/** What the cluster is to have. Everything has a default: an empty cluster in this process, without a socket. */
export interface ClusterOptions extends JoinOptions, Pick<ApiServerOptions, "users" | "authorization"> {
  /** Go on from the store of an earlier server. Default: an empty one in memory. */
  readonly store?: Store | undefined;
  /** Also serve HTTPS on the loopback address, for kubectl and others. */
  readonly listen?: ListenOptions | boolean | undefined;
  /** Stands between the cluster's client and the server, for instance to make faults. */
  readonly wrapTransport?: ((transport: Transport) => Transport) | undefined;
}

/** A cluster whose server runs in this process. */
export class EmbeddedCluster extends Cluster {
  /** Where others reach the server; absent unless the cluster listens. */
  readonly endpoint: Endpoint | undefined;
  readonly #server: EmbeddedServer;

  constructor(parts: ClusterParts, server: EmbeddedServer) {
    super(parts);
    this.endpoint = server.endpoint;
    this.#server = server;
  }

  /**
   * Ends the server and starts another on its store: watches end, requests in between find no server, nothing that was written is lost. For a
   * cluster that does not listen.
   */
  async restartServer(): Promise<void> {
    await this.#server.restart();
  }
}

/**
 * An API server in this process, a client of it, and the controllers, joined and running. Started whole or not at all; closed by
 * `await using` or `close()`, after which nothing of it is left.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<EmbeddedCluster> {
  const { clock = realClock, random = systemRandom, log, store = new MemoryStore(), listen } = options;
  const { users, authorization } = options;
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await EmbeddedServer.start({ store, clock, random, log, users, authorization, listen }));
  const { wrapTransport = (transport) => transport } = options;
  const client = opened.use(Client.over(wrapTransport(server.transport), { token: server.token, clock }));
  opened.use(await joinCluster(client, { ...options, clock, random }));
  return new EmbeddedCluster({ client, clock, random, resources: opened.move() }, server);
}
