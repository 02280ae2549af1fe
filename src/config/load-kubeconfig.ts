import { buildConfig } from "./build-config.ts";
import { isUndecided } from "./choose-context.ts";
import type { ClientConfig } from "./client-config.ts";
import type { ConfigOptions } from "./config-options.ts";
import { ConfigError } from "./errors.ts";
import { kubeconfigPaths } from "./kubeconfig-paths.ts";
import type { KubeconfigLocation, KubeconfigPaths } from "./kubeconfig-paths.ts";
import { readKubeconfig } from "./read-kubeconfig.ts";

/** Which kubeconfigs to load, where to look for them, and what wins over them. */
export interface LoadKubeconfigOptions extends ConfigOptions, KubeconfigLocation {}

/**
 * Loads the kubeconfig at `path`, else those of the list `KUBECONFIG`, merged as kubectl does, else `~/.kube/config`. Runs nothing. Throws a
 * `ConfigError`.
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<ClientConfig> {
  const places = kubeconfigPaths(options);
  const kubeconfig = await readKubeconfig(places);
  if (kubeconfig.isEmpty && isUndecided(kubeconfig, options)) throw noFile(places);
  return buildConfig(kubeconfig, options);
}

/** The error for a list of files of which none is there. */
export function noFile({ paths, from }: KubeconfigPaths): ConfigError {
  return new ConfigError({
    code: "SETPOINT_CONFIG_MISSING",
    place: from,
    detail: `there is no file ${paths.join(" or ")}`,
    expected: "a kubeconfig there, or in the variable KUBECONFIG, or in the option `path`",
  });
}
