import type { ExecPlugin } from "./exec-plugin.ts";

/** What a plugin may be told about the cluster that its credential is for. */
export interface ExecCluster {
  readonly server: string;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** In PEM. */
  readonly ca?: string | undefined;
  readonly proxyUrl?: string | undefined;
  readonly disableCompression?: boolean | undefined;
  /** The cluster's extension `client.authentication.k8s.io/exec`. */
  readonly config?: unknown;
}

/** What a run of a plugin is told. */
export interface ExecInfoOptions {
  readonly cluster: ExecCluster | undefined;
  readonly isInteractive: boolean;
}

/** The value of `KUBERNETES_EXEC_INFO`: what is wanted, and about which cluster if the plugin asked for that. */
export function execInfo(plugin: ExecPlugin, { cluster, isInteractive }: ExecInfoOptions): string {
  const isTold = plugin.provideClusterInfo === true && cluster !== undefined;
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: plugin.apiVersion,
    spec: { ...(isTold ? { cluster: clusterInfo(cluster) } : {}), interactive: isInteractive },
  });
}

function clusterInfo(cluster: ExecCluster): object {
  const { server, tlsServerName, insecureSkipTlsVerify, ca, proxyUrl, disableCompression, config } = cluster;
  return {
    server,
    "tls-server-name": tlsServerName,
    "insecure-skip-tls-verify": insecureSkipTlsVerify === true ? true : undefined,
    "certificate-authority-data": ca === undefined ? undefined : Buffer.from(ca).toString("base64"),
    "proxy-url": proxyUrl,
    "disable-compression": disableCompression === true ? true : undefined,
    config,
  };
}
