import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./source/repository.ts";

rmSync(join(repositoryRoot, "dist"), { recursive: true, force: true });

const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: repositoryRoot,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
