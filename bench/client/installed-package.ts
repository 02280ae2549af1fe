import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A client library as a user has it after `npm install`. */
export interface InstalledPackage {
  /** The folder whose `node_modules` holds it, its dependencies and nothing else. */
  readonly folder: string;
  /** What a program imports. */
  readonly entry: string;
  /** Four lines that print the names of all pods. */
  readonly program: readonly [string, string, string, string];
}

/** The packages that a lock file says are needed at run time, as paths like `node_modules/yaml`. */
export async function lockedPackages(lockFile: string): Promise<readonly string[]> {
  const { packages } = JSON.parse(await readFile(lockFile, "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  return Object.keys(packages).filter((path) => path !== "" && packages[path]?.dev !== true);
}

/** How many files' bytes the folder holds, and how many packages with a manifest of their own name are in it. */
export async function installedSize(folder: string): Promise<{ readonly bytes: number; readonly packages: number }> {
  const modules = join(folder, "node_modules");
  const files = (await readdir(modules, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), packages: await packagesIn(modules) };
}

/** Packages are the folders right in `node_modules`, in a scope (`@types`) there, and in the `node_modules` of a package. */
async function packagesIn(modules: string): Promise<number> {
  const entries = await readdir(modules, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const counts = folders.map(async ({ name }) =>
    name.startsWith("@")
      ? packagesIn(join(modules, name))
      : 1 + (await packagesIn(join(modules, name, "node_modules"))),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
