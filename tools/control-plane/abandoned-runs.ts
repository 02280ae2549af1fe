import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../src/async/index.ts";
import { controlPlaneDefaults } from "./defaults.ts";
import { ControlPlaneError } from "./errors.ts";
import { isAlive, signalProcess } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { readRunState } from "./run-state.ts";

/** How the run folders of tests begin. They are in the folder for temporary files. */
export const testRunPrefix: string = join(tmpdir(), "setpoint-control-plane-");

/**
 * Ends what the guardian of a run would have ended, had it not been killed itself, and removes the folder. A run whose guardian lives, and
 * a folder without a run, are left alone. Says whether there was something to do.
 */
export async function endAbandonedRun(folder: string, clock: Clock): Promise<boolean> {
  const state = readRunState(folder);
  if (state === undefined || isAlive(state.guardian)) return false;
  await killProcesses(state.servers, clock);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return true;
}

/** Does so for every test run on this machine that we may look into. Returns how many there were. */
export async function endAbandonedTestRuns(clock: Clock): Promise<number> {
  const names = await readdir(tmpdir());
  const folders = names.map((name) => join(tmpdir(), name)).filter((path) => path.startsWith(testRunPrefix));
  const ended = await Promise.all(folders.map((folder) => endAbandonedRun(folder, clock)));
  return ended.filter(Boolean).length;
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
