import { fileURLToPath } from "node:url";
import type { Benchmark, RunOptions, Sample, Side, Sides } from "../benchmark.ts";
import { buildGoPeer, runGoPeer, runNode } from "../side.ts";
import { installClientNode } from "./install-client-node.ts";
import { installOurs } from "./install-ours.ts";
import type { InstalledPackage } from "./installed-package.ts";
import { clientGo, clientMetrics, clientNode } from "./metrics.ts";
import { packageCost } from "./package-cost.ts";
import { startPodServer } from "./pod-server.ts";

/** Our client beside client-go's and beside `@kubernetes/client-node`, all over TLS against the same prepared answers. */
export const client: Benchmark = {
  name: "client",
  about: "the client beside client-go and @kubernetes/client-node",
  sizeUnit: "pods in the list",
  defaultSize: 50_000,
  metrics: clientMetrics,
  prepare: prepareClient,
};

async function prepareClient(size: number, open: AsyncDisposableStack): Promise<Sides> {
  await buildGoPeer("client");
  const ours = await installOurs(open);
  const peer = await installClientNode();
  const { flags } = await startPodServer(size, open);
  const node = (installed: InstalledPackage, main: string): Side => {
    const run = (args: readonly string[]): Promise<Sample> => runNode([main, ...args, ...flags]);
    return async (options) => ({ ...(await measureParts(run, options)), ...(await packageCost(installed)) });
  };
  return {
    ours: node(ours, fileURLToPath(new URL("./ours.ts", import.meta.url))),
    peers: {
      [clientGo]: (options) => measureParts((args) => runGoPeer("client", [...args, ...flags]), options),
      [clientNode]: "missing" in peer ? peer : node(peer, peer.main),
    },
  };
}

/** The requests and the list, each in a process of its own. */
async function measureParts(run: (args: readonly string[]) => Promise<Sample>, options: RunOptions): Promise<Sample> {
  const { size } = options;
  const requests = await run(["--part", "requests", "--ms", String(requestMs(size))]);
  return { ...requests, ...(await run(["--part", "list", "--size", String(size)])) };
}

/** How long requests of each kind are sent: two seconds at the default size, less for less. */
function requestMs(size: number): number {
  return Math.round(Math.min(2000, Math.max(200, size / 25)));
}
