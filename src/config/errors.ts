const configCodes = [
  "SETPOINT_CONFIG_MISSING",
  "SETPOINT_CONFIG_UNREADABLE",
  "SETPOINT_CONFIG_SYNTAX",
  "SETPOINT_CONFIG_INVALID",
  "SETPOINT_CONFIG_NOT_FOUND",
  "SETPOINT_CONFIG_EMPTY",
  "SETPOINT_CONFIG_NOT_IN_CLUSTER",
  "SETPOINT_CONFIG_UNSUPPORTED",
  "SETPOINT_CONFIG_INSECURE",
  "SETPOINT_CONFIG_EXPIRED",
  "SETPOINT_CONFIG_PLUGIN",
  "SETPOINT_CONFIG_PLUGIN_MISSING",
  "SETPOINT_CONFIG_PLUGIN_REFUSED",
  "SETPOINT_CONFIG_PLUGIN_TIMEOUT",
  "SETPOINT_CONFIG_OIDC",
  "SETPOINT_CONFIG_LOCKED",
  "SETPOINT_CONFIG_UNWRITABLE",
] as const;

/**
 * Why a configuration can't be used: no file is there; a file can't be read; it is neither JSON nor YAML; a field is not what it has to be;
 * it names a context, cluster or user that it does not have; no context is chosen; this process is in no pod; it asks for what is not
 * supported; it would send a credential in the clear; a certificate or a token is past its time; an exec plugin failed, is not installed,
 * is not allowed to run, or did not end; an OpenID issuer gave no token; a kubeconfig is being written by somebody else, or can't be written.
 */
export type ConfigErrorCode = (typeof configCodes)[number];

/** What a `ConfigError` is made from. None of it may hold a secret. */
export interface ConfigProblem {
  readonly code: ConfigErrorCode;
  /** What was attempted, up to the place. Default: `load the configuration from`. */
  readonly attempt?: string | undefined;
  /** The file, the context and the field in it. */
  readonly place: string;
  readonly detail: string;
  readonly expected: string;
}

/** The configuration of a client can't be used. Names files, contexts and fields, never the content of a credential. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code: ConfigErrorCode;
  readonly place: string;

  constructor(problem: ConfigProblem, options?: ErrorOptions) {
    const { code, attempt = "load the configuration from", place, detail, expected } = problem;
    super(`${attempt} ${place}: ${detail} (expected ${expected})`, options);
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
