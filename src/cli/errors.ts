const codes = ["SETPOINT_CLI_USAGE", "SETPOINT_CLI_FILE"] as const;

/** What went wrong with a command: how it was called, or a file that it was told to write. */
export type CommandErrorCode = (typeof codes)[number];

/** A command cannot do what it was told. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: CommandErrorCode;

  constructor(code: CommandErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. */
  static is(error: unknown, ...wanted: readonly CommandErrorCode[]): error is CommandError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = wanted.length === 0 ? codes : wanted;
    return accepted.includes(error.code);
  }
}
