import { lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessIdentity } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** Who belongs to a run. Kept in its folder, so that somebody else can end a run whose guardian was killed. */
export interface RunState {
  readonly guardian: ProcessIdentity;
  readonly servers: readonly ProcessIdentity[];
}

/** Where a run keeps its things. */
export const runFiles = {
  config: "guardian.json",
  log: "guardian.log",
  socket: "guardian.sock",
  state: "state.json",
} as const;

/** Replaces the state in one step: a reader sees the old one or the new one. */
export function writeRunState(folder: string, state: RunState): void {
  writePrivateFile(join(folder, runFiles.state), `${JSON.stringify(state, undefined, 2)}\n`);
}

/** The state of the run in `folder`; undefined if there is none or if it is not one of ours. */
export function readRunState(folder: string): RunState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, runFiles.state), "utf8"));
    return isRunState(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether `folder` is a folder, no link to one, that belongs to `uid` and that nobody else can enter. Only then is what it says our own
 * word. Windows has no such ids; there each user has a folder for temporary files that others can't write to.
 */
export function isPrivateFolder(folder: string, uid: number | undefined): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return false;
  return uid === undefined || (stats.uid === uid && (stats.mode & 0o077) === 0);
}

/** Writes a file that only its owner can read, in one step. */
export function writePrivateFile(path: string, content: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, path);
}

function isRunState(value: unknown): value is RunState {
  if (typeof value !== "object" || value === null) return false;
  if (!("guardian" in value) || !("servers" in value)) return false;
  return isProcessIdentity(value.guardian) && Array.isArray(value.servers) && value.servers.every(isProcessIdentity);
}
