const code = "SETPOINT_APPLY_REFUSED";

/** What is applied cannot be merged at all. `detail` is what Kubernetes says. Nothing has changed. */
export class ApplyRefusedError extends Error {
  override readonly name = "ApplyRefusedError";
  readonly code: typeof code = code;
  /** Whether the request is at fault (400); else Kubernetes calls it a failure of its own (500). */
  readonly isBadRequest: boolean;
  readonly detail: string;

  constructor(detail: string, { isBadRequest = false }: { readonly isBadRequest?: boolean } = {}) {
    super(`apply an object: expected one that can be merged: ${detail}`);
    this.isBadRequest = isBadRequest;
    this.detail = detail;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is ApplyRefusedError {
    return error instanceof Error && "code" in error && error.code === code;
  }
}
