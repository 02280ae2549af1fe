import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { buildGoPeer, goPeer } from "../side.ts";

/** The server that all sides of a round talk to. */
export interface PodServer {
  /** How a side is told where it is: `--server URL --ca FILE`. */
  readonly flags: readonly string[];
}

/** Builds and starts bench/peers/go/podserver with a list of so many pods. Resolves when it serves; `open` ends it. */
export async function startPodServer(size: number, open: AsyncDisposableStack): Promise<PodServer> {
  return (await startPodServers([size], open)).get(size)!;
}

/** The same with several lists, each at an address of its own; they are found by their size. */
export async function startPodServers(
  sizes: readonly number[],
  open: AsyncDisposableStack,
): Promise<ReadonlyMap<number, PodServer>> {
  await buildGoPeer("podserver");
  const { path: folder } = open.use(await temporaryFolder());
  const child = spawn(goPeer("podserver"), ["--sizes", sizes.join(",")], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  open.defer(async () => {
    child.stdin.end();
    await exited;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  if (done === true) throw new Error("starting the benchmark's server: it ended before it was ready");
  const { servers, ca } = JSON.parse(value) as { readonly servers: readonly string[]; readonly ca: string };
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, ca);
  return new Map(sizes.map((size, i) => [size, { flags: ["--server", servers[i]!, "--ca", caFile] }]));
}
