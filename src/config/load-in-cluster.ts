import { statSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { buildConfig } from "./build-config.ts";
import type { ClientConfig } from "./client-config.ts";
import type { ConfigOptions, Environment } from "./config-options.ts";
import { defaultNamespace, serviceAccountFolder } from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import { Kubeconfig } from "./kubeconfig.ts";
import { readLimited } from "./read-limited.ts";
import { Section } from "./section.ts";

/** Where a pod finds its service account, and what wins over it. */
export interface LoadInClusterOptions extends ConfigOptions {
  /** With `token`, `ca.crt` and `namespace` in it. The kubelet's by default. */
  readonly serviceAccountFolder?: string | undefined;
}

/**
 * The configuration inside a pod: the API server from `KUBERNETES_SERVICE_HOST` and `_PORT`, token and authorities of the service account,
 * both followed when the kubelet renews them. Needs no YAML reader. Throws a `ConfigError`, `SETPOINT_CONFIG_NOT_IN_CLUSTER` if this is no pod.
 */
export async function loadInClusterConfig(options: LoadInClusterOptions = {}): Promise<ClientConfig> {
  const { environment = process.env } = options;
  const folder = options.serviceAccountFolder ?? serviceAccountFolder;
  const name = "in-cluster";
  const document = {
    clusters: [{ name, cluster: { server: serverIn(environment), "certificate-authority": join(folder, "ca.crt") } }],
    users: [{ name, user: { tokenFile: join(folder, "token") } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  };
  const implicitNamespace = await inClusterNamespace(options);
  return buildConfig(new Kubeconfig([new Section(document, { file: folder })]), { ...options, implicitNamespace });
}

/** Whether this process is in a pod with a service account: both variables and the token are there. */
export function isInCluster(options: LoadInClusterOptions = {}): boolean {
  const { environment = process.env, serviceAccountFolder: folder = serviceAccountFolder } = options;
  if (!environment["KUBERNETES_SERVICE_HOST"] || !environment["KUBERNETES_SERVICE_PORT"]) return false;
  return statSync(join(folder, "token"), { throwIfNoEntry: false })?.isFile() === true;
}

/** The namespace of the pod: `POD_NAMESPACE`, else what the service account says, else the default one. */
export async function inClusterNamespace(options: LoadInClusterOptions = {}): Promise<string> {
  const { environment = process.env, serviceAccountFolder: folder = serviceAccountFolder } = options;
  const path = join(folder, "namespace");
  const inFile = await readLimited({ path, place: path }).catch(() => "");
  return (
    [environment["POD_NAMESPACE"], inFile.trim()].find((name) => name !== undefined && name !== "") ?? defaultNamespace
  );
}

function serverIn(environment: Environment): string {
  const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = environment;
  if (host !== "" && port !== "") return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  throw new ConfigError({
    code: "SETPOINT_CONFIG_NOT_IN_CLUSTER",
    place: "the pod",
    detail: "this process is in no pod",
    expected: "the variables KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, and a service account",
  });
}
