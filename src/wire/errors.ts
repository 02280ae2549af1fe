/** The code of every error that this folder throws. */
export type WireErrorCode = "SETPOINT_DECODE" | "SETPOINT_ENCODE" | "SETPOINT_LINE_TOO_LONG";

/** What a `DecodeError` is made from. */
export interface DecodeFailure {
  /** What was being done: `read a JSON list`. */
  readonly attempt: string;
  /** What should have been there. Never what is there: it may be a secret. */
  readonly expected: string;
  /** How many bytes of the input precede the mistake, where that is known. */
  readonly offset?: number | undefined;
}

/** Bytes are not what they have to be. The message tells where, and nothing of their content. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
  readonly code = "SETPOINT_DECODE";
  readonly offset: number | undefined;

  constructor({ attempt, expected, offset }: DecodeFailure, options?: ErrorOptions) {
    super(`${attempt}: expected ${expected}${offset === undefined ? "" : ` at byte ${offset}`}`, options);
    this.offset = offset;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is DecodeError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_DECODE";
  }
}

/** A line is longer than allowed. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
  readonly code = "SETPOINT_LINE_TOO_LONG";

  constructor(maxLineBytes: number) {
    super(`split a stream into lines: expected lines of at most ${maxLineBytes} bytes, but one is longer`);
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is LineTooLongError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_LINE_TOO_LONG";
  }
}
