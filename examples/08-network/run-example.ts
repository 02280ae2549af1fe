import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger, realClock, startCluster } from "setpoint";
import type { Duration } from "setpoint/async";
import type { Client } from "setpoint/client";
import type { EmbeddedCluster } from "setpoint/cluster";
import type { Logger } from "setpoint/observe";
import { networkController } from "./controller.ts";
import { NetworkApi } from "./network-api.ts";
import { NetworkService } from "./network-service.ts";
import { Network } from "./network.ts";
import { tellStory } from "./story.ts";

/** What a controller that is started by hand works with. */
export interface ByHandParts {
  readonly client: Client;
  readonly api: NetworkApi;
  readonly driftCheck: Duration;
  readonly log: Logger;
}

/** How to run the example. */
export interface ExampleOptions {
  /** Stay up for kubectl when the story is told. */
  readonly keep: boolean;
  /** Starts the controller. Absent: the one of `controller.ts`, which the cluster runs. */
  readonly byHand?: ((parts: ByHandParts) => AsyncDisposable) | undefined;
}

const driftCheck: Duration = "1s";
const pauseMs = 10_000;

const red: object = {
  apiVersion: "samplecrd.k8s.io/v1",
  kind: "Network",
  metadata: { name: "red" },
  spec: { cidr: "10.2.0.0/16" },
};

const log = createLogger({
  write: (line) => process.stderr.write(line),
  clock: realClock,
  level: "warn",
  isTerminal: process.stderr.isTTY,
});

/** When the process began. */
const beganAt = realClock.monotonic() - process.uptime() * 1000;

function msSince(moment: number): string {
  return `${Math.round(realClock.monotonic() - moment)} ms`;
}

function say(who: string, what: string): void {
  const seconds = ((realClock.monotonic() - beganAt) / 1000).toFixed(3);
  process.stdout.write(`${seconds.padStart(8)} s  ${who.padEnd(8)}  ${what}\n`);
}

async function run({ keep, byHand }: ExampleOptions, signal: AbortSignal): Promise<void> {
  await using service = await NetworkService.start();
  const firstCall = Promise.withResolvers<string>();
  // A reconcile begins with a question to the service.
  const noticing: typeof fetch = (url, options) => {
    firstCall.resolve(msSince(startedAt));
    return fetch(url, options);
  };
  const api = new NetworkApi({ url: service.url, fetch: noticing });
  const controllers = byHand === undefined ? [networkController(api, { driftCheck })] : [];
  const startedAt = realClock.monotonic();
  await using cluster = await startCluster({ resources: [Network], controllers, listen: true, log, signal });
  await using _byHand = byHand?.({ client: cluster.client, api, driftCheck, log });
  await using files = await writeFiles(cluster);
  say("ready", `in ${msSince(beganAt)}, a Kubernetes API server at ${cluster.endpoint?.url}`);
  say("ready", `with a network service, a stand-in for Neutron, at ${service.url}`);
  showKubectl(files.path);

  const stage = { cluster, api, namespace: "default", say, signal };
  void firstCall.promise.then((time) => say("timing", `${time} from startCluster() to the first reconcile`));
  await tellStory(stage);
  while (keep) {
    say("ready", `for kubectl; the story begins again in ${pauseMs / 1000} s, Ctrl-C ends it`);
    await realClock.sleep(pauseMs, signal);
    await tellStory(stage).catch((error: unknown) => {
      signal.throwIfAborted();
      say("sorry", `somebody else changes the story: ${messageOf(error)}`);
    });
  }
}

/** The kubeconfig has a credential in it: nobody else may read it, and it goes when we go. */
async function writeFiles({ endpoint }: EmbeddedCluster): Promise<AsyncDisposable & { readonly path: string }> {
  if (endpoint === undefined) throw new TypeError("Write the kubeconfig: expected a cluster that listens");
  await using opened = new AsyncDisposableStack();
  const path = await mkdtemp(join(tmpdir(), "setpoint-"));
  opened.defer(() => rm(path, { recursive: true, force: true }));
  await writeFile(join(path, "kubeconfig"), endpoint.kubeconfig, { mode: 0o600 });
  await writeFile(join(path, "red.json"), `${JSON.stringify(red, undefined, 2)}\n`);
  const files = opened.move();
  return { path, [Symbol.asyncDispose]: () => files.disposeAsync() };
}

function showKubectl(folder: string): void {
  const kubeconfig = join(folder, "kubeconfig");
  const kubectl = `kubectl --kubeconfig ${kubeconfig}`;
  const lines = [
    `kubeconfig  ${kubeconfig}`,
    `watch       ${kubectl} get networks -w --output-watch-events`,
    `create      ${kubectl} create -f ${join(folder, "red.json")}`,
    `delete      ${kubectl} delete network red`,
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Tells the story, with a line for each thing that happens, and leaves nothing behind: not a socket, not a file. Ctrl-C ends it. */
export async function runExample(options: ExampleOptions): Promise<void> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort(new Error("interrupted")));
  // Whoever read our lines has gone.
  process.stdout.on("error", () => stop.abort(new Error("nobody reads")));
  try {
    await run(options, stop.signal);
    say("done", "everything is closed");
  } catch (error) {
    if (stop.signal.aborted) say("stopped", "everything is closed");
    else {
      process.stderr.write(`The example failed: ${messageOf(error)}\n`);
      process.exitCode = 1;
    }
  }
}
