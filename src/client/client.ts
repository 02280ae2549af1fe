import type { ClientConfig, CredentialSource, Impersonation } from "../config/index.ts";
import type { KubeObject, Resource } from "../model/index.ts";
import type { ClientOptions } from "./client-options.ts";
import { clientDefaults } from "./defaults.ts";
import { closedError } from "./errors.ts";
import { createHttpsTransport } from "./https-transport.ts";
import type { HttpsTransport } from "./https-transport.ts";
import { ResourceClient } from "./resource-client.ts";
import { RestClient } from "./rest-client.ts";
import type { Transport } from "./transport.ts";

/** Who speaks over a transport that somebody else owns, and where. */
export interface ClientOverOptions extends ClientOptions {
  readonly token?: string | undefined;
  /** Wins over the token. */
  readonly credentials?: CredentialSource | undefined;
  readonly impersonate?: Impersonation | undefined;
  /** How metrics name the server. */
  readonly host?: string | undefined;
  /** Where objects are that name no namespace. */
  readonly namespace?: string | undefined;
}

/** Where a handle of a resource looks. */
export interface ResourceOptions {
  readonly namespace?: string | undefined;
}

/** A connection to one API server, and the way to its objects: `client.resource(Pod).get("web")`. */
export class Client implements AsyncDisposable {
  /** Requests by hand. */
  readonly rest: RestClient;
  /** Where objects are that name no namespace. */
  readonly namespace: string;
  readonly #owned: HttpsTransport;
  readonly #maxLineBytes: number;

  private constructor(owned: HttpsTransport, options: ClientOverOptions) {
    this.#owned = owned;
    this.rest = new RestClient({ ...options, transport: owned.send });
    this.namespace = options.namespace ?? "default";
    this.#maxLineBytes = options.maxLineBytes ?? clientDefaults.maxLineBytes;
  }

  /** A client with connections of its own. Opens none before the first request. Throws a `ConfigError`. */
  static connect(config: ClientConfig, options: ClientOptions = {}): Client {
    const { server, token, namespace, credentials, impersonate } = config;
    const transport = createHttpsTransport(config, { logger: options.logger });
    const host = URL.parse(server)?.host;
    return new Client(transport, { ...options, token, credentials, impersonate, namespace, host });
  }

  /** A client over a borrowed transport. Closing it only refuses new requests: what is under way is the owner's to end. */
  static over(transport: Transport, options: ClientOverOptions = {}): Client {
    return new Client(borrow(transport), options);
  }

  /**
   * The objects of a resource: those of one namespace, or, without `namespace`, all of them for `list` and `watch`. Then an object that is
   * created or updated goes to its own `metadata.namespace`, else to the client's, and a name alone means the client's as well.
   */
  resource<T extends KubeObject>(resource: Resource<T>, { namespace }: ResourceOptions = {}): ResourceClient<T> {
    return new ResourceClient(resource, {
      rest: this.rest,
      namespace: namespace === "" ? undefined : namespace,
      defaultNamespace: this.namespace,
      maxLineBytes: this.#maxLineBytes,
    });
  }

  /** Idempotent. With connections of its own, ends what is under way and resolves when they are closed. */
  async close(): Promise<void> {
    await this.#owned.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function borrow(transport: Transport): HttpsTransport {
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
  };
  const send: Transport = async (request) => {
    if (!isClosed) return transport(request);
    throw closedError(request);
  };
  return { send, close, [Symbol.asyncDispose]: close };
}
