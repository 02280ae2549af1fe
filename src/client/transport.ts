/** One request to an API server. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** More headers, each on a line of its own, for names that are sent several times. */
  readonly repeatedHeaders?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly body?: Uint8Array | undefined;
  /** The answer may go on without end. A transport that carries only so many requests at once counts it apart. */
  readonly isStream?: boolean | undefined;
  /** How often it may be sent again when the server asks for that, or, of a GET, when the connection broke. Default: what the client says. */
  readonly maxRetries?: number | undefined;
  /** Aborting it also ends the body of the answer, which then throws the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer as it arrives. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Must be read to its end or left early (`break`, `return`): only then is what carries it free again. Can be read once. Nobody
   * writes to its chunks once they are yielded: objects may be views of them.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Carries requests to one API server and knows nothing of Kubernetes: over TLS, or by calling a server in the same process. Follows no
 * redirect and rejects when there is no answer. Sends nothing twice, but for a GET whose connection turns out to have been closed before it
 * was sent.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** What stands between a client and its transport, and sees each request with all its headers: for traces, counts and faults. */
export type Middleware = (next: Transport) => Transport;
