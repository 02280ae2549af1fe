const invalidInputCodes = [
  "SETPOINT_DRAFT_ENDED",
  "SETPOINT_INVALID_API_VERSION",
  "SETPOINT_INVALID_EDIT",
  "SETPOINT_INVALID_INT_OR_STRING",
  "SETPOINT_INVALID_JSON",
  "SETPOINT_INVALID_KEY",
  "SETPOINT_INVALID_OWNER",
  "SETPOINT_INVALID_PATCH",
  "SETPOINT_INVALID_QUANTITY",
  "SETPOINT_INVALID_SELECTOR",
  "SETPOINT_INVALID_TIME",
  "SETPOINT_INVALID_VERSION",
  "SETPOINT_PATCH_FAILED",
  "SETPOINT_PATCH_TOO_LARGE",
  "SETPOINT_TOO_DEEP",
  "SETPOINT_UNMERGEABLE_PATCH",
] as const;

/** What was wrong with a piece of input. */
export type InvalidInputCode = (typeof invalidInputCodes)[number];

/** The code of every error that this folder throws. */
export type ModelErrorCode = InvalidInputCode | "SETPOINT_API";

/** What an `InvalidInputError` is made from. */
export interface InvalidInput {
  readonly code: InvalidInputCode;
  /** What was being done, after "Cannot": `parse the label selector`. */
  readonly attempt: string;
  /** Where the input stands: a field path, a file, a query parameter. */
  readonly place?: string | undefined;
  /** What is wrong, in Kubernetes' own words where Kubernetes has a message for it. */
  readonly detail: string;
  readonly expected: string;
}

/** A value from outside is not what it has to be. Whoever was given it changed nothing. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly code: InvalidInputCode;
  readonly place: string | undefined;
  readonly detail: string;
  readonly expected: string;

  constructor(input: InvalidInput, options?: ErrorOptions) {
    const at = input.place === undefined ? "" : ` at ${input.place}`;
    super(`Cannot ${input.attempt}${at}: ${input.detail} (expected ${input.expected})`, options);
    this.code = input.code;
    this.place = input.place;
    this.detail = input.detail;
    this.expected = input.expected;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...codes: readonly InvalidInputCode[]): error is InvalidInputError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = codes.length === 0 ? invalidInputCodes : codes;
    return accepted.includes(error.code);
  }
}
