import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { Benchmark, Side, Sides } from "../benchmark.ts";
import { buildGoPeer, goPeer } from "../side.ts";
import { preparePrograms } from "./benchmark.ts";
import type { RunInformer } from "./benchmark.ts";
import { clientGo, clientNode, realInformerMetrics } from "./metrics.ts";

/** The sync of the same pods from a real kube-apiserver, which no controller and no kubelet disturbs. */
export const realInformer: Benchmark = {
  name: "informer-real",
  about: "the informer's sync from a real kube-apiserver, beside the same peers",
  sizeUnit: "pods",
  defaultSize: 10_000,
  metrics: realInformerMetrics,
  prepare: prepareRealInformer,
};

async function prepareRealInformer(size: number, open: AsyncDisposableStack): Promise<Sides> {
  const programs = await preparePrograms();
  const { path: folder } = open.use(await temporaryFolder());
  const { server, ca, token } = open.use(await startRealControlPlane());
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, ca);
  const flags = ["--ca", caFile, "--token", token];
  await createPods(size, ["--fill", server, ...flags]);
  const side =
    (run: RunInformer): Side =>
    () =>
      run(["--kind", "pods", "--size", String(size), "--server", server, ...flags]);
  return {
    ours: side(programs.ours),
    peers: {
      [clientGo]: side(programs.go),
      [clientNode]: "missing" in programs.clientNode ? programs.clientNode : side(programs.clientNode),
    },
  };
}

async function createPods(size: number, flags: readonly string[]): Promise<void> {
  await buildGoPeer("podserver");
  const started = performance.now();
  await promisify(execFile)(goPeer("podserver"), ["--sizes", String(size), ...flags]);
  process.stderr.write(`creating ${size} pods took ${Math.round((performance.now() - started) / 1e3)} s\n`);
}
