import { generateKeyPairSync } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Random } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { CertificatePair } from "../../src/certificates/index.ts";
import { writePrivateFile } from "./run-state.ts";

/** A certificate and its key, as the paths of two files. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Everything that lets the servers and their clients trust each other. Paths, but for what clients need in memory. */
export interface Credentials {
  readonly clusterAuthorityFile: string;
  readonly servingFiles: CertificateFiles;
  readonly etcdAuthorityFile: string;
  readonly etcdFiles: CertificateFiles;
  readonly etcdClientFiles: CertificateFiles;
  readonly serviceAccountKeyFile: string;
  readonly tokenFile: string;
  readonly clusterAuthority: string;
  readonly etcdAuthority: string;
  /** A user in the group `system:masters`, who may do everything. */
  readonly admin: CertificatePair;
  readonly etcdClient: CertificatePair;
  /** The bearer token of another user who may do everything. */
  readonly token: string;
}

/** Makes new authorities, certificates, keys and a token, and writes what the servers read into `folder`. */
export function createCredentials(folder: string, { clock, random }: { clock: Clock; random: Random }): Credentials {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string): string => {
    const path = join(folder, name);
    writePrivateFile(path, content);
    return path;
  };
  const writePair = (name: string, pair: CertificatePair): CertificateFiles => ({
    certificate: write(`${name}.crt`, pair.certificate),
    key: write(`${name}.key`, pair.key),
  });
  const cluster = createAuthority({ commonName: "setpoint-cluster", clock, random });
  // An authority of its own: a certificate that the API server accepts must not open its store.
  const etcd = createAuthority({ commonName: "setpoint-etcd", clock, random });
  const etcdClient = issueCertificate(etcd, { commonName: "kube-apiserver", usages: ["client"] });
  const token = Buffer.from(random.bytes(32)).toString("hex");
  return {
    clusterAuthority: cluster.certificate,
    clusterAuthorityFile: write("cluster-ca.crt", cluster.certificate),
    servingFiles: writePair("kube-apiserver", issueCertificate(cluster, serving)),
    etcdAuthority: etcd.certificate,
    etcdAuthorityFile: write("etcd-ca.crt", etcd.certificate),
    etcdFiles: writePair(
      "etcd",
      issueCertificate(etcd, { commonName: "etcd", usages: ["server", "client"], ipAddresses: ["127.0.0.1"] }),
    ),
    etcdClient,
    etcdClientFiles: writePair("etcd-client", etcdClient),
    serviceAccountKeyFile: write("service-account.key", serviceAccountKey()),
    tokenFile: write("tokens.csv", `${token},token-admin,token-admin,"system:masters"\n`),
    admin: issueCertificate(cluster, { commonName: "admin", organizations: ["system:masters"], usages: ["client"] }),
    token,
  };
}

const serving = {
  commonName: "kube-apiserver",
  usages: ["server"],
  dnsNames: [
    "localhost",
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
  ],
  ipAddresses: ["127.0.0.1", "10.0.0.1"],
} as const;

function serviceAccountKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "sec1", format: "pem" }).toString();
}
