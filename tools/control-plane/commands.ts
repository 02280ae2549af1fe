import type { Credentials } from "./credentials.ts";
import type { ServerCommand } from "./server-process.ts";

/** Where one etcd listens and keeps its data. */
export interface EtcdOptions {
  readonly program: string;
  readonly credentials: Credentials;
  readonly data: string;
  readonly clientPort: number;
  readonly peerPort: number;
}

/** etcd with one member, on the loopback interface, for clients with a certificate only. Its data does not survive a loss of power. */
export function etcdCommand({ program, credentials, data, clientPort, peerPort }: EtcdOptions): ServerCommand {
  const client = `https://127.0.0.1:${clientPort}`;
  const peer = `https://127.0.0.1:${peerPort}`;
  const { etcdFiles: files, etcdAuthorityFile: authority } = credentials;
  return {
    name: "etcd",
    command: program,
    args: [
      "--name=setpoint",
      `--data-dir=${data}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=setpoint=${peer}`,
      `--cert-file=${files.certificate}`,
      `--key-file=${files.key}`,
      `--trusted-ca-file=${authority}`,
      "--client-cert-auth",
      `--peer-cert-file=${files.certificate}`,
      `--peer-key-file=${files.key}`,
      `--peer-trusted-ca-file=${authority}`,
      "--peer-client-cert-auth",
      "--unsafe-no-fsync",
      "--log-level=warn",
    ],
  };
}

/** Where one kube-apiserver listens and keeps its objects. */
export interface ApiserverOptions {
  readonly program: string;
  readonly credentials: Credentials;
  readonly port: number;
  readonly etcd: string;
}

/**
 * kube-apiserver as clusters run it (TLS, RBAC, bound service account tokens, the default feature gates and admission), but for what makes
 * no sense without the rest of a cluster:
 * - The ServiceAccount admission plugin is off. It refuses every pod of a namespace that has no `default` service account, and nobody
 *   makes one where no kube-controller-manager runs.
 * - It publishes no endpoint of itself: the rules of endpoints forbid loopback addresses.
 */
export function apiserverCommand({ program, credentials, port, etcd }: ApiserverOptions): ServerCommand {
  const { servingFiles, etcdClientFiles } = credentials;
  return {
    name: "kube-apiserver",
    command: program,
    args: [
      "--bind-address=127.0.0.1",
      "--advertise-address=127.0.0.1",
      `--secure-port=${port}`,
      `--tls-cert-file=${servingFiles.certificate}`,
      `--tls-private-key-file=${servingFiles.key}`,
      `--client-ca-file=${credentials.clusterAuthorityFile}`,
      `--token-auth-file=${credentials.tokenFile}`,
      "--authorization-mode=Node,RBAC",
      `--etcd-servers=${etcd}`,
      `--etcd-cafile=${credentials.etcdAuthorityFile}`,
      `--etcd-certfile=${etcdClientFiles.certificate}`,
      `--etcd-keyfile=${etcdClientFiles.key}`,
      "--service-account-issuer=https://kubernetes.default.svc.cluster.local",
      `--service-account-key-file=${credentials.serviceAccountKeyFile}`,
      `--service-account-signing-key-file=${credentials.serviceAccountKeyFile}`,
      "--service-cluster-ip-range=10.0.0.0/24",
      "--allow-privileged=true",
      "--disable-admission-plugins=ServiceAccount",
      "--endpoint-reconciler-type=none",
    ],
  };
}
