/** What can be wrong with what a queue or a limiter is given. */
export type QueueErrorCode =
  /** A key that is no string, in a queue that was given no `identity`. */
  | "SETPOINT_QUEUE_KEY"
  /** A delay that is no finite number of milliseconds. */
  | "SETPOINT_QUEUE_DELAY"
  /** A priority that is no 32-bit whole number. */
  | "SETPOINT_QUEUE_PRIORITY"
  /** An option that a queue, a limiter or a helper cannot work with. */
  | "SETPOINT_QUEUE_OPTION";

/** Refused before anything changed. Recognise it by `code`. */
export class QueueError extends Error {
  override readonly name = "QueueError";
  readonly code: QueueErrorCode;

  constructor(code: QueueErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package still agree. */
  static is(error: unknown, ...codes: QueueErrorCode[]): error is QueueError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    if (!error.code.startsWith("SETPOINT_QUEUE_")) return false;
    return codes.length === 0 || codes.some((code) => code === error.code);
  }
}

/** Throws unless `value` is a finite number of at least `least`. */
export function checkNumber(place: string, value: number, least: number = 0): number {
  if (Number.isFinite(value) && value >= least) return value;
  throw new QueueError(
    "SETPOINT_QUEUE_OPTION",
    `${place}: expected a finite number of at least ${least}, got ${String(value)}`,
  );
}

/** Throws unless `value` is a whole number of at least `least`. */
export function checkInteger(place: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new QueueError(
    "SETPOINT_QUEUE_OPTION",
    `${place}: expected a whole number of at least ${least}, got ${String(value)}`,
  );
}
