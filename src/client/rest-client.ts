import { realClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import { clientDefaults } from "./defaults.ts";
import { checkHeader, RestRequest } from "./rest-request.ts";
import type { RequestContext, RequestParts } from "./rest-request.ts";
import type { Transport } from "./transport.ts";

/** How a client behaves. */
export interface ClientOptions {
  readonly clock?: Clock | undefined;
  /** From sending a request until its whole answer is there; of a stream, until its answer begins. `Infinity` waits for ever. */
  readonly requestTimeoutMs?: number | undefined;
  readonly userAgent?: string | undefined;
  /** The largest answer, other than a stream, that is accepted. */
  readonly maxAnswerBytes?: number | undefined;
  /** The largest event of a watch that is accepted. */
  readonly maxLineBytes?: number | undefined;
}

/** What a `RestClient` is made from. The token goes out with every request, as a bearer token. */
export interface RestClientOptions extends ClientOptions {
  readonly transport: Transport;
  readonly token?: string | undefined;
}

/**
 * Requests by hand: `rest.get(Pod).namespace("default").name("web").send()`. Knows where resources are and what a failure means, but not
 * what an object is. Retries nothing.
 */
export class RestClient {
  readonly #context: RequestContext;

  constructor(options: RestClientOptions) {
    const { transport, token, clock = realClock, userAgent = clientDefaults.userAgent } = options;
    this.#context = {
      transport,
      clock,
      requestTimeoutMs: options.requestTimeoutMs ?? clientDefaults.requestTimeoutMs,
      maxAnswerBytes: options.maxAnswerBytes ?? clientDefaults.maxAnswerBytes,
      headers: {
        accept: "application/json",
        ...checkHeader("user-agent", userAgent),
        ...(token === undefined ? {} : checkHeader("authorization", `Bearer ${token}`)),
      },
    };
  }

  /** Reads the collection; with `.name()` one object. */
  get<T extends KubeObject>(resource: Resource<T>): RestRequest<T, KubeList<T>> {
    return this.#request({ method: "GET", resource });
  }

  post<T extends KubeObject>(resource: Resource<T>): RestRequest<T, T> {
    return this.#request({ method: "POST", resource }, "application/json");
  }

  put<T extends KubeObject>(resource: Resource<T>): RestRequest<T, T> {
    return this.#request({ method: "PUT", resource }, "application/json");
  }

  /** The body is a merge patch, unless `.header("content-type", …)` says otherwise. */
  patch<T extends KubeObject>(resource: Resource<T>): RestRequest<T, T> {
    return this.#request({ method: "PATCH", resource }, "application/merge-patch+json");
  }

  /** The answer is the deleted object, what is left of it, or a `Status`. */
  delete<T extends KubeObject>(resource: Resource<T>): RestRequest<T, unknown> {
    return this.#request({ method: "DELETE", resource }, "application/json");
  }

  #request<T extends KubeObject, R>(
    parts: Pick<RequestParts, "method" | "resource">,
    contentType?: string,
  ): RestRequest<T, R> {
    const headers = contentType === undefined ? {} : { "content-type": contentType };
    return new RestRequest(this.#context, { ...parts, query: {}, headers });
  }
}
