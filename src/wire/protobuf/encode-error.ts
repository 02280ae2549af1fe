/** An object can't be written as protobuf. The message tells where and what was expected, and nothing of its content. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
  readonly code = "SETPOINT_ENCODE";
  /** The path of the field, like `spec.containers[0].image`; empty for the object itself. */
  readonly field: string;

  constructor(kind: string, field: string, expected: string) {
    super(`encode ${kind} as protobuf${field === "" ? "" : `, ${field}`}: expected ${expected}`);
    this.field = field;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown): error is EncodeError {
    return error instanceof Error && "code" in error && error.code === "SETPOINT_ENCODE";
  }
}
