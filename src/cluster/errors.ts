const codes = ["SETPOINT_CANNOT_RESTART", "SETPOINT_NOT_SERVED", "SETPOINT_UNTIL_TIMEOUT"] as const;

/** What went wrong with a cluster. */
export type ClusterErrorCode = (typeof codes)[number];

/** A cluster did not get to where it was expected. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  readonly code: ClusterErrorCode;

  constructor(code: ClusterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown, ...wanted: readonly ClusterErrorCode[]): error is ClusterError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = wanted.length === 0 ? codes : wanted;
    return accepted.includes(error.code);
  }
}
