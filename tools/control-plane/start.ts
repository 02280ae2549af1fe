import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { linkSignals } from "../../src/async/index.ts";
import type { CertificatePair } from "../../src/certificates/index.ts";
import { requestApi } from "./api-request.ts";
import type { ApiEndpoint } from "./api-request.ts";
import { apiserverCommand, etcdCommand } from "./commands.ts";
import { createCredentials } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";
import type { Launcher } from "./launcher.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { freePorts } from "./ports.ts";
import { writePrivateFile } from "./run-state.ts";
import type { ControlPlaneBinaries, RunningControlPlane } from "./running.ts";
import type { ServerProcess } from "./server-process.ts";

/**
 * Starts etcd and kube-apiserver on free ports of the loopback interface and waits until the server is ready and has made the `default`
 * namespace. A port that somebody took in the meantime is replaced.
 */
export async function launchControlPlane(
  binaries: ControlPlaneBinaries,
  launcher: Launcher,
): Promise<RunningControlPlane> {
  const credentials = createCredentials(join(launcher.folder, "pki"), launcher);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOnce(binaries, credentials, launcher);
    } catch (error) {
      if (attempt === controlPlaneDefaults.startAttempts || !isPortTaken(error)) throw error;
      await launcher.stopServers();
      for (const name of ["etcd-data", "etcd.log", "kube-apiserver.log"])
        rmSync(join(launcher.folder, name), { recursive: true, force: true });
    }
  }
}

async function launchOnce(
  binaries: ControlPlaneBinaries,
  credentials: Credentials,
  launcher: Launcher,
): Promise<RunningControlPlane> {
  const { folder, clock } = launcher;
  const [etcdPort = 0, peerPort = 0, apiPort = 0] = await freePorts(3);
  using scope = linkSignals(launcher.signal, clock.timeout(controlPlaneDefaults.startDeadlineMs));
  const deadline = scope.signal;
  const data = join(folder, "etcd-data");
  mkdirSync(data, { mode: 0o700 });

  const etcd = launcher.spawn(
    etcdCommand({ program: binaries.etcd, credentials, data, clientPort: etcdPort, peerPort }),
  );
  const etcdEndpoint = endpointOf(etcdPort, credentials.etcdAuthority, credentials.etcdClient);
  await untilAnswers({ servers: [etcd], endpoint: etcdEndpoint, path: "/readyz", launcher, deadline });

  const api = launcher.spawn(
    apiserverCommand({ program: binaries.kubeApiserver, credentials, port: apiPort, etcd: etcdEndpoint.server }),
  );
  const endpoint = endpointOf(apiPort, credentials.clusterAuthority, credentials.admin);
  const servers = [api, etcd];
  await untilAnswers({ servers, endpoint, path: "/readyz", launcher, deadline });
  // The server makes it shortly after it calls itself ready.
  await untilAnswers({ servers, endpoint, path: "/api/v1/namespaces/default", launcher, deadline });

  const access = { ...endpoint, token: credentials.token };
  const kubeconfig = join(folder, "kubeconfig");
  writePrivateFile(kubeconfig, writeKubeconfig(access));
  return { ...access, kubeconfig, kubectlPath: binaries.kubectl };
}

interface CertifiedEndpoint extends ApiEndpoint {
  readonly clientCertificate: string;
  readonly clientKey: string;
}

function endpointOf(port: number, ca: string, pair: CertificatePair): CertifiedEndpoint {
  return { server: `https://127.0.0.1:${port}`, ca, clientCertificate: pair.certificate, clientKey: pair.key };
}

interface Wait {
  /** Awaited is the first; that any of them ends is a failure. */
  readonly servers: readonly ServerProcess[];
  readonly endpoint: ApiEndpoint;
  readonly path: string;
  readonly launcher: Launcher;
  readonly deadline: AbortSignal;
}

/** Resolves when the path answers 200. Rejects as soon as a server has ended, when the deadline has passed, and when the guardian ends. */
async function untilAnswers({ servers, endpoint, path, launcher, deadline }: Wait): Promise<void> {
  let last = "no answer yet";
  for (;;) {
    for (const server of servers) if (server.end !== undefined) throw startFailure(server, server.end);
    launcher.signal.throwIfAborted();
    if (deadline.aborted) {
      const name = servers[0] as ServerProcess;
      throw startFailure(
        name,
        `was not ready after ${controlPlaneDefaults.startDeadlineMs / 1000} s (GET ${path}: ${last})`,
      );
    }
    try {
      const { status, text } = await requestApi(endpoint, { path, signal: deadline });
      if (status === 200) return;
      last = `${status} ${text.slice(0, 500)}`;
    } catch (error) {
      last = error instanceof Error ? error.message : String(error);
    }
    await launcher.clock.sleep(controlPlaneDefaults.pollIntervalMs, deadline).catch(() => {});
  }
}

function startFailure(server: ServerProcess, what: string): ControlPlaneError {
  return new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_START",
    `starting ${server.name}: it ${what}; the end of its log:\n${server.logTail()}`,
  );
}

/** Only the server itself knows that its port was taken, and it says so only in its log. */
function isPortTaken(error: unknown): boolean {
  return (
    ControlPlaneError.is(error, "SETPOINT_CONTROL_PLANE_START") &&
    /address already in use|Only one usage of each socket/.test(error.message)
  );
}
