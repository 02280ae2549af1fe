/** The codes of this folder's errors. */
export type ObserveErrorCode = "SETPOINT_METRIC_CONFLICT" | "SETPOINT_METRIC_INVALID" | "SETPOINT_LOGGER_INVALID";

/**
 * A metric or a logger was declared or used in a way that can't be right. Nothing was changed.
 *
 * `SETPOINT_METRIC_CONFLICT`: the name is taken by another metric. `SETPOINT_METRIC_INVALID`: a name, label, bucket or amount that is
 * not allowed. `SETPOINT_LOGGER_INVALID`: an unknown level or format.
 */
export class ObserveError extends Error {
  override readonly name = "ObserveError";
  readonly code: ObserveErrorCode;

  constructor(code: ObserveErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises an `ObserveError` by its code, so two installed copies of the package still agree. */
  static is(error: unknown, ...codes: ObserveErrorCode[]): error is ObserveError {
    if (!(error instanceof Error) || !("code" in error)) return false;
    const wanted: readonly unknown[] = codes.length === 0 ? allCodes : codes;
    return wanted.includes(error.code);
  }
}

const allCodes: readonly ObserveErrorCode[] = [
  "SETPOINT_METRIC_CONFLICT",
  "SETPOINT_METRIC_INVALID",
  "SETPOINT_LOGGER_INVALID",
];
