/** What was waited for did not come in time. The last failure on the way, if there was one, is the cause. */
export class WaitTimeoutError extends Error {
  override readonly name = "WaitTimeoutError";
  readonly code = "SETPOINT_WAIT_TIMEOUT";

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is WaitTimeoutError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_WAIT_TIMEOUT";
  }
}
