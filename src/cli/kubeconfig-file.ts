import { link, lstat, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isOwnKubeconfig } from "./own-kubeconfig.ts";
import { privateMode } from "./defaults.ts";
import { CommandError } from "./errors.ts";

/** A kubeconfig on disk that only its owner can read. Disposing it removes it if nobody named a place for it. */
export interface KubeconfigFile extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
}

/** Writes a kubeconfig to a place, or into a new folder. It appears whole or not at all. */
export async function writeKubeconfigFile(text: string, path?: string): Promise<KubeconfigFile> {
  if (path === undefined) return writeTemporary(text);
  const place = resolve(path);
  try {
    await writeTo(place, text);
  } catch (error) {
    if (CommandError.is(error)) throw error;
    throw new CommandError("SETPOINT_CLI_FILE", `write the kubeconfig ${place}: expected a file that can be made`, {
      cause: error,
    });
  }
  return { path: place, [Symbol.asyncDispose]: async () => {} };
}

async function writeTemporary(text: string): Promise<KubeconfigFile> {
  const folder = await mkdtemp(join(tmpdir(), "setpoint-server-"));
  const path = join(folder, "kubeconfig");
  await writeFile(path, text, { mode: privateMode, flag: "wx" });
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Written beside its place first, so that nobody reads half of it, and a link that somebody put at the place is never followed. */
async function writeTo(place: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(place), ".setpoint-"));
  const written = join(folder, "kubeconfig");
  try {
    await writeFile(written, text, { mode: privateMode, flag: "wx" });
    if (await mayBeReplaced(place)) await rename(written, place);
    else await link(written, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** False if nothing is there. Throws if something else is than what an earlier server wrote. */
async function mayBeReplaced(place: string): Promise<boolean> {
  const found = await lstat(place).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined) return false;
  if (found.isFile() && isOwnKubeconfig(await readFile(place, "utf8"))) return true;
  throw new CommandError(
    "SETPOINT_CLI_FILE",
    `write the kubeconfig ${place}: expected nothing there, or the kubeconfig of an earlier server, but it is something else`,
  );
}
