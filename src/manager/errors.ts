const codes = ["SETPOINT_MANAGER_INVALID", "SETPOINT_MANAGER_STARTED"] as const;

/** What can be wrong with the use of a manager. */
export type ManagerErrorCode = (typeof codes)[number];

/** A manager was made or used wrongly. Nothing was started. */
export class ManagerError extends Error {
  override readonly name = "ManagerError";
  readonly code: ManagerErrorCode;

  constructor(code: ManagerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...wanted: readonly ManagerErrorCode[]): error is ManagerError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = wanted.length === 0 ? codes : wanted;
    return accepted.includes(error.code);
  }
}
