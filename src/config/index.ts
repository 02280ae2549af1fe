/**
 * Where the API server is and who speaks to it, read from a kubeconfig.
 *
 * Promised: a configuration that can be used or a `ConfigError` that names the file, the field and what was expected there; nothing that a
 * file asks for is silently left out; files and documents are read within limits; secrets are in no error and, of a `ClientConfig`, neither
 * in `util.inspect` nor in `JSON.stringify` (see `hideSecrets`). Nothing a file says is run.
 *
 * Not promised yet: merging several files, exec plugins, auth providers, impersonation, proxies, the configuration inside a pod, and
 * noticing that a token or a certificate on disk was renewed. What of these a file asks for is refused.
 *
 * @module
 */
export { hideSecrets } from "./client-config.ts";
export type { ClientCertificate, ClientConfig } from "./client-config.ts";
export { ConfigError } from "./errors.ts";
export type { ConfigErrorCode, ConfigProblem } from "./errors.ts";
export { loadKubeconfig } from "./load-kubeconfig.ts";
export type { LoadKubeconfigOptions } from "./load-kubeconfig.ts";
export { parseKubeconfig } from "./parse-kubeconfig.ts";
export type { ParseKubeconfigOptions } from "./parse-kubeconfig.ts";
export { parseServerUrl } from "./server-url.ts";
