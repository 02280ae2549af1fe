/** The most that is read of a kubeconfig, a certificate, a key or a token. The largest real kubeconfigs have some hundred kilobytes. */
export const maxFileBytes: number = 4 * 1_024 * 1_024;

/** How often the aliases of a YAML document may be followed: more would let a small document grow without end in memory. */
export const maxYamlAliases = 100;

/** The namespace where none is named. */
export const defaultNamespace = "default";

/** Where a pod finds the token, the authorities and the namespace of its service account. */
export const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** How often files are looked at, how long others may take, and how much they may say. */
export interface ConfigDefaults {
  /** A token file and a file of authorities are read again at most so often. */
  readonly tokenFileMs: number;
  readonly authoritiesMs: number;
  /** A certificate and its key are read again at most so often. */
  readonly certificateMs: number;
  /** A credential is renewed so long before it ends, or at half of its life if that is shorter. */
  readonly renewalMs: number;
  /** How long an exec plugin may run without a terminal, and with one, at which somebody may have to type. */
  readonly pluginMs: number;
  readonly interactivePluginMs: number;
  readonly maxPluginBytes: number;
  /** How long the last words of a plugin that has ended are waited for. */
  readonly pluginLogGraceMs: number;
  /** What is logged of the standard error of one run of a plugin. */
  readonly maxPluginLogCharacters: number;
  /** How long an OpenID issuer may take for one answer. */
  readonly issuerMs: number;
  readonly maxIssuerBytes: number;
}

/** A minute for files, as the kubelet renews tokens long before they end; a second for certificates, as Go's clients do. */
export const configDefaults: ConfigDefaults = Object.freeze({
  tokenFileMs: 60_000,
  authoritiesMs: 60_000,
  certificateMs: 1_000,
  renewalMs: 30_000,
  pluginMs: 60_000,
  interactivePluginMs: 300_000,
  maxPluginBytes: 1_024 * 1_024,
  pluginLogGraceMs: 100,
  maxPluginLogCharacters: 64 * 1_024,
  issuerMs: 30_000,
  maxIssuerBytes: 1_024 * 1_024,
});
