import { fileURLToPath } from "node:url";
import type { Benchmark, Sample, Side, Sides } from "../benchmark.ts";
import { installClientNode } from "../client/install-client-node.ts";
import { buildOurs } from "../client/install-ours.ts";
import { startPodServers } from "../client/pod-server.ts";
import { buildGoPeer, runGoPeer, runNode } from "../side.ts";
import { measureCustom, measurePods, sizesOf } from "./measure-sizes.ts";
import type { InformerRun, Sizes } from "./measure-sizes.ts";
import { clientGo, clientGoDynamic, clientNode, informerMetrics } from "./metrics.ts";

/** Our informer beside client-go's, typed and dynamic, and beside that of `@kubernetes/client-node`, all over TLS against the same prepared answers. */
export const informer: Benchmark = {
  name: "informer",
  about: "the informer beside client-go's and that of @kubernetes/client-node",
  sizeUnit: "objects",
  defaultSize: 50_000,
  metrics: informerMetrics,
  prepare: prepareInformer,
};

/** Runs one process of a side with arguments. */
export type RunInformer = (args: readonly string[]) => Promise<Sample>;

/** The sides as programs that take `--kind --size --times --server --ca --token`. */
interface InformerPrograms {
  readonly ours: RunInformer;
  readonly go: RunInformer;
  readonly clientNode: RunInformer | { readonly missing: string };
}

/** Builds and installs what the sides need. */
export async function preparePrograms(): Promise<InformerPrograms> {
  await buildGoPeer("informer");
  await buildOurs();
  const peer = await installClientNode();
  const node = (main: string) => (args: readonly string[]) => runNode(["--expose-gc", main, ...args]);
  return {
    ours: node(fileURLToPath(new URL("./ours.ts", import.meta.url))),
    go: (args) => runGoPeer("informer", args),
    clientNode: "missing" in peer ? peer : node(peer.informer),
  };
}

async function prepareInformer(size: number, open: AsyncDisposableStack): Promise<Sides> {
  const programs = await preparePrograms();
  const sizes = sizesOf(size);
  const servers = await startPodServers(Object.values(sizes), open);
  const at = (run: RunInformer) => async (options: InformerRun) => {
    const { flags } = servers.get(options.size)!;
    const times = options.times === undefined ? [] : ["--times", options.times];
    return run(["--kind", options.kind, "--size", String(options.size), ...times, ...flags]);
  };
  const both =
    (run: RunInformer, measured: Sizes): Side =>
    async () => ({ ...(await measurePods(at(run), measured)), ...(await measureCustom(at(run), measured)) });
  const { small, middle } = sizes;
  return {
    ours: both(programs.ours, sizes),
    peers: {
      [clientGo]: () => measurePods(at(programs.go), sizes),
      [clientGoDynamic]: () => measureCustom(at(programs.go), sizes),
      [clientNode]:
        "missing" in programs.clientNode ? programs.clientNode : both(programs.clientNode, { small, middle }),
    },
  };
}
