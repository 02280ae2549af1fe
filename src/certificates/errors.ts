/** A certificate was asked for that can't be written. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
  readonly code = "SETPOINT_CERTIFICATE";

  /** Recognises a `CertificateError` by its code, so that two installed copies of the package still agree. */
  static is(error: unknown): error is CertificateError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_CERTIFICATE";
  }
}
