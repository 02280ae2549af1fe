import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import type { Benchmark, Sample, Sides } from "../benchmark.ts";
import { buildGoPeer, goPeer } from "../side.ts";
import { preparePrograms } from "./benchmark.ts";
import type { RunInformer } from "./benchmark.ts";
import { measureSync } from "./measure-sizes.ts";
import type { InformerRun } from "./measure-sizes.ts";
import { clientGo, clientGoDynamic, clientNode, realInformerMetrics } from "./metrics.ts";

/** The sync of the same pods and custom resources from a real kube-apiserver, which no controller and no kubelet disturbs. */
export const realInformer: Benchmark = {
  name: "informer-real",
  about: "the informer's sync from a real kube-apiserver, beside the same peers",
  sizeUnit: "objects",
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
  await createObjects(size, ["--fill", server, ...flags]);
  const at =
    (run: RunInformer) =>
    (options: InformerRun): Promise<Sample> =>
      run(["--kind", options.kind, "--size", String(options.size), "--server", server, ...flags]);
  const pods = (run: RunInformer): Promise<Sample> => measureSync(at(run), { kind: "pods", size });
  const custom = (run: RunInformer): Promise<Sample> => measureSync(at(run), { kind: "podcopies", size });
  const both = (run: RunInformer) => async (): Promise<Sample> => ({ ...(await pods(run)), ...(await custom(run)) });
  return {
    ours: both(programs.ours),
    peers: {
      [clientGo]: () => pods(programs.go),
      [clientGoDynamic]: () => custom(programs.go),
      [clientNode]: "missing" in programs.clientNode ? programs.clientNode : both(programs.clientNode),
    },
  };
}

async function createObjects(size: number, flags: readonly string[]): Promise<void> {
  await buildGoPeer("podserver");
  const started = performance.now();
  await promisify(execFile)(goPeer("podserver"), ["--sizes", String(size), ...flags]);
  process.stderr.write(
    `creating ${size} pods and as many copies took ${Math.round((performance.now() - started) / 1e3)} s\n`,
  );
}
