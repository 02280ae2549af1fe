/** What is known of a request that failed. */
export interface FailedCall {
  /** Method and path. */
  readonly call: string;
  /** Absent when there was no answer. */
  readonly status?: number | undefined;
  /** The service's name for what went wrong (`NetworkNotFound`), or ours when it did not say: `NoAnswer`, `Timeout`, `BadAnswer`. */
  readonly type: string;
  readonly message: string;
}

/** The network service refused, or did not answer. */
export class NetworkApiError extends Error {
  override readonly name = "NetworkApiError";
  readonly code = "NETWORK_API";
  readonly status: number | undefined;
  readonly type: string;

  constructor({ call, status, type, message }: FailedCall, options?: ErrorOptions) {
    super(`${call}: ${status === undefined ? "" : `${status} `}${type}: ${message}`, options);
    this.status = status;
    this.type = type;
  }

  /** Recognises the error by its code and, if given, by its status. */
  static is(error: unknown, status?: number): error is NetworkApiError {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "NETWORK_API") return false;
    return status === undefined || (error as NetworkApiError).status === status;
  }
}
