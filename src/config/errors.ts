const configCodes = [
  "SETPOINT_CONFIG_MISSING",
  "SETPOINT_CONFIG_UNREADABLE",
  "SETPOINT_CONFIG_SYNTAX",
  "SETPOINT_CONFIG_INVALID",
  "SETPOINT_CONFIG_NOT_FOUND",
  "SETPOINT_CONFIG_UNSUPPORTED",
  "SETPOINT_CONFIG_INSECURE",
] as const;

/**
 * Why a configuration can't be used: no file is there; a file can't be read; it is neither JSON nor YAML; a field is not what it has to be;
 * it names a context, cluster or user that it does not have; it asks for what is not supported; it would send a credential in the clear.
 */
export type ConfigErrorCode = (typeof configCodes)[number];

/** What a `ConfigError` is made from. None of it may hold a secret. */
export interface ConfigProblem {
  readonly code: ConfigErrorCode;
  /** The file, and the field in it. */
  readonly place: string;
  readonly detail: string;
  readonly expected: string;
}

/** The configuration of a client can't be used. Names files and fields, never the content of a credential. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code: ConfigErrorCode;
  readonly place: string;

  constructor({ code, place, detail, expected }: ConfigProblem, options?: ErrorOptions) {
    super(`load the configuration from ${place}: ${detail} (expected ${expected})`, options);
    this.code = code;
    this.place = place;
  }

  /** Recognises the error by its code, so that two installed copies of the package agree. Without codes, any of them will do. */
  static is(error: unknown, ...codes: readonly ConfigErrorCode[]): error is ConfigError {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
    const accepted: readonly string[] = codes.length === 0 ? configCodes : codes;
    return accepted.includes(error.code);
  }
}
