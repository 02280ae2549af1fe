const kindCodes = [
  "SETPOINT_NOT_AN_OBJECT",
  "SETPOINT_OTHER_KIND",
  "SETPOINT_UNKNOWN_KIND",
  "SETPOINT_AMBIGUOUS_KIND",
  "SETPOINT_KIND_TAKEN",
  "SETPOINT_STALE_KINDS",
] as const;

/**
 * Why a kind could not be told: the value is no object; it is of another kind; nobody knows the kind; several fit equally well; two
 * resources claim it; the server could not ask those who serve it.
 */
export type KindErrorCode = (typeof kindCodes)[number];

/** A kind, or an object of it, is not what was expected. Nothing was sent or changed because of it. */
export class KindError extends Error {
  override readonly name = "KindError";
  readonly code: KindErrorCode;

  constructor(code: KindErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...codes: readonly KindErrorCode[]): error is KindError {
    const accepted: readonly string[] = codes.length === 0 ? kindCodes : codes;
    return error instanceof Error && "code" in error && accepted.includes(error.code as string);
  }
}
