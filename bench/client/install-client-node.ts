import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MissingSide } from "../benchmark.ts";
import { benchCache } from "../side.ts";
import type { InstalledPackage } from "./installed-package.ts";
import { npm } from "./npm.ts";

const bench = fileURLToPath(new URL("..", import.meta.url));
const manifests: readonly string[] = ["package.json", "package-lock.json"];
const programs: readonly string[] = [
  "peers/client-node/main.mjs",
  "peers/client-node/informer.mjs",
  "client/measure-node-side.ts",
  "informer/measure-informer.ts",
];

/** The peer with the programs that measure it. */
export interface InstalledClientNode extends InstalledPackage {
  readonly main: string;
  readonly informer: string;
}

/** Installs what bench/peers/client-node pins, once, in the cache folder. Says why when that is not possible, for want of a network say. */
export async function installClientNode(): Promise<InstalledClientNode | MissingSide> {
  const peer = join(bench, "peers/client-node");
  const lock = await readFile(join(peer, "package-lock.json"));
  const folder = join(benchCache, `client-node-${createHash("sha256").update(lock).digest("hex").slice(0, 12)}`);
  try {
    if (!(await exists(folder))) await installInto(folder, peer);
  } catch (error) {
    return { missing: `installing it with npm failed: ${error instanceof Error ? error.message : String(error)}` };
  }
  // At the same distance from each other as in the checkout, so that their imports hold.
  for (const program of programs) await cp(join(bench, program), join(folder, "bench", program));
  return {
    folder,
    main: join(folder, "bench/peers/client-node/main.mjs"),
    informer: join(folder, "bench/peers/client-node/informer.mjs"),
    entry: "@kubernetes/client-node",
    program: [
      `import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";`,
      `const config = new KubeConfig();`,
      `config.loadFromDefault();`,
      `for (const { metadata } of (await config.makeApiClient(CoreV1Api).listPodForAllNamespaces()).items) console.log(metadata?.name);`,
    ],
  };
}

/** The folder appears whole or not at all. */
async function installInto(folder: string, peer: string): Promise<void> {
  await mkdir(benchCache, { recursive: true });
  const half = await mkdtemp(`${folder}-`);
  try {
    for (const manifest of manifests) await cp(join(peer, manifest), join(half, manifest));
    await npm(["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], half);
    await rename(half, folder);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
