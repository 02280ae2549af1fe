import type { Clock } from "../async/index.ts";
import type { CredentialSource, Impersonation } from "../config/index.ts";
import type { Logger, Metrics } from "../observe/index.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Middleware, Transport } from "./transport.ts";
import type { ServerWarning } from "./warnings.ts";

/** How a client behaves. */
export interface ClientOptions {
  readonly clock?: Clock | undefined;
  /** From sending a request until its whole answer is there; of a stream, until its answer begins. `Infinity` waits for ever. */
  readonly requestTimeoutMs?: number | undefined;
  readonly userAgent?: string | undefined;
  /** The largest object that is accepted: a whole answer, or one item of a list, which itself may be of any size. */
  readonly maxAnswerBytes?: number | undefined;
  /** The largest event of a watch that is accepted. */
  readonly maxLineBytes?: number | undefined;
  /** How often a request is sent again when the server asks for that (429 or 5xx with `Retry-After`), and whether a broken GET is at all. */
  readonly maxRetries?: number | undefined;
  /** How many requests are sent. Default: as many as there are. */
  readonly rateLimit?: RateLimit | undefined;
  /** Is told each warning of the server once. Default: it is logged. */
  readonly onWarning?: ((warning: ServerWarning) => void) | undefined;
  /** Where requests are counted and measured, under the names `rest_client_…`. */
  readonly metrics?: Metrics | undefined;
  /** What else stands around the transport, the outermost first. It sees each attempt as it is sent, the credential included. */
  readonly middleware?: readonly Middleware[] | undefined;
  /**
   * Whether reads of built-in kinds ask for protobuf, which costs servers less. Objects are the same, but that those of lists and watches are
   * without the fields that only a newer server knows. Default: yes.
   */
  readonly protobuf?: boolean | undefined;
  /** Default: standard error. */
  readonly logger?: Logger | undefined;
}

/** What a `RestClient` is made from. The token goes out with every request, as a bearer token. */
export interface RestClientOptions extends ClientOptions {
  readonly transport: Transport;
  readonly token?: string | undefined;
  /** Wins over the token. */
  readonly credentials?: CredentialSource | undefined;
  readonly impersonate?: Impersonation | undefined;
  /** How metrics name the server. */
  readonly host?: string | undefined;
}
