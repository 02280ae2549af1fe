import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "./config-options.ts";

const endings: readonly string[] = process.platform === "win32" ? [".exe", ".com", ""] : [""];

/**
 * The file that a command means: an absolute path itself, a bare name the first program of that name in `PATH`. Relative folders in `PATH`
 * are passed over: what happens to lie in the current folder is nobody's plugin.
 */
export async function findCommand(command: string, environment: Environment): Promise<string | undefined> {
  const folders = (environment["PATH"] ?? environment["Path"] ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder));
  const candidates = isAbsolute(command) ? [command] : folders.map((folder) => join(folder, command));
  for (const candidate of candidates.flatMap((path) => endings.map((ending) => path + ending))) {
    if (await isProgram(candidate)) return candidate;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
