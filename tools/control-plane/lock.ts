import { link, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../src/async/index.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { identifyProcess, isAlive, isProcessIdentity, isSameProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** How to wait for a lock. */
export interface LockOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called once, if somebody else holds the lock. */
  readonly onWait?: ((holder: ProcessIdentity) => void) | undefined;
}

/**
 * Takes the lock file at `path`, waiting for as long as another living process holds it. The lock of a process that is gone is taken over,
 * and so is that of a process in another container, which can't be seen. Disposing the lock gives it back.
 *
 * Good enough for work that may be done twice: three processes that meet in the same instant over the lock of a dead one can end with two
 * holders, because no file operation of Node compares and replaces in one step.
 */
export async function acquireLock(path: string, { clock, signal, onWait }: LockOptions): Promise<AsyncDisposable> {
  await mkdir(dirname(path), { recursive: true });
  let waited = false;
  for (;;) {
    signal?.throwIfAborted();
    const mine = await claim(path);
    if (mine !== undefined) return mine;
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      await removeStale(path, holder);
      continue;
    }
    if (!waited) onWait?.(holder);
    waited = true;
    await clock.sleep(controlPlaneDefaults.lockIntervalMs, signal);
  }
}

/** Linking a file that is already complete makes the lock appear with its content, so that nobody ever reads half of it. */
async function claim(path: string): Promise<AsyncDisposable | undefined> {
  const folder = await mkdtemp(`${path}.`);
  try {
    const draft = join(folder, "lock");
    await writeFile(draft, JSON.stringify(identifyProcess(process.pid)));
    await link(draft, path);
    return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
  } catch (error) {
    if (hasCode(error, "EEXIST")) return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readHolder(path: string): Promise<ProcessIdentity | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  return parseHolder(text);
}

/** A file that is no lock of ours names no living process, so it counts as stale. */
function parseHolder(text: string): ProcessIdentity {
  try {
    const value: unknown = JSON.parse(text);
    if (isProcessIdentity(value)) return value;
  } catch {
    // Not JSON: as stale as any other text.
  }
  return { pid: 0, startedAt: "never", boot: "", pidNamespace: "" };
}

/** Moves the lock away before judging it: of several that see a stale lock, each moves a different file or none. */
async function removeStale(path: string, stale: ProcessIdentity): Promise<void> {
  const folder = await mkdtemp(`${path}.`);
  const moved = join(folder, "lock");
  try {
    await rename(path, moved);
    const holder = await readHolder(moved);
    if (holder !== undefined && !isSameProcess(holder, stale)) await link(moved, path);
  } catch (error) {
    if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
