import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { realClock, systemRandom } from "../../src/async/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { requestApi } from "../../tools/control-plane/api-request.ts";
import type { ApiAnswer, ApiEndpoint } from "../../tools/control-plane/api-request.ts";
import { apiserverCommand, etcdCommand } from "../../tools/control-plane/commands.ts";
import { createCredentials } from "../../tools/control-plane/credentials.ts";
import type { Credentials } from "../../tools/control-plane/credentials.ts";
import { askGuardian, spawnGuardian } from "../../tools/control-plane/guardian-client.ts";
import type { GuardianHandle } from "../../tools/control-plane/guardian-client.ts";
import { freePorts } from "../../tools/control-plane/ports.ts";
import { controlPlaneBinaries } from "../../tools/control-plane/running.ts";
import type { ControlPlaneBinaries } from "../../tools/control-plane/running.ts";
import type { ServerCommand } from "../../tools/control-plane/server-process.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import type { TemporaryFolder } from "../../tools/control-plane/temporary-folder.ts";

type ServerName = "etcd" | "kube-apiserver";

interface Running {
  readonly guardian: GuardianHandle;
  readonly pid: number;
}

interface Parts {
  readonly folder: TemporaryFolder;
  readonly binaries: ControlPlaneBinaries;
  readonly credentials: Credentials;
  readonly ports: readonly [etcd: number, peer: number, api: number];
}

const startDeadlineMs = 120_000;

/**
 * A real etcd and kube-apiserver of one's own, which may be killed, started again with other settings, and put back to an older state. Each
 * has a guardian, so that neither outlives this process.
 */
export class OwnControlPlane implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #running = new Map<ServerName, Running>();

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async start(): Promise<OwnControlPlane> {
    const folder = await temporaryFolder();
    const credentials = createCredentials(join(folder.path, "pki"), { clock: realClock, random: systemRandom });
    const [etcd = 0, peer = 0, api = 0] = await freePorts(3);
    const binaries = controlPlaneBinaries(process.env);
    const plane = new OwnControlPlane({ folder, binaries, credentials, ports: [etcd, peer, api] });
    await mkdir(plane.#data("etcd"), { mode: 0o700 });
    await plane.startEtcd();
    await plane.startApi();
    return plane;
  }

  /** How an administrator reaches it. */
  get config(): ClientConfig {
    const { credentials } = this.#parts;
    return {
      server: this.#api.server,
      ca: credentials.clusterAuthority,
      token: credentials.token,
      namespace: "default",
    };
  }

  /** Starts the API server, on the port that it always has, and waits until it serves. */
  async startApi(...flags: readonly string[]): Promise<void> {
    const { binaries, credentials, ports } = this.#parts;
    const etcd = `https://127.0.0.1:${ports[0]}`;
    const command = apiserverCommand({ program: binaries.kubeApiserver, credentials, port: ports[2], etcd });
    await this.#spawn("kube-apiserver", { ...command, args: [...command.args, ...flags] });
    await answers(this.#api, "/readyz");
    await answers(this.#api, "/api/v1/namespaces/default");
  }

  async startEtcd(): Promise<void> {
    const { binaries, credentials, ports } = this.#parts;
    const [clientPort, peerPort] = ports;
    const data = this.#data("etcd");
    await this.#spawn("etcd", etcdCommand({ program: binaries.etcd, credentials, data, clientPort, peerPort }));
    await answers(this.#etcd, "/readyz");
  }

  /** Ends a server with no grace at all. Resolves when it is gone. */
  async kill(name: ServerName): Promise<void> {
    const { guardian, pid } = this.#running.get(name) ?? {};
    if (guardian === undefined || pid === undefined) throw new Error(`kill ${name}: it does not run`);
    process.kill(pid, "SIGKILL");
    await guardian.end();
    this.#running.delete(name);
  }

  /** Keeps a copy of everything. etcd must not run. */
  async backUp(): Promise<void> {
    await cp(this.#data("etcd"), this.#data("backup"), { recursive: true });
  }

  /** Goes back to the copy. etcd must not run. */
  async restore(): Promise<void> {
    await rm(this.#data("etcd"), { recursive: true });
    await cp(this.#data("backup"), this.#data("etcd"), { recursive: true });
  }

  /** One request as the administrator, past everything that a client does. */
  async ask(path: string): Promise<ApiAnswer> {
    return requestApi(this.#api, { path, signal: realClock.timeout(startDeadlineMs) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of ["kube-apiserver", "etcd"] as const) await this.#running.get(name)?.guardian.end();
    await this.#parts.folder[Symbol.asyncDispose]();
  }

  get #api(): ApiEndpoint {
    const { credentials, ports } = this.#parts;
    const { clusterAuthority: ca, token } = credentials;
    return { server: `https://127.0.0.1:${ports[2]}`, ca, token };
  }

  get #etcd(): ApiEndpoint {
    const { credentials, ports } = this.#parts;
    const { etcdAuthority: ca, etcdClient } = credentials;
    const { certificate: clientCertificate, key: clientKey } = etcdClient;
    return { server: `https://127.0.0.1:${ports[0]}`, ca, clientCertificate, clientKey };
  }

  #data(name: "etcd" | "backup"): string {
    return join(this.#parts.folder.path, name);
  }

  async #spawn(name: ServerName, command: ServerCommand): Promise<void> {
    const guardian = await spawnGuardian(join(this.#parts.folder.path, `run-${name}`), {
      kind: "commands",
      commands: [command],
    });
    const [identity] = (await askGuardian(guardian.socket, "start")) as readonly { readonly pid: number }[];
    if (identity === undefined) throw new Error(`start ${name}: it could not be started`);
    this.#running.set(name, { guardian, pid: identity.pid });
  }
}

async function answers(endpoint: ApiEndpoint, path: string): Promise<void> {
  const deadline = realClock.timeout(startDeadlineMs);
  for (let last: unknown; ; await realClock.sleep(50)) {
    if (deadline.aborted) throw new Error(`wait for ${endpoint.server}${path}`, { cause: last });
    try {
      const { status } = await requestApi(endpoint, { path, signal: deadline });
      if (status === 200) return;
      last = status;
    } catch (error) {
      last = error;
    }
  }
}
