const codes = ["SETPOINT_STORE_CONFLICT", "SETPOINT_STORE_EXPIRED"] as const;

/** Why a store refused: the object is not at the expected revision, or the changes asked for are no longer in the log. */
export type StoreErrorCode = (typeof codes)[number];

/** A store refused, and nothing has changed. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  /** The revision that is there: of the object for a conflict (0 when there is none), of the last dropped change for an expiry. */
  readonly revision: number;

  constructor(code: StoreErrorCode, message: string, revision: number) {
    super(message);
    this.code = code;
    this.revision = revision;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...wanted: readonly StoreErrorCode[]): error is StoreError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = wanted.length === 0 ? codes : wanted;
    return accepted.includes(error.code);
  }
}
