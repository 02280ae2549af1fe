const codes = [
  "SETPOINT_CONTROLLER_INVALID",
  "SETPOINT_CONTROLLER_NO_STATUS",
  "SETPOINT_CONTROLLER_NOT_SERVED",
  "SETPOINT_CONTROLLER_STUCK",
] as const;

/** What can go wrong with a controller itself. */
export type ControllerErrorCode = (typeof codes)[number];

/**
 * A controller was defined or used wrongly (`INVALID`, `NO_STATUS`), does not fit what the server serves (`NOT_SERVED`), or was left behind with reconciles that do not end although they were
 * told to (`STUCK`, which names their keys).
 */
export class ControllerError extends Error {
  override readonly name = "ControllerError";
  readonly code: ControllerErrorCode;

  constructor(code: ControllerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...wanted: readonly ControllerErrorCode[]): error is ControllerError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = wanted.length === 0 ? codes : wanted;
    return accepted.includes(error.code);
  }
}
