import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText } from "./compare-text.ts";
import { CodegenError } from "./errors.ts";
import { generatedMark } from "./generated-comment.ts";

/** A file that is not as it would be generated now. */
export interface Difference {
  /** Below the source folder: `types/apps/v1/index.ts`. */
  readonly path: string;
  readonly problem: "missing" | "differs" | "stale";
}

/** The files to generate, by their path below the source folder. */
export type Files = ReadonlyMap<string, string>;

/** Finds what writing would change, in the order of the paths. Stale are only files that codegen made and makes no more. */
export async function compareOutput(sourceFolder: string, files: Files): Promise<readonly Difference[]> {
  return naming(`Comparing with the generated files in ${sourceFolder}`, findDifferences(sourceFolder, files));
}

/**
 * Removes the differences. All texts are on disk, beside the source folder, before the first file is replaced, and each
 * file is replaced as a whole: a full disk or an interruption leaves no file half written.
 */
export async function writeOutput(
  sourceFolder: string,
  files: Files,
  differences: readonly Difference[],
): Promise<void> {
  await naming(`Writing the generated files into ${sourceFolder}`, replaceFiles(sourceFolder, files, differences));
}

async function naming<T>(attempt: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new CodegenError("SETPOINT_CODEGEN_OUTPUT", `${attempt}: ${problem}`, { cause });
  }
}

async function findDifferences(sourceFolder: string, files: Files): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [path, text] of files) {
    const present = await read(join(sourceFolder, path));
    if (present !== text) differences.push({ path, problem: present === undefined ? "missing" : "differs" });
  }
  for (const path of await presentFiles(sourceFolder)) {
    if (files.has(path)) continue;
    const text = await read(join(sourceFolder, path));
    if (text?.startsWith(generatedMark) === true) differences.push({ path, problem: "stale" });
  }
  return differences.toSorted((left, right) => compareText(left.path, right.path));
}

async function replaceFiles(sourceFolder: string, files: Files, differences: readonly Difference[]): Promise<void> {
  await mkdir(sourceFolder, { recursive: true });
  await using cleanup = new AsyncDisposableStack();
  const staging = cleanup.adopt(await mkdtemp(join(dirname(sourceFolder), ".codegen-")), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const replacements: { readonly from: string; readonly to: string }[] = [];
  for (const { path } of differences) {
    const text = files.get(path);
    if (text === undefined) continue;
    const from = join(staging, String(replacements.length));
    await writeFile(from, text);
    replacements.push({ from, to: join(sourceFolder, path) });
  }
  for (const { from, to } of replacements) {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
  for (const { path, problem } of differences) if (problem === "stale") await removeStale(sourceFolder, path);
}

/** Removes a file, and the folders of its version and group when nothing is left in them. */
async function removeStale(sourceFolder: string, path: string): Promise<void> {
  await rm(join(sourceFolder, path));
  for (let folder = dirname(path); folder !== "types" && folder !== "."; folder = dirname(folder)) {
    if ((await readdir(join(sourceFolder, folder))).length > 0) return;
    await rmdir(join(sourceFolder, folder));
  }
}

/** The folders that hold nothing, or little, but what codegen makes. */
const generatedFolders: readonly string[] = ["clientset", "types"];

async function presentFiles(sourceFolder: string): Promise<readonly string[]> {
  const listed = generatedFolders.map((folder) =>
    unlessMissing(readdir(join(sourceFolder, folder), { recursive: true, withFileTypes: true })),
  );
  return (await Promise.all(listed))
    .flatMap((entries) => entries ?? [])
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(sourceFolder.length + 1)
        .replaceAll("\\", "/"),
    );
}

function read(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(path, "utf8"));
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
