import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../../src/async/index.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";
import { isAlive, isOutOfSight, signalProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { isPrivateFolder, readRunState } from "./run-state.ts";

/** How the run folders of tests begin. They are in the folder for temporary files. */
export const testRunPrefix: string = join(tmpdir(), "setpoint-control-plane-");

/**
 * Ends what the guardian of a run would have ended, had it not been killed itself, and removes the folder. A run whose guardian lives, or
 * may live in another container, and a folder without a run, are left alone. Says whether there was something to do.
 */
export async function endAbandonedRun(folder: string, clock: Clock): Promise<boolean> {
  const state = readRunState(folder);
  if (state === undefined || isAlive(state.guardian) || isOutOfSight(state.guardian)) return false;
  await killProcesses(state.servers, clock);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return true;
}

/** Where to look for test runs, whose they are, and who is told of those that stay; by default our own temporary files, and stderr. */
export interface TestRunSearch {
  readonly prefix?: string | undefined;
  readonly uid?: number | undefined;
  readonly report?: ((line: string) => void) | undefined;
}

/**
 * Does so for every test run of ours on this machine. Returns how many were ended. Everybody can write to the folder for temporary files,
 * so one that is not private to us is left alone: it could name any process. A run that can't be ended is reported and left to the next.
 */
export async function endAbandonedTestRuns(
  clock: Clock,
  { prefix = testRunPrefix, uid = process.getuid?.(), report = reportToStderr }: TestRunSearch = {},
): Promise<number> {
  const names = (await readdir(dirname(prefix))).filter((name) => name.startsWith(basename(prefix)));
  const endOne = async (name: string): Promise<boolean> => {
    const folder = join(dirname(prefix), name);
    try {
      return isPrivateFolder(folder, uid) && (await endAbandonedRun(folder, clock));
    } catch (error) {
      report(`leaving the abandoned test run in ${folder}: ${String(error)}`);
      return false;
    }
  };
  const ended = await Promise.all(names.map(endOne));
  return ended.filter(Boolean).length;
}

function reportToStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Kills these very processes and waits until they are gone. Throws for those that stay. */
export async function killProcesses(processes: readonly ProcessIdentity[], clock: Clock): Promise<void> {
  for (const identity of processes) signalProcess(identity, "SIGKILL");
  const left = await untilGone(processes, { clock, deadlineMs: controlPlaneDefaults.stopDeadlineMs });
  if (left.length === 0) return;
  const pids = left.map(({ pid }) => pid).join(", ");
  throw new ControlPlaneError(
    "SETPOINT_CONTROL_PLANE_STOP",
    `ending the control plane: still running after SIGKILL: process ${pids}`,
  );
}

/** Waits until none of these very processes runs, or until the deadline. Returns those that still run. */
export async function untilGone(
  processes: readonly ProcessIdentity[],
  { clock, deadlineMs }: { readonly clock: Clock; readonly deadlineMs: number },
): Promise<readonly ProcessIdentity[]> {
  const deadline = clock.monotonic() + deadlineMs;
  for (;;) {
    const left = processes.filter(isAlive);
    if (left.length === 0 || clock.monotonic() >= deadline) return left;
    await clock.sleep(controlPlaneDefaults.pollIntervalMs);
  }
}
