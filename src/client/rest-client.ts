import { realClock } from "../async/index.ts";
import type { KubeList, KubeObject, Resource } from "../model/index.ts";
import type { RestClientOptions } from "./client-options.ts";
import { clientDefaults } from "./defaults.ts";
import { ProtobufAnswers } from "./protobuf-answers.ts";
import { requestPipeline } from "./request-pipeline.ts";
import { absolutePath } from "./request-path.ts";
import { checkHeader, RestRequest } from "./rest-request.ts";
import type { RequestContext, RequestParts } from "./rest-request.ts";

/**
 * Requests by hand: `rest.get(Pod).namespace("default").name("web").send()`. Knows where resources are and what a failure means, but not
 * what an object is. Sends again only what `ClientOptions.maxRetries` says and what is refused (401) while there is another credential.
 */
export class RestClient {
  readonly #context: RequestContext;

  constructor(options: RestClientOptions) {
    const { credentials, clock = realClock, userAgent = clientDefaults.userAgent } = options;
    const token = credentials === undefined ? options.token : undefined;
    this.#context = {
      transport: requestPipeline(options),
      clock,
      requestTimeoutMs: options.requestTimeoutMs ?? clientDefaults.requestTimeoutMs,
      protobuf: new ProtobufAnswers(options.protobuf ?? true),
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

  /** A request to a path as it is, such as `/version`: the server may answer with anything. */
  path(path: string, method: RequestParts["method"] = "GET"): RestRequest<KubeObject, unknown> {
    return new RestRequest(this.#context, { method, path: absolutePath(path), query: {}, headers: {} });
  }

  #request<T extends KubeObject, R>(
    parts: Pick<RequestParts, "method" | "resource">,
    contentType?: string,
  ): RestRequest<T, R> {
    const headers = contentType === undefined ? {} : { "content-type": contentType };
    return new RestRequest(this.#context, { ...parts, query: {}, headers });
  }
}
