import { fileURLToPath } from "node:url";
import type { Benchmark, RunOptions, Sample, Side, Sides } from "../benchmark.ts";
import { buildOurs } from "../client/install-ours.ts";
import { buildGoPeer, runNode } from "../side.ts";
import { generator, measurePlainFanOut, measureServer, settledMb } from "./measure-server.ts";
import { startBare, startOurs, startReal } from "./measured-server.ts";
import type { MeasuredServer, StartServer } from "./measured-server.ts";
import { bareTls, kubeApiserver, serverMetrics } from "./metrics.ts";

/** Our server beside the real one, both as processes of their own over TLS, under the load of the same generator. */
export const apiserver: Benchmark = {
  name: "apiserver",
  about: "the API server beside kube-apiserver with etcd",
  sizeUnit: "objects",
  defaultSize: 100_000,
  metrics: serverMetrics,
  prepare: prepareServer,
};

async function prepareServer(): Promise<Sides> {
  await buildGoPeer(generator);
  await buildOurs();
  return { ours: side(startOurs, inProcess), peers: { [kubeApiserver]: side(startReal, onRunning), [bareTls]: bare } };
}

function side(start: StartServer, more: (server: MeasuredServer) => Promise<Sample>): Side {
  return async ({ size }) => {
    await using open = new AsyncDisposableStack();
    const server = await start(open);
    const rssEmptyMb = await settledMb(server.pids);
    // Before there are any objects: a test begins on an empty server.
    const others = await more(server);
    return { rssEmptyMb, ...others, ...(await measureServer(server, size)) };
  };
}

/** What can be had of the platform, for the one row that is nearly nothing else. */
async function bare({ size }: RunOptions): Promise<Sample> {
  await using open = new AsyncDisposableStack();
  const server = await startBare(open);
  // The others have told many before.
  await measurePlainFanOut(server, size);
  return await measurePlainFanOut(server, size);
}

const startInProcess = fileURLToPath(new URL("./start-in-process.ts", import.meta.url));
const oneTest = fileURLToPath(new URL("./one-test.ts", import.meta.url));

/** What ours can do without a process of its own. */
async function inProcess(): Promise<Sample> {
  return { ...(await runNode([startInProcess])), ...(await runNode([oneTest])) };
}

/** There is no other way to start the real one, and a test has to wait for it. */
async function onRunning({ startMs, flags }: MeasuredServer): Promise<Sample> {
  const { testMs = 0 } = await runNode([oneTest, ...flags]);
  return { startInProcessMs: startMs, testMs: startMs + testMs };
}
