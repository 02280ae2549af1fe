import { spawnSync } from "node:child_process";
import { renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { realClock } from "../src/async/index.ts";
import { isStale } from "./build/is-stale.ts";
import { repositoryRoot } from "./source/repository.ts";

if (!process.argv.includes("--if-stale") || isStale(repositoryRoot)) process.exitCode = (await build()) ? 0 : 1;

/** Appears whole. A build that fails leaves nothing, so that nobody runs half of one or the one before. */
async function build(): Promise<boolean> {
  const dist = join(repositoryRoot, "dist");
  const output = join(repositoryRoot, `node_modules/.setpoint-dist-${process.pid}`);
  let isWhole = false;
  try {
    isWhole = await buildInto(output);
  } finally {
    rmSync(dist, { recursive: true, force: true });
    if (isWhole) renameSync(output, dist);
    else rmSync(output, { recursive: true, force: true });
  }
  return isWhole;
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
