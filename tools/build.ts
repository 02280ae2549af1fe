import { spawnSync } from "node:child_process";
import { globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./source/repository.ts";

const dist = join(repositoryRoot, "dist");
const inputs: readonly string[] = ["src/**/*.ts", "src/**/", "tsconfig*.json", "package-lock.json"];

if (!process.argv.includes("--if-stale") || isStale()) process.exitCode = build();

/** Whether anything that goes into a build is newer than the last one. A removed file makes its folder newer. */
function isStale(): boolean {
  const built = statSync(join(dist, "index.js"), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  const files = globSync(inputs.map((pattern) => join(repositoryRoot, pattern)));
  return files.some((file) => statSync(file).mtimeMs > built);
}

/** A build that fails leaves nothing, so that nobody runs half of one. */
function build(): number {
  rmSync(dist, { recursive: true, force: true });
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
    cwd: repositoryRoot,
    stdio: "inherit",
  });
  if (status !== 0) rmSync(dist, { recursive: true, force: true });
  return status ?? 1;
}
