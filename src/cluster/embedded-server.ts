import { generateKeyPairSync } from "node:crypto";
import { ApiServer } from "../apiserver/index.ts";
import type { ApiServerOptions, Endpoint } from "../apiserver/index.ts";
import type { Transport } from "../client/index.ts";
import { ClusterError } from "./errors.ts";

/** The server of a cluster: one after the other on the same store, reached by the same transport with the same credentials. */
export class EmbeddedServer implements AsyncDisposable {
  readonly endpoint: Endpoint | undefined;
  readonly #options: ApiServerOptions;
  #current: ApiServer;
  #isClosed = false;

  private constructor(options: ApiServerOptions, current: ApiServer) {
    this.#options = { ...options, token: current.token };
    this.#current = current;
    this.endpoint = current.endpoint;
  }

  static async start(asked: ApiServerOptions): Promise<EmbeddedServer> {
    const options = { ...asked, serviceAccountKey: asked.serviceAccountKey ?? newKey() };
    return new EmbeddedServer(options, await ApiServer.start(options));
  }

  /** The administrator's credential. */
  get token(): string {
    return this.#current.token;
  }

  /** Calls whichever server runs now. */
  readonly transport: Transport = (request) => this.#current.handle(request);

  async restart(): Promise<void> {
    if (this.endpoint !== undefined) {
      throw new ClusterError(
        "SETPOINT_CANNOT_RESTART",
        "Restart the server: this cluster listens, and its address and certificate would change; start it without `listen`",
      );
    }
    await this.#current.close();
    const next = await ApiServer.start(this.#options);
    this.#current = next;
    // The cluster may have been closed meanwhile.
    if (this.#isClosed) await next.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#current.close();
  }
}

/** Known here, so that the tokens of service accounts outlive a restart. */
function newKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
