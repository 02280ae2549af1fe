import { mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError } from "./errors.ts";
import { readLimited } from "./read-limited.ts";

/** Makes the new text of a file out of the old one, which is empty if there is no file. */
export type TextChange = (text: string) => Promise<string>;

/**
 * Replaces the text of a file at once: whoever reads it sees the old one or the new one. The file keeps its mode (a new one is for its owner
 * alone), and a symbolic link stays one. The new text is written to `<file>.lock`, which kubectl respects as well: while it is there, nobody
 * else writes, and whoever tries fails at once.
 */
export async function changeFile(path: string, change: TextChange): Promise<void> {
  const file = await realpath(path).catch(() => path);
  const lock = `${file}.lock`;
  const handle = await openLock(file, lock);
  try {
    const mode = (await stat(file).catch(() => undefined))?.mode;
    const text = mode === undefined ? "" : await readLimited({ path: file, place: file });
    const next = await change(text);
    if (next === text) {
      await drop(handle, lock);
      return;
    }
    await handle.writeFile(next);
    if (mode !== undefined) await handle.chmod(mode & 0o777);
    await handle.sync();
    await handle.close();
    await rename(lock, file);
  } catch (error) {
    await drop(handle, lock);
    throw ConfigError.is(error) || !isSystemError(error) ? error : unwritable(file, error);
  }
}

async function openLock(file: string, lock: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
  } catch (error) {
    throw unwritable(file, error);
  }
  try {
    return await open(lock, "wx", 0o600);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw unwritable(file, error);
    const problem = { detail: `there is a file ${lock}`, expected: "that nobody else writes; if so, remove that file" };
    throw new ConfigError({ code: "SETPOINT_CONFIG_LOCKED", attempt, place: file, ...problem }, { cause: error });
  }
}

async function drop(handle: FileHandle, lock: string): Promise<void> {
  await handle.close().catch(() => {});
  await rm(lock, { force: true });
}

const attempt = "write the kubeconfig";

function unwritable(file: string, error: unknown): ConfigError {
  const detail = `it can't be written: ${isSystemError(error) ? error.code : "unknown"}`;
  const expected = "a file and a folder that this process may write";
  return new ConfigError(
    { code: "SETPOINT_CONFIG_UNWRITABLE", attempt, place: file, detail, expected },
    { cause: error },
  );
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
