import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { realClock } from "../src/async/index.ts";
import { isStale } from "./build/is-stale.ts";
import { repositoryRoot } from "./source/repository.ts";

if (!process.argv.includes("--if-stale") || isStale(repositoryRoot)) process.exitCode = (await build()) ? 0 : 1;

/**
 * Appears whole, and takes the place of the one before within two renames. A build that fails leaves nothing, so that nobody runs the one
 * before. Of two builds at once the one that ends last stays.
 */
async function build(): Promise<boolean> {
  const dist = join(repositoryRoot, "dist");
  const output = join(repositoryRoot, `node_modules/.setpoint-dist-${process.pid}`);
  const before = `${output}-before`;
  let isWhole = false;
  try {
    isWhole = await buildInto(output);
    if (isWhole) replace(dist, { by: output, aside: before });
  } finally {
    const leftovers = isWhole ? [output, before] : [output, before, dist];
    for (const folder of leftovers) rmSync(folder, { recursive: true, force: true });
  }
  return isWhole;
}

/** Another build may put its own there in between: then that one is the one before. */
function replace(dist: string, { by, aside }: { readonly by: string; readonly aside: string }): void {
  for (;;) {
    rmSync(aside, { recursive: true, force: true });
    try {
      if (existsSync(dist)) renameSync(dist, aside);
      renameSync(by, dist);
      return;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
}

function isOvertaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOENT";
}

async function buildInto(output: string): Promise<boolean> {
  const started = realClock.now() / 1000;
  if (!writeDeclarations(output)) return false;
  // Only now: when nothing is stale, loading the bundler would be most of the time.
  const { bundle } = await import("./build/bundle.ts");
  await bundle({ source: join(repositoryRoot, "src"), output });
  // What changed since then may not be in it.
  utimesSync(join(output, "index.js"), started, started);
  return true;
}

function writeDeclarations(output: string): boolean {
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const args = ["-p", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", output];
  return spawnSync(process.execPath, [tsc, ...args], { cwd: repositoryRoot, stdio: "inherit" }).status === 0;
}
