import { silentLogger } from "../observe/index.ts";
import { buildConfig } from "./build-config.ts";
import { isUndecided } from "./choose-context.ts";
import type { ClientConfig } from "./client-config.ts";
import { kubeconfigPaths } from "./kubeconfig-paths.ts";
import { inClusterNamespace, isInCluster, loadInClusterConfig } from "./load-in-cluster.ts";
import type { LoadInClusterOptions } from "./load-in-cluster.ts";
import { noFile } from "./load-kubeconfig.ts";
import type { LoadKubeconfigOptions } from "./load-kubeconfig.ts";
import { readKubeconfig } from "./read-kubeconfig.ts";

/** What to load, where to look for it, and what wins over it. */
export interface LoadConfigOptions extends LoadKubeconfigOptions, LoadInClusterOptions {}

/**
 * The configuration that is meant when nobody says more: what the options say, else the kubeconfigs (`path`, `KUBECONFIG`,
 * `~/.kube/config`), else the pod that this process is in. A kubeconfig that is there and can't be used is an error: the pod is asked only
 * where no kubeconfig says which server is meant. Throws a `ConfigError`.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<ClientConfig> {
  const { log = silentLogger, path } = options;
  const places = kubeconfigPaths(options);
  const kubeconfig = await readKubeconfig(places);
  const isPod = isInCluster(options);
  const isMute = isUndecided(kubeconfig, options);
  if (kubeconfig.isEmpty && isMute && places.from === "KUBECONFIG") {
    log.warn("No file of KUBECONFIG is there", { files: places.paths });
  }
  if (isMute && isPod && path === undefined) return loadInClusterConfig(options);
  if (isMute && kubeconfig.isEmpty) throw noFile(places);
  const implicitNamespace = isPod ? await inClusterNamespace(options) : undefined;
  return buildConfig(kubeconfig, { ...options, implicitNamespace });
}
