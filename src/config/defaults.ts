/** The most that is read of a kubeconfig, a certificate, a key or a token. The largest real kubeconfigs have some hundred kilobytes. */
export const maxFileBytes: number = 4 * 1_024 * 1_024;

/** How often the aliases of a YAML document may be followed: more would let a small document grow without end in memory. */
export const maxYamlAliases = 100;

/** The namespace where none is named. */
export const defaultNamespace = "default";
