import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../../tools/source/repository.ts";
import type { Sample } from "../benchmark.ts";
import { median } from "../compare.ts";
import { runNode } from "../side.ts";
import { installedSize } from "./installed-package.ts";
import type { InstalledPackage } from "./installed-package.ts";

const run = promisify(execFile);

/** An import is short against what disturbs it. */
const imports = 5;

/** What a library costs before it does anything: on disk, at import, and when a program of four lines is type-checked. */
export async function packageCost(installed: InstalledPackage): Promise<Sample> {
  const { bytes, packages } = await installedSize(installed.folder);
  return { installedMb: bytes / 1e6, packages, ...(await importCost(installed)), tscMs: await typeCheckMs(installed) };
}

/** Of a process that does nothing else. Both entries resolve from the folder that it runs in. */
async function importCost({ folder, entry }: InstalledPackage): Promise<Sample> {
  const program = `
    const started = performance.now(), before = process.memoryUsage.rss();
    await import(${JSON.stringify(entry)});
    const importMs = performance.now() - started;
    console.log(JSON.stringify({ importMs, importRssMb: (process.memoryUsage.rss() - before) / 1e6 }));`;
  const samples: Sample[] = [];
  for (let i = 0; i < imports; i++) {
    samples.push(await runNode(["--input-type=module", "--eval", program], { cwd: folder }));
  }
  const medianOf = (name: string): number => median(samples.map((sample) => sample[name]!));
  return { importMs: medianOf("importMs"), importRssMb: medianOf("importRssMb") };
}

const strict: readonly string[] =
  "--noEmit --strict --skipLibCheck --module nodenext --target esnext --lib esnext".split(" ");
/** The same types of Node for all. */
const types: readonly string[] = ["--types", "node", "--typeRoots", join(repositoryRoot, "node_modules/@types")];

async function typeCheckMs({ folder, program }: InstalledPackage): Promise<number> {
  const file = join(folder, "program", "main.mts");
  await mkdir(join(folder, "program"), { recursive: true });
  await writeFile(file, `${program.join("\n")}\n`);
  const tsc = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  const started = performance.now();
  await run(process.execPath, [tsc, ...strict, ...types, file], { cwd: folder }).catch((error: unknown) => {
    const said = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    throw new Error(`type-checking the program of ${folder}: ${said}`, { cause: error });
  });
  return performance.now() - started;
}
