/** One request to an API server. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** The answer may go on without end. A transport that carries only so many requests at once counts it apart. */
  readonly isStream?: boolean | undefined;
  /** Aborting it also ends the body of the answer, which then throws the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer as it arrives. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Must be read to its end or left early (`break`, `return`): only then is what carries it free again. Can be read once. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Carries requests to one API server and knows nothing of Kubernetes: over TLS, or by calling a server in the same process. Follows no
 * redirect, retries nothing, and rejects when there is no answer.
 */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
