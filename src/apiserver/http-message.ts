/** One request, however it came. */
export interface ServerRequest {
  readonly method: string;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** More headers, each on a line of its own, for names that were sent several times. */
  readonly repeatedHeaders?: readonly (readonly [string, string])[] | undefined;
  readonly body?: Uint8Array | undefined;
  /** Aborted when whoever asked is gone. Ends watches. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer. A watch's body goes on until the watch ends; leaving the iteration early ends it. */
export interface ServerResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}
