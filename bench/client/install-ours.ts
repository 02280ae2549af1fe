import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { repositoryRoot } from "../../tools/source/repository.ts";
import { lockedPackages } from "./installed-package.ts";
import type { InstalledPackage } from "./installed-package.ts";
import { npm } from "./npm.ts";

/** Builds the package if anything changed, and installs what would be published, with its dependencies, in a folder that `open` removes. */
export async function installOurs(open: AsyncDisposableStack): Promise<InstalledPackage> {
  await buildOurs();
  const { path: folder } = open.use(await temporaryFolder());
  const unpacked = join(folder, "node_modules/setpoint");
  await mkdir(unpacked, { recursive: true });
  const archive = (await npm(["pack", "--silent", "--pack-destination", folder], repositoryRoot)).trim();
  await run("tar", ["-xzf", join(folder, archive), "-C", unpacked, "--strip-components=1"]);
  for (const path of await lockedPackages(join(repositoryRoot, "package-lock.json"))) {
    await cp(join(repositoryRoot, path), join(folder, path), { recursive: true });
  }
  return {
    folder,
    entry: "setpoint/client",
    program: [
      `import { Client } from "setpoint/client";`,
      `import { loadKubeconfig } from "setpoint/config";`,
      `import { Pod } from "setpoint/types/core/v1";`,
      `for (const { metadata } of (await Client.connect(await loadKubeconfig()).resource(Pod).list()).items) console.log(metadata.name);`,
    ],
  };
}

/** Builds the package if anything changed. */
export async function buildOurs(): Promise<void> {
  await run(process.execPath, ["tools/build.ts", "--if-stale"]);
}

/** What it prints goes to standard error: the last line of standard output is the report's. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: repositoryRoot, stdio: ["ignore", process.stderr, process.stderr] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`installing our package: \`${command} ${args.join(" ")}\` failed`);
}
