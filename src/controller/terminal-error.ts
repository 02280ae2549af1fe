/** Thrown by a reconcile to say that trying again would not help: it is reported, and the object waits for its next change. */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
  readonly code = "SETPOINT_TERMINAL";

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is TerminalError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_TERMINAL";
  }
}
