/**
 * Where the API server is and who speaks to it: from kubeconfigs, from the pod that this process is in, or said explicitly.
 *
 * Promised: kubeconfigs are found, merged and overridden as kubectl does; the result is a configuration that can be used or a `ConfigError`
 * that names the file, the context, the field and what was expected there. Nothing that a file asks for is silently left out. What is
 * renewed on disk (tokens, certificates, authorities) is noticed. Files, documents, plugins and issuers are read within limits. Nothing that
 * a file says is run while it is loaded; an exec plugin is run when its credential is needed, and only if the policy allows it. Secrets are
 * in no error and no log and, of a `ClientConfig` or a `Credential`, neither in `util.inspect` nor in `JSON.stringify` (see `hideSecrets`).
 *
 * `readManifests` is here because this is the folder that may load the YAML reader, which it does only when a text is not JSON.
 *
 * Not promised: to keep comments in a kubeconfig that is changed; to recognise a secret in what a plugin prints to its standard error, beyond
 * what can be told by its shape; to reach an OpenID issuer through a proxy.
 *
 * @module
 */
export { hideSecrets } from "./client-config.ts";
export type { ClientConfig, Impersonation } from "./client-config.ts";
export type { ConfigOptions, ConfigOverrides, Environment, PluginOptions, PluginPolicy } from "./config-options.ts";
export { hideCredential } from "./credential-source.ts";
export type { ClientCertificate, Credential, CredentialSource, TrustSource } from "./credential-source.ts";
export { configDefaults } from "./defaults.ts";
export type { ConfigDefaults } from "./defaults.ts";
export { ConfigError } from "./errors.ts";
export type { ConfigErrorCode, ConfigProblem } from "./errors.ts";
export { execCredentials } from "./exec-credentials.ts";
export type { ExecCredentialsOptions } from "./exec-credentials.ts";
export type { ExecCluster } from "./exec-info.ts";
export type { ExecPlugin, InteractiveMode } from "./exec-plugin.ts";
export { certificateFileCredentials, tokenFileCredentials, trustedFile } from "./file-credentials.ts";
export type { CertificateFiles, FileSourceOptions, TokenFile } from "./file-credentials.ts";
export { KubeconfigFile } from "./kubeconfig-file.ts";
export type { KubeconfigFields, KubeconfigFileOptions } from "./kubeconfig-file.ts";
export type { KubeconfigLocation } from "./kubeconfig-paths.ts";
export { loadConfig } from "./load-config.ts";
export type { LoadConfigOptions } from "./load-config.ts";
export { isInCluster, loadInClusterConfig } from "./load-in-cluster.ts";
export type { LoadInClusterOptions } from "./load-in-cluster.ts";
export { loadKubeconfig } from "./load-kubeconfig.ts";
export type { LoadKubeconfigOptions } from "./load-kubeconfig.ts";
export { oidcCredentials } from "./oidc-credentials.ts";
export type { OidcOptions } from "./oidc-credentials.ts";
export type { OidcTokens } from "./oidc-refresh.ts";
export { readManifests } from "./manifests.ts";
export { parseKubeconfig } from "./parse-kubeconfig.ts";
export type { ParseKubeconfigOptions } from "./parse-kubeconfig.ts";
export { proxyFromEnvironment } from "./proxy-url.ts";
export type { NamedFile } from "./read-limited.ts";
export { parseServerUrl } from "./server-url.ts";
export { basicCredentials, staticCredentials } from "./static-credentials.ts";
export type { BasicCredential } from "./static-credentials.ts";
