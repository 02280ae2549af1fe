import { mkdtemp } from "node:fs/promises";
import { realClock } from "../../src/async/index.ts";
import type { Clock } from "../../src/async/index.ts";
import { testRunPrefix } from "./abandoned-runs.ts";
import { requestApi } from "./api-request.ts";
import type { ApiAnswer, ApiRequest } from "./api-request.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";
import { askGuardian, spawnGuardian } from "./guardian-client.ts";
import type { GuardianHandle } from "./guardian-client.ts";
import { runKubectl } from "./kubectl.ts";
import type { KubectlOptions, KubectlResult } from "./kubectl.ts";
import { controlPlaneBinaries, parseRunning } from "./running.ts";
import type { RunningControlPlane } from "./running.ts";
import type { Environment } from "./versions.ts";

/** The variable that tells the processes of one test run where their common guardian listens. */
export const sharedGuardianVariable = "SETPOINT_CONTROL_PLANE_GUARDIAN";

/** A real control plane, and a namespace in it that nobody else uses. Disposing it removes the namespace. */
export interface RealControlPlane extends RunningControlPlane, AsyncDisposable {
  readonly namespace: string;
  /** Runs the kubectl that belongs to the server, as an administrator, in the namespace unless the arguments name another. */
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult>;
}

/** Where to get time and settings from; the process's own by default. */
export interface RealControlPlaneOptions {
  readonly clock?: Clock | undefined;
  readonly environment?: Environment | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A real etcd and kube-apiserver for a test. In a test run all tests share one, which the first to ask for it starts; elsewhere the caller
 * gets one of its own, which is gone when it is disposed or when the process ends, even by SIGKILL.
 *
 * No controller runs: what was made in the namespace is not collected when the namespace goes.
 */
export async function startRealControlPlane(options: RealControlPlaneOptions = {}): Promise<RealControlPlane> {
  const { clock = realClock, environment = process.env, signal } = options;
  await using resources = new AsyncDisposableStack();
  const socket = environment[sharedGuardianVariable] ?? resources.use(await spawnTestGuardian(environment)).socket;
  const running = parseRunning(await askGuardian(socket, "start", signal));
  const caller: Caller = { running, socket, clock };
  const namespace = await createNamespace(caller, signal);
  resources.defer(() => removeNamespace(caller, namespace));
  const owned = resources.move();
  return {
    ...running,
    namespace,
    kubectl: (args, kubectlOptions = {}) => runKubectl({ ...running, namespace, environment }, args, kubectlOptions),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A guardian that ends with this process. It starts the servers when somebody asks for them. */
export async function spawnTestGuardian(environment: Environment): Promise<GuardianHandle> {
  const binaries = controlPlaneBinaries(environment);
  return spawnGuardian(await mkdtemp(testRunPrefix), { kind: "control-plane", binaries });
}

interface Caller {
  readonly running: RunningControlPlane;
  readonly socket: string;
  readonly clock: Clock;
}

async function createNamespace(caller: Caller, signal: AbortSignal | undefined): Promise<string> {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { generateName: "test-" } };
  const { text } = await call(caller, { method: "POST", path: "/api/v1/namespaces", body, signal });
  const created = JSON.parse(text) as { readonly metadata: { readonly name: string } };
  return created.metadata.name;
}

/** Without the controller that empties namespaces, whoever deletes one must also say that it is empty. */
async function removeNamespace(caller: Caller, name: string): Promise<void> {
  const path = `/api/v1/namespaces/${name}`;
  const { status } = await call(caller, { method: "DELETE", path });
  if (status === 404) return;
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name }, spec: { finalizers: [] } };
  await call(caller, { method: "PUT", path: `${path}/finalize`, body });
}

/** One request as an administrator. If the server does not answer, its guardian is asked why. */
async function call({ running, socket, clock }: Caller, request: ApiRequest): Promise<ApiAnswer> {
  const answer = await requestApi(
    { ...running, token: undefined },
    {
      ...request,
      signal: request.signal ?? clock.timeout(controlPlaneDefaults.requestTimeoutMs),
    },
  ).catch(async (error: unknown) => {
    request.signal?.throwIfAborted();
    await askGuardian(socket, "start");
    throw error;
  });
  if (answer.status < 300 || answer.status === 404) return answer;
  const what = `${request.method ?? "GET"} ${request.path}`;
  throw new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_REQUEST",
    `${what} on the real API server: ${answer.status} ${answer.text}`,
  );
}
